// Package git reads repositories that nobody has vouched for. It is the only package that starts git
// or imports go-git. Nothing it does runs anything the repository names, writes into the repository
// or reaches the network.
package git

import (
	"context"
	"errors"
)

// OID is an object id in lower-case hex, 40 or 64 digits; "" means none.
type OID string

// Mode is a tree entry's mode as git writes it: "100644", "100755", "120000", "160000"; "" means no entry.
type Mode string

// The modes.
const (
	ModeRegular    Mode = "100644"
	ModeExecutable Mode = "100755"
	ModeSymlink    Mode = "120000"
	ModeSubmodule  Mode = "160000"
)

// Entry is one side of a Delta, or one file of a tree or an index. Path is bytes, relative to the top.
type Entry struct {
	Path string
	Mode Mode
	// OID is empty where the content is on disk and not (known to be) an object.
	OID OID
}

// Status is git's letter for a Delta: A C D M R T U.
type Status byte

// Delta is one changed path between two sides. Old is zero for an addition, New for a deletion. In a conflict (U)
// both have the path: Old is HEAD's entry or "ours", New has the mode on disk, if that is known.
type Delta struct {
	Status Status
	// Score is the similarity in percent of a rename or copy, else 0.
	Score    int
	Old, New Entry
}

// Path is the path on the new side, or the old one of a deletion.
func (d Delta) Path() string {
	if d.New.Mode == "" && d.Old.Path != "" {
		return d.Old.Path
	}
	return d.New.Path
}

// WorktreeStatus is git's own three disjoint lists, each sorted by path bytes. A conflict is in Unstaged only.
type WorktreeStatus struct {
	Staged    []Delta
	Unstaged  []Delta // New.OID is empty: the content is on disk
	Untracked []Entry // Path ends in "/" for a nested repository, and Mode is ModeSubmodule
	// Filtered are the Unstaged paths that may only differ because a clean filter was not run. Git LFS files are
	// not among them: they are compared with their pointers.
	Filtered map[string]string // path -> filter name
	// Hidden are files that git leaves out of its lists because the index says so (assume-unchanged,
	// skip-worktree), and that lie on disk with other content than in the index.
	Hidden []Delta
}

// Info is what is known of a repository once it is open.
type Info struct {
	// Top is the absolute path of the work tree, "" in a bare repository.
	Top, GitDir, CommonDir string
	// HooksDir is where git looks for hooks, core.hooksPath considered; "" where that is empty and git runs none.
	HooksDir                               string
	Bare, Shallow, Linked, Sparse, Partial bool
	ObjectFormat                           string // "sha1" or "sha256"
	// Head is empty before the first commit; HeadRef is empty when detached.
	Head    OID
	HeadRef string
	// Backend is "git 2.39.5" or "go-git".
	Backend string
	// Unverified are the things this backend cannot know here, one sentence each, sorted. An answer may add
	// one (renames in a partial clone), so ask again at the end.
	Unverified []string
	// Foreign is the owner's numeric id where another user owns the repository, else "".
	Foreign string
	// Inert are the keys of the repository's own configuration that name a command, sorted: nothing here runs them,
	// and what they would have changed of an answer they did not change.
	Inert []string
}

// Errors that callers tell apart with errors.Is. What is wrapped around them names the thing concerned.
var (
	ErrNotARepository  = errors.New("not a git repository")
	ErrUnknownRevision = errors.New("unknown revision")
	ErrAmbiguous       = errors.New("ambiguous revision")
	ErrNotACommit      = errors.New("no commit")
	ErrMissingObject   = errors.New("object is not in this clone")
	ErrTooLarge        = errors.New("larger than the limit")
	ErrNotRegular      = errors.New("not a regular file")
	ErrUnsupported     = errors.New("not possible without the git program")
	ErrOutsideRoot     = errors.New("outside the folders that may be read")
	ErrTimeout         = errors.New("git took longer than its time limit")
)

// AbsentError is of a question that needs objects which a partial clone has never fetched. Nothing here fetches any.
type AbsentError struct {
	// Command is one that lets git fetch them.
	Command string
	// Err is what git said.
	Err error
}

// Error says what git said.
func (e *AbsentError) Error() string { return "this clone is partial: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *AbsentError) Unwrap() error { return e.Err }

// Repository is an open repository, whichever backend reads it. Methods are safe for concurrent use.
// All lists come back sorted by path bytes. Close removes whatever was made outside the repository.
type Repository interface {
	Info() Info
	// Resolve gives the commit a revision names. The revision may be hostile: "--output=x" is only unknown.
	Resolve(ctx context.Context, rev string) (OID, error)
	// SymbolicRef is the name of the reference that a symbolic one leads to, as refs/remotes/origin/HEAD does; "" if
	// there is none by that name, or it is not symbolic. The name may be hostile.
	SymbolicRef(ctx context.Context, name string) (string, error)
	// Has reports whether an object is here.
	Has(ctx context.Context, id OID) (bool, error)
	// Parents are the ids a commit names, whether or not they are here.
	Parents(ctx context.Context, commit OID) ([]OID, error)
	// MergeBases of two commits, best first; none when histories are unrelated.
	MergeBases(ctx context.Context, a, b OID) ([]OID, error)
	// NewCommits are the commits reachable from tip, but not from any of the remote's tracking refs
	// (all remotes' when remote names none), oldest last; boundary are their parents outside that set.
	NewCommits(ctx context.Context, tip OID, remote string) (commits, boundary []OID, err error)
	// DiffTrees compares two commits or trees; a == "" means the empty tree. To tell that nothing differs from itself
	// no object is read.
	DiffTrees(ctx context.Context, a, b OID) ([]Delta, error)
	// DiffIndex compares HEAD with the index: what a commit made now would change. Intent-to-add
	// entries are not in it, unmerged ones are, with Status 'U'.
	DiffIndex(ctx context.Context) ([]Delta, error)
	// Changes makes the lists that are asked for.
	Changes(ctx context.Context, want Lists) (Changes, error)
	// Status compares HEAD, index and work tree.
	Status(ctx context.Context) (WorktreeStatus, error)
	// Files lists a tree (a commit's or its own id), or the index for "". Of a conflict it has one entry: ours, or
	// else theirs, or else the common ancestor's.
	Files(ctx context.Context, tree OID) ([]Entry, error)
	// Lookup gives the entry of one path in a commit or tree; a zero Entry when there is none.
	Lookup(ctx context.Context, tree OID, path string) (Entry, error)
	// ReadObject reads a blob of at most limit bytes; more gives ErrTooLarge without reading it whole.
	ReadObject(ctx context.Context, id OID, limit int64) ([]byte, error)
	// ReadWorktree reads a regular file on disk through no symbolic link, of at most limit bytes.
	ReadWorktree(path string, limit int64) ([]byte, error)
	Close() error
}
