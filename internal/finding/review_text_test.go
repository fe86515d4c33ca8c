package finding

import (
	"strings"
	"testing"
)

func TestReviewInWords(t *testing.T) {
	a, b := strings.Repeat("a", 40), strings.Repeat("b", 40)
	one, term := 1, "SIGTERM"
	for got, want := range map[string]string{
		HeadState{SHA: a, Branch: "feat"}.HeadText():                                                       "feat at aaaaaaaaaa",
		HeadState{SHA: a, Detached: true}.HeadText():                                                       "detached at aaaaaaaaaa",
		HeadState{Unborn: true, Branch: "main"}.HeadText():                                                 "main, without a commit yet",
		(*BaseState)(nil).BaseText():                                                                       "none",
		(&BaseState{Ref: "origin/main", SHA: a, MergeBase: a, AutoDetected: true}).BaseText():              "origin/main at aaaaaaaaaa, found by itself",
		(&BaseState{Ref: "v1", SHA: a, MergeBase: b}).BaseText():                                           "v1 at aaaaaaaaaa, as asked for; in common bbbbbbbbbb",
		(&BaseState{Ref: "v1", SHA: a}).BaseText():                                                         "v1 at aaaaaaaaaa, as asked for; no commit in common",
		(&Validation{Status: ValidationFailed, ExitCode: &one, DurationMs: 1250}).ResultText():             "exit code 1 after 1.2 s",
		(&Validation{Status: ValidationFailed, ExitCode: &one, Reason: "it left two behind"}).ResultText(): "exit code 1 after 0 ms: it left two behind",
		(&Validation{Status: ValidationFailed, Signal: &term, DurationMs: 61000}).ResultText():             "ended by SIGTERM after 1 min 1 s",
		(&Validation{Status: ValidationTimedOut, DurationMs: 2000, Reason: "no time left"}).ResultText():   "after 2.0 s: no time left",
		(&Validation{Status: ValidationPassed, DurationMs: 9}).ResultText():                                "after 9 ms",
		(&Validation{Status: ValidationDenied, Reason: "no time left"}).ResultText():                       "no time left",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestReviewOutcome: what was not looked at or not asked for is said to be so.
func TestReviewOutcome(t *testing.T) {
	r := Review{OK: true, Scopes: []Section{Committed, Staged}, Repository: &RepositoryState{}}
	if got, want := r.ChangesText(), "0 distinct files (committed not looked at, staged 0, unstaged not looked at, untracked not looked at)"; got != want {
		t.Errorf("without a base: %q", got)
	}
	if got := r.OutcomeText(); got != "passed: no validation was asked for" {
		t.Error(got)
	}
	r.Validations = []Validation{{Status: ValidationPassed}, {Status: ValidationDenied}}
	r.OK = false
	if got := r.OutcomeText(); got != "failed: 1 of 2 validations did not pass" {
		t.Error(got)
	}
	r.Diagnostics = []Diagnostic{{Code: WarnShallow, Severity: SeverityWarning}, {Code: ErrorGitFailed, Severity: SeverityFatal, Message: "git is gone"}}
	if got := r.OutcomeText(); got != "failed: git is gone (E_GIT_FAILED)" {
		t.Error(got)
	}
}
