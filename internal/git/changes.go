package git

// Lists says which of git's four disjoint lists Changes is to make.
type Lists struct {
	// From and To are the two sides of Committed: commits or trees. From == "" means the empty tree.
	From, To                    OID
	Committed, Staged, Unstaged bool
	// Untracked is called for each untracked path, in the order of its bytes, while git runs: there may be more of
	// them than memory has room for. A nested repository's path ends in "/" and has ModeSubmodule; of all others the
	// Mode is empty, unless Modes asks for it. nil: not wanted. It is not called again after Changes has returned, and
	// what it was told counts only if that was without an error.
	Untracked func(Entry)
	// Modes asks for the mode of untracked files: each of them is looked at for it.
	Modes bool
}

// Changes are git's own lists, each sorted by path bytes. A conflict is in Staged and in Unstaged, once in each, with
// Status 'U'.
type Changes struct {
	// Committed and Staged are those of "git diff --name-status -M -C", without and with --cached.
	Committed, Staged []Delta
	// Unstaged is that of "git diff --name-status -M -C". New.OID is empty: the content is on disk.
	Unstaged []Delta
	// Filtered and Hidden are as in WorktreeStatus; they come with Unstaged.
	Filtered map[string]string
	Hidden   []Delta
	// RenamesLimited says that in one of the lists git did not look for all renames and copies, because there were
	// more files to compare than its limit: some of them are a deletion and an addition instead.
	RenamesLimited bool
}
