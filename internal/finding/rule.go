package finding

import "strings"

// Rule describes one kind of finding. IDs are words and stay the same for ever: "structure/process-exec".
type Rule struct {
	ID string `json:"id"`
	// Title is one sentence without a full stop, at most 120 characters.
	Title string `json:"title"`
	Level Level  `json:"level"`
	// Capability is what code with such a finding can do, nil for rules that are not about capabilities.
	Capability *Capability `json:"capability,omitempty"`
	// SecuritySeverity is GitHub's score from 0.1 to 10.0; 0 means not a security rule.
	SecuritySeverity float64  `json:"securitySeverity,omitempty"`
	Tags             []string `json:"tags,omitempty"`
	// Help is the rule's prose in Markdown: what it finds, why it matters, what to do.
	Help string `json:"help,omitempty"`
	// Bad must give this finding, Good must not. Both are run as tests.
	Bad  []Example `json:"bad,omitempty"`
	Good []Example `json:"good,omitempty"`
}

// Example is one file of a rule's documentation.
type Example struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Capability is something that code can do.
type Capability struct {
	// Name is a word: "process".
	Name string `json:"name"`
	// Phrase completes "this file ...": "starts processes".
	Phrase string `json:"phrase"`
}

// Check is the name of the check that the rule belongs to: what stands before the slash.
func (r Rule) Check() string {
	name, _, _ := strings.Cut(r.ID, "/")
	return name
}
