package checks

import (
	"context"
	"time"

	"sentinel/internal/finding"
)

// Gate is all that a Gate check sees: the change, and what the operator allows it.
type Gate struct {
	Change
	// Dir is the top of the work tree, where commands run; empty in a bare repository.
	Dir string
	// Commands are those to run, in this order. All are the operator's, or the operator allowed the repository's own.
	Commands []Command
	// Total is how long all of them together may take.
	Total time.Duration
	// Limits bound what is kept of their output.
	Limits finding.Limits
	// Environ is the environment of sentinel itself, of which commands get little.
	Environ []string
	// Avoid are the folders whose programs are never started, whatever PATH says: the work tree, its git directories, and
	// the other work trees of the same repository.
	Avoid []string
	// LockDir is a folder outside the repository, for the lock that keeps two runs out of one work tree where the work
	// tree's own folder cannot be locked. It need not be there.
	LockDir string
	// State identifies what is in the work tree now: HEAD, the index, and the files that differ. It reads the
	// repository anew each time.
	State func(context.Context) (string, error)
	// Waiting is told in a few words what a run waits for. Never nil.
	Waiting func(string)
}

// Command is one command of the operator.
type Command struct {
	// ID is its name in the configuration, or argv:0, argv:1, ... for one that has none.
	ID   string
	Argv []string
	// Timeout is its own time limit.
	Timeout time.Duration
	// Environment are the names of further variables that it gets.
	Environment []string
	// Denied says why it must not run, empty when it may.
	Denied string
}
