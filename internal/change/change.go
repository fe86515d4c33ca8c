// Package change turns a scope into a Change: two sides of a repository and the files that differ.
package change

import (
	"context"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// Status says how a file differs between the sides.
type Status string

// The statuses. A file of a scope without a base side is Present.
const (
	Added       Status = "added"
	Modified    Status = "modified"
	Deleted     Status = "deleted"
	Renamed     Status = "renamed"
	Copied      Status = "copied"
	TypeChanged Status = "type-changed"
	Unmerged    Status = "unmerged"
	Present     Status = "present"
)

// File is one file of a change. Old is zero for a new file, New for a deleted one.
type File struct {
	// Path is the path on the new side, or the old one of a deleted file.
	Path   string
	Status Status
	Score  int // similarity in percent of a rename or copy
	Old    Side
	New    Side
	Kind   Kind
	// Others are further base sides, in a merge: the file as the other parents, or the remote, have it.
	Others []Side
}

// Bases are all the sides that the new one is compared with.
func (f File) Bases() []Side { return append([]Side{f.Old}, f.Others...) }

// Side is where a file's content on one side is.
type Side struct {
	Path string
	Mode git.Mode
	// OID is the blob; empty where the content is on disk or in memory.
	OID git.OID
	// Disk says that the file on disk has that content, as far as git can tell.
	Disk bool
	// Memory is the content of an overlay, nil elsewhere.
	Memory []byte
}

// Present reports whether the file exists on this side.
func (s Side) Present() bool { return s.Mode != "" }

// Change is a resolved scope. Files are sorted by path.
type Change struct {
	Scope finding.Scope
	Files []File
	// Skips, Faults and Warnings are what Resolve already knows: submodules, conflicts, degraded states.
	Skips    []finding.Skip
	Faults   []finding.Fault
	Warnings []string
	// NamesOnly says that Files stayed empty, because nobody wanted them.
	NamesOnly bool
	// Inventory is what differs in git's own lists, nil unless it was asked for, and of ScopeFiles always.
	Inventory *finding.Inventory

	repo git.Repository
	// folder is where the files of ScopeFiles are, which has no repo.
	folder *git.Folder
	// pushBases are the commits that a push is compared with, "" for one that starts from nothing.
	pushBases []git.OID
	// baseCommit is the commit that the base of a range names, before the merge base is taken.
	baseCommit git.OID
	// compared are the differences between commits.
	compared []git.Delta
	// mergeBases counts those of a base and HEAD.
	mergeBases int
}

// HasBase reports whether the change has two sides to compare.
func (c *Change) HasBase() bool { return c.Scope.Kind.Compared() }

// Close ends the reading of files of ScopeFiles. There is nothing to close of any other scope.
func (c *Change) Close() error {
	if c.folder == nil {
		return nil
	}
	return c.folder.Close()
}

// Read gives one side's content, at most limit bytes (git.ErrTooLarge over it).
func (c *Change) Read(ctx context.Context, s Side, limit int64) ([]byte, error) {
	switch {
	case s.Memory != nil:
		if int64(len(s.Memory)) > limit {
			return nil, git.ErrTooLarge
		}
		return s.Memory, nil
	case s.Disk:
		// Reading a file costs less than asking git for an object. What git knew of it may not hold any more, or
		// only with line endings converted: then the object it is.
		if text, err := c.repo.ReadWorktree(s.Path, limit); err == nil && s.OID.IsBlob(text) {
			return text, nil
		}
		return c.repo.ReadObject(ctx, s.OID, limit)
	case s.OID != "":
		return c.repo.ReadObject(ctx, s.OID, limit)
	case c.folder != nil:
		return c.folder.Read(s.Path, limit)
	}
	return c.repo.ReadWorktree(s.Path, limit)
}
