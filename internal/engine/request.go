// Package engine runs checks over a change and makes the Result.
package engine

import (
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
)

// Request is all that a run depends on. The same Request over the same repository gives the same Result,
// whichever door it came through.
type Request struct {
	// Dir is the folder to start from; the repository is the one it lies in.
	Dir string
	// Env is the environment git is found through and its variables read from; nil means the process's own.
	Env []string
	// Git is the git program; empty means the one in PATH, and go-git where there is none.
	Git string
	// Hook says that git itself started the run: GIT_DIR and GIT_INDEX_FILE are git's own and count.
	Hook bool

	Scope change.Spec
	// Checks are the names of the checks to run; empty means all that need no naming.
	Checks []string
	Policy policy.Policy
	// IgnoreRepository leaves the repository's own configuration out.
	IgnoreRepository bool
	// Baseline is the path, from the top, of a baseline that is read from the base side; BaselineSource says who
	// named it. Empty means the one that the repository's configuration names, or the Policy's own.
	Baseline, BaselineSource string
	// NoBaseline leaves every baseline out.
	NoBaseline bool

	// Roots are the folders that everything of the repository has to lie in; none means anywhere.
	Roots []string
	// Keeper keeps git's processes for the next run of a program that makes many. May be nil.
	Keeper *git.Keeper
	// Limits bound what a review lists; the zero value stands for finding.LimitsFor(finding.DetailFull).
	Limits finding.Limits
	// Validations are the commands that the check validations may run.
	Validations Validations
	// LockDir is a folder outside the repository, for locks of work trees whose own folder cannot be locked; empty
	// means one in the folder for temporary files.
	LockDir string
	// Waiting is told what the run waits for. May be nil.
	Waiting func(string)

	// Documents asks for the checks' machine-readable documents in the Result.
	Documents bool
	// CacheDir is where results are kept between runs, outside the repository; empty means nowhere.
	CacheDir string
	// Version of the program, for Result.Tool.
	Version string
	// Progress is told, from any goroutine, how many files are done. May be nil.
	Progress func(done, total int)
}
