// Package finding holds every type that crosses a border between packages:
// what a check says, what was not looked at, and the whole result of a run.
// It is a leaf: it imports nothing but the standard library.
package finding

import "unicode/utf8"

// Level is how serious a finding is, in SARIF's words.
type Level string

// The levels, most serious first. An error blocks by default. Never is a threshold only: no finding reaches it.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
	Never   Level = "never"
)

// Rank orders levels: 0 is the most serious; an unknown level ranks last.
func (l Level) Rank() int {
	switch l {
	case Error:
		return 0
	case Warning:
		return 1
	case Note:
		return 2
	}
	return 3
}

// AtLeast reports whether l is as serious as threshold or more.
func (l Level) AtLeast(threshold Level) bool {
	return threshold != Never && l.Rank() <= threshold.Rank()
}

// Lower is the next less serious level; a note stays a note.
func (l Level) Lower() Level {
	if l == Error {
		return Warning
	}
	return Note
}

// Span is a half-open range of byte offsets, [Start, End), into a file's text as the check saw it.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Region is where a Span lies for a person. Lines and columns start at 1; columns count
// Unicode code points (SARIF columnKind unicodeCodePoints); EndColumn is exclusive, as in SARIF 3.30.
type Region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

// Artifact names a file, relative to the top of the repository, with forward slashes.
// A path is bytes: Path holds them as they are. PathBytes repeats them (base64 in JSON) only when
// they are not UTF-8, because JSON strings cannot carry them.
type Artifact struct {
	Path      string `json:"path"`
	PathBytes []byte `json:"pathBytes,omitempty"`
}

// ArtifactOf names the file at path.
func ArtifactOf(path string) Artifact {
	if utf8.ValidString(path) {
		return Artifact{Path: path}
	}
	return Artifact{Path: path, PathBytes: []byte(path)}
}

// Attribution says which side of a change a finding belongs to.
type Attribution string

// The attributions. A scope without a base side has no attribution.
const (
	Introduced Attribution = "introduced" // the base side did not have it
	Existing   Attribution = "existing"   // the base side had it, in this file or in another one it moved from
	Unknown    Attribution = "unknown"    // there was no base side, or it could not be looked at
)

// Finding is one thing a check says about a file.
type Finding struct {
	RuleID string `json:"ruleId"`
	Level  Level  `json:"level"`
	// Message is one sentence in the present tense, without a full stop.
	Message string `json:"message"`
	Artifact
	Region Region `json:"region"`
	// Fingerprint identifies the finding by content: it holds no path and no line number,
	// and is the same in every scope.
	Fingerprint string      `json:"fingerprint"`
	Attribution Attribution `json:"attribution"`
	// MovedFrom is the path on the base side that an existing finding came from, if that is another file.
	MovedFrom *Artifact `json:"movedFrom,omitempty"`
	// Adjustments say, in order, why Level is not the rule's own level.
	Adjustments []Adjustment `json:"adjustments,omitempty"`
}

// Adjustment is one change of a finding's level.
type Adjustment struct {
	From   Level  `json:"from"`
	To     Level  `json:"to"`
	Reason string `json:"reason"`
}

// Adjust sets the level and records why.
func (f *Finding) Adjust(to Level, reason string) {
	if f.Level == to {
		return
	}
	f.Adjustments = append(f.Adjustments, Adjustment{From: f.Level, To: to, Reason: reason})
	f.Level = to
}
