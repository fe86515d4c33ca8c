package finding

// Review is what changed in a repository and how its validations went: the result of the checks changes and
// validations together. Field names and order are schema version 1 of a review. Keys that are optional are left out,
// never null; Repository and its Base are null where there is none.
type Review struct {
	SchemaVersion int `json:"schemaVersion"`
	// OK says that nothing was fatal and every validation that was asked for passed. It says nothing about the code.
	OK          bool             `json:"ok"`
	Detail      Detail           `json:"detail"`
	Scopes      []Section        `json:"scopes"`
	Repository  *RepositoryState `json:"repository"`
	Changes     Changes          `json:"changes"`
	Validations []Validation     `json:"validations"`
	Diagnostics []Diagnostic     `json:"diagnostics"`
	Truncation  Truncation       `json:"truncation"`
}

// Inventory is the document of the check changes.
type Inventory struct {
	Scopes     []Section       `json:"scopes"`
	Repository RepositoryState `json:"repository"`
	Changes    Changes         `json:"changes"`
	// Diagnostics are what is special about the repository's state.
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// RepositoryState is where a repository stands.
type RepositoryState struct {
	// Path is the top of the work tree: the only absolute path in a result.
	Path string    `json:"path"`
	Head HeadState `json:"head"`
	// Base is what the committed section is compared with, nil where there is none.
	Base *BaseState `json:"base"`
}

// HeadState is what HEAD is. Branch is absent when it is detached, SHA before the first commit.
type HeadState struct {
	Unborn   bool   `json:"unborn"`
	Detached bool   `json:"detached"`
	SHA      string `json:"sha,omitempty"`
	Branch   string `json:"branch,omitempty"`
}

// BaseState is the base of the committed section and how it was found.
type BaseState struct {
	// Requested is the revision that was asked for, nil when it was found by itself.
	Requested *string `json:"requested"`
	// Ref is the revision as it was resolved, SHA its commit.
	Ref string `json:"ref"`
	SHA string `json:"sha"`
	// MergeBase is the commit that HEAD is compared with; absent where there is none.
	MergeBase    string `json:"mergeBase,omitempty"`
	AutoDetected bool   `json:"autoDetected"`
}

// Changes are the sections, each sorted by the bytes of the path, and their union. A list has at most Limits.Files
// entries; the counts count all.
type Changes struct {
	Committed []PathChange  `json:"committed"`
	Staged    []PathChange  `json:"staged"`
	Unstaged  []PathChange  `json:"unstaged"`
	Untracked []PathChange  `json:"untracked"`
	Files     []ChangedFile `json:"files"`
	Counts    SectionCounts `json:"counts"`
	// ListTruncated says that a list is shorter than its count.
	ListTruncated bool `json:"listTruncated"`
}

// NoChanges are lists without entries, which are not null in JSON.
func NoChanges() Changes {
	return Changes{Committed: []PathChange{}, Staged: []PathChange{}, Unstaged: []PathChange{}, Untracked: []PathChange{}, Files: []ChangedFile{}}
}

// List is the list of a section.
func (c *Changes) List(s Section) *[]PathChange {
	switch s {
	case Committed:
		return &c.Committed
	case Staged:
		return &c.Staged
	case Unstaged:
		return &c.Unstaged
	}
	return &c.Untracked
}

// SectionCounts count the paths of each section before any list was shortened.
type SectionCounts struct {
	Committed     int `json:"committed"`
	Staged        int `json:"staged"`
	Unstaged      int `json:"unstaged"`
	Untracked     int `json:"untracked"`
	DistinctFiles int `json:"distinctFiles"`
}

// Of is the count of a section.
func (c *SectionCounts) Of(s Section) *int {
	switch s {
	case Committed:
		return &c.Committed
	case Staged:
		return &c.Staged
	case Unstaged:
		return &c.Unstaged
	}
	return &c.Untracked
}

// ValidationStatus is how a validation went.
type ValidationStatus string

// The statuses.
const (
	ValidationPassed     ValidationStatus = "passed"
	ValidationFailed     ValidationStatus = "failed" // another exit code than 0, or ended by a signal
	ValidationTimedOut   ValidationStatus = "timed_out"
	ValidationSpawnError ValidationStatus = "spawn_error" // could not be started
	ValidationDenied     ValidationStatus = "denied"      // was not run
)

// Validation is one command of the operator and how it went.
type Validation struct {
	// ID is the command's name in the configuration, or "argv:0", "argv:1", ... for those named by --validate.
	ID     string           `json:"id"`
	Argv   []string         `json:"argv"`
	Status ValidationStatus `json:"status"`
	// ExitCode is nil for a command that did not exit by itself, Signal for one that no signal ended.
	ExitCode   *int    `json:"exitCode"`
	Signal     *string `json:"signal"`
	DurationMs int64   `json:"durationMs"`
	Stdout     string  `json:"stdout"`
	Stderr     string  `json:"stderr"`
	// Truncated says which of the two is cut; OutputBytesDropped counts the bytes that were cut out.
	Truncated          StreamsCut `json:"truncated"`
	OutputBytesDropped int64      `json:"outputBytesDropped,omitempty"`
	// Reason says what ExitCode and Signal do not: why it did not start, what made us end it, what it left behind.
	Reason string `json:"reason,omitempty"`
}

// StreamsCut says of each captured stream whether it is cut.
type StreamsCut struct {
	Stdout bool `json:"stdout"`
	Stderr bool `json:"stderr"`
}

// Truncation says what was cut to keep the whole within its budget. Counts and diagnostics are never cut.
type Truncation struct {
	Applied      bool  `json:"applied"`
	DroppedBytes int64 `json:"droppedBytes"`
	// Fields are dotted paths, sorted: "changes.files", "validations.0.stdout".
	Fields []string `json:"fields"`
}
