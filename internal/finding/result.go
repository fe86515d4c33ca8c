package finding

import "encoding/json"

// SchemaVersion is the version of Result's JSON form. Keys are only ever added to a version.
const SchemaVersion = 1

// Result is all that a run found out. It holds no clock and no map order:
// the same input gives the same bytes.
type Result struct {
	SchemaVersion int       `json:"schemaVersion"`
	Tool          Tool      `json:"tool"`
	Scope         Scope     `json:"scope"`
	Verdict       Verdict   `json:"verdict"`
	Counts        Counts    `json:"counts"`
	Capabilities  []Gain    `json:"capabilities"`
	Findings      []Finding `json:"findings"`
	// Suppressed are findings that a person disagreed with; they are in no other list.
	Suppressed []Suppressed `json:"suppressed"`
	// Policy are the settings that changed something in this run.
	Policy     []Setting    `json:"policy"`
	Incomplete []Incomplete `json:"incomplete"`
	Skips      []Skip       `json:"skips"`
	Faults     []Fault      `json:"faults"`
	Coverage   []Coverage   `json:"coverage"`
	Warnings   []string     `json:"warnings"`
	// Diagnostics are states of the repository or of a validation that are no findings about code.
	Diagnostics []Diagnostic `json:"diagnostics"`
	Rules       []Rule       `json:"rules"`
	// Documents is each check's own machine-readable result, sorted by check and path.
	Documents []Document `json:"documents,omitempty"`
	// Review is what the checks changes and validations say together, nil where neither ran. It is a report of its
	// own; in this form their documents have the same.
	Review *Review `json:"-"`
}

// Tool is the program that made a Result.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ScopeKind says which two sides a change has.
type ScopeKind string

// The scopes.
const (
	ScopeStaged   ScopeKind = "staged"   // HEAD against the index
	ScopeWorktree ScopeKind = "worktree" // HEAD against the files on disk, untracked ones included
	ScopeRange    ScopeKind = "range"    // merge base against a commit
	ScopePush     ScopeKind = "push"     // what a push would add to the remote
	ScopeAll      ScopeKind = "all"      // nothing against the files on disk
	ScopeOverlay  ScopeKind = "overlay"  // HEAD against one file's proposed content
	ScopeFiles    ScopeKind = "files"    // files and folders on disk, in a repository or not, against nothing
	// ScopeSections is several of git's four lists together: what a branch and its work tree add to the base branch.
	ScopeSections ScopeKind = "sections"
)

// Compared reports whether there is a base side.
func (k ScopeKind) Compared() bool { return k != ScopeAll && k != ScopeFiles }

// Scope says what was compared.
type Scope struct {
	Kind ScopeKind `json:"kind"`
	// Description is the scope in words: "staged changes against HEAD".
	Description string `json:"description"`
	// Base and Head are commit ids; empty where a side is not a commit.
	Base string `json:"base,omitempty"`
	Head string `json:"head,omitempty"`
	// Paths are the path limits asked for; empty means everything.
	Paths []string `json:"paths,omitempty"`
	// Backend is what read the repository: "git 2.39.5" or "go-git".
	Backend string `json:"backend"`
	// Unverified lists what the backend cannot know, one sentence each.
	Unverified []string `json:"unverified,omitempty"`
	// Files is the number of files that differ between the sides; Bytes is their size on the new side,
	// as far as it was read.
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
	// Unmatched counts the files that no check looks at, such as images or prose.
	Unmatched int `json:"unmatched"`
}

// Counts sums up a Result. Errors, Warnings and Notes count what is neither existing nor suppressed.
type Counts struct {
	Errors     int `json:"errors"`
	Warnings   int `json:"warnings"`
	Notes      int `json:"notes"`
	Existing   int `json:"existing"`
	Suppressed int `json:"suppressed"` // by directives and settings
	Baseline   int `json:"baseline"`   // by the baseline
	Incomplete int `json:"incomplete"`
	Skips      int `json:"skips"`
	Faults     int `json:"faults"`
}

// Gain is a capability that a file newly has: the base side of the file had no finding of that capability.
type Gain struct {
	Artifact
	Capability Capability `json:"capability"`
	// Level is the most serious level among the findings behind it.
	Level Level `json:"level"`
	// Findings counts them.
	Findings int `json:"findings"`
	// MovedFrom is a file of the change that had all of it before and has it no longer.
	MovedFrom *Artifact `json:"movedFrom,omitempty"`
}

// Document is what a check hands to machines about one file, or about the whole run when Path is empty.
type Document struct {
	Check string `json:"check"`
	Artifact
	Data json.RawMessage `json:"data"`
}

// Outcome is what a run comes to.
type Outcome string

// The outcomes.
const (
	Passed     Outcome = "passed"     // nothing at or above the threshold, as far as was looked
	Blocked    Outcome = "blocked"    // findings at or above the threshold
	Unfinished Outcome = "unfinished" // faults, or incomplete coverage where that was asked to fail
	TimedOut   Outcome = "timed-out"  // a time budget ended the run
)

// Verdict is the one decision that every door to the engine shows.
type Verdict struct {
	Outcome Outcome `json:"outcome"`
	// ExitCode is the process exit code for the outcome: 0, 1, 3 or 4.
	ExitCode int `json:"exitCode"`
	// FailOn is the threshold in force.
	FailOn Level `json:"failOn"`
	// Reasons say in one sentence each what led to an outcome other than passed.
	Reasons []string `json:"reasons"`
}
