package engine

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// startable refuses a folder to start from that is none. It is refused here and not with the arguments, so that whoever
// asked for a report gets one that says so.
func startable(req Request) error {
	if len(filesTops(req.Scope)) == 0 && req.Scope.Kind == finding.ScopeFiles {
		return nil // content that was given is nowhere
	}
	dir := cmp.Or(req.Dir, ".")
	info, err := os.Stat(dir)
	problem := ""
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		problem = "there is no such folder"
	case err != nil:
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		problem = "it cannot be looked at: " + err.Error()
	case !info.IsDir():
		problem = "it is not a folder"
	default:
		return nil
	}
	code := finding.ErrorNotARepository
	if req.Scope.Kind == finding.ScopeFiles {
		code = finding.ErrorNotAFolder
	}
	return &finding.Failure{Exit: finding.ExitUnfinished, Code: code, Err: fmt.Errorf("start in %s: %s", dir, problem),
		Hint: "name one that is there with -C DIR"}
}

// failureOf is what ended a run, with its exit code and what to do about it.
func failureOf(err error) *finding.Failure {
	failure := finding.Failure{Exit: finding.ExitUnfinished, Err: err}
	if f := (*finding.Failure)(nil); errors.As(err, &f) {
		failure = *f
	}
	if errors.Is(err, git.ErrTimeout) {
		failure.Exit = finding.ExitTimedOut
	}
	if failure.Hint == "" {
		failure.Hint = hintOf(err)
	}
	return &failure
}

// hintOf is what to do about a failure of git's.
func hintOf(err error) string {
	var absent *git.AbsentError
	switch {
	case errors.As(err, &absent):
		return "let git fetch what is missing: run `" + absent.Command + "`"
	case errors.Is(err, git.ErrMissingObject):
		return "the clone is partial or damaged: `git fsck` names what is missing, and `git fetch` brings what the remote has"
	case errors.Is(err, git.ErrTimeout):
		return "a slow disk may be why, or a FIFO among the files that git reads, such as one that the configuration includes or a .gitignore"
	case errors.Is(err, git.ErrNotRegular):
		return "remove it, or put a file in its place: git would wait for it, or read it without end"
	}
	return ""
}
