package finding

// Section is one of git's four disjoint lists of what differs.
type Section string

// The sections.
const (
	Committed Section = "committed" // the merge base with the base branch against HEAD
	Staged    Section = "staged"    // HEAD against the index
	Unstaged  Section = "unstaged"  // the index against the files on disk
	Untracked Section = "untracked" // files on disk that git neither tracks nor ignores
)

// Sections are all of them in their canonical order, from the oldest side to the newest.
func Sections() []Section { return []Section{Committed, Staged, Unstaged, Untracked} }

// PathStatus is how a path of a Section differs.
type PathStatus string

// The statuses.
const (
	PathAdded       PathStatus = "added"
	PathModified    PathStatus = "modified"
	PathDeleted     PathStatus = "deleted"
	PathRenamed     PathStatus = "renamed"
	PathCopied      PathStatus = "copied"
	PathTypeChanged PathStatus = "typechange"
	PathUntracked   PathStatus = "untracked"
	PathUnmerged    PathStatus = "unmerged"
)

// Precedence orders the statuses of one path in several sections: the lowest counts.
func (s PathStatus) Precedence() int {
	for i, status := range []PathStatus{PathUnmerged, PathDeleted, PathUntracked, PathRenamed, PathCopied, PathAdded, PathTypeChanged} {
		if s == status {
			return i
		}
	}
	return 7
}

// PathChange is one path of a Section.
type PathChange struct {
	Artifact
	Status PathStatus `json:"status"`
	// Kind is "directory" for a repository inside this one, which is not looked into.
	Kind string `json:"kind,omitempty"`
	// OrigPath is where a rename or copy is from, Score its similarity in percent.
	OrigPath string `json:"origPath,omitempty"`
	// OrigPathBytes repeats OrigPath when it is not UTF-8, as Artifact's PathBytes does.
	OrigPathBytes []byte `json:"origPathBytes,omitempty"`
	Score         *int   `json:"score,omitempty"`
}

// ChangedFile is a distinct path of the union of the sections.
type ChangedFile struct {
	Artifact
	// Status is the one with the highest precedence.
	Status PathStatus `json:"status"`
	// Scopes are the sections that have the path, in canonical order.
	Scopes []Section `json:"scopes"`
}
