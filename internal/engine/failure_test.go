package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// TestFailuresSayWhatToDo: what ends a run before anything was looked at has an exit code of its own kind and a hint.
func TestFailuresSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		exit int
		code finding.DiagnosticCode
		hint string
	}{
		{fmt.Errorf("git rev-parse: %w of 15s", git.ErrTimeout), finding.ExitTimedOut, finding.ErrorGitTimeout, "FIFO"},
		{&finding.Failure{Exit: finding.ExitUnfinished, Err: git.ErrTimeout}, finding.ExitTimedOut, finding.ErrorGitTimeout, "FIFO"},
		{fmt.Errorf(".gitignore: %w (a FIFO)", git.ErrNotRegular), finding.ExitUnfinished, finding.ErrorGitFailed, "remove it"},
		{fmt.Errorf("compare: %w", &git.AbsentError{Command: "git status", Err: errors.New("bad tree")}), finding.ExitUnfinished, finding.ErrorGitFailed, "`git status`"},
		{fmt.Errorf("compare: %w", git.ErrMissingObject), finding.ExitUnfinished, finding.ErrorGitFailed, "git fsck"},
		{fmt.Errorf("x: %w: %w", git.ErrUnknownRevision, git.ErrMissingObject), finding.ExitUnfinished, finding.ErrorBaseUnknown, "git fsck"},
		{finding.Usagef("do that", "wrong"), finding.ExitUsage, finding.ErrorArguments, "do that"},
	} {
		failure := failureOf(c.err)
		if d := DiagnosticOf(failure); failure.Exit != c.exit || d.Code != c.code || !strings.Contains(d.Hint, c.hint) {
			t.Errorf("%v: exit %d, %s, hint %q", c.err, failure.Exit, d.Code, d.Hint)
		}
	}
}
