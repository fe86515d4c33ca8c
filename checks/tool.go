package checks

import (
	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// Tool is how an agent asks for a check, over MCP. What it may do follows from the check's kind: a File or Change check
// only reads, a Gate check acts. Nothing an agent says chooses a command, or a path outside the operator's roots.
type Tool struct {
	// Name is in snake case, as MCP clients show it.
	Name string
	// Title is a short label; Description says when to use it and what the answer has, in few words: an agent pays for
	// them in every conversation.
	Title, Description string
	// Toolsets are the groups of tools that have it, beside "all".
	Toolsets  []string
	Arguments []Argument
	// Output is the JSON Schema of the structured answer.
	Output string
	// Ask makes of the arguments what is to be looked at. They hold to what Arguments says of them. An error is the
	// caller's: one plain sentence.
	Ask func(Values) (Ask, error)
	// Failed makes the structured answer of a run that could not look at anything; nil where there is none then.
	Failed func(finding.Diagnostic, Values) any
	// Answer makes the structured answer, and a short text for those who read only that, of a run that looked at
	// something. The text may be empty for the usual report.
	Answer func(finding.Result, Values) (structured any, text string, err error)
}

// ArgumentType is the JSON type of an argument.
type ArgumentType string

// The types.
const (
	ArgumentString  ArgumentType = "string"
	ArgumentInteger ArgumentType = "integer"
	ArgumentBoolean ArgumentType = "boolean"
	ArgumentStrings ArgumentType = "array" // of strings
)

// Argument is one argument of a Tool.
type Argument struct {
	Name        string
	Type        ArgumentType
	Description string
	Required    bool
	// Enum are the values that a string, or an entry of an array, may have; nil for any.
	Enum []string
	// Min and Max bound an integer; both 0 for no bounds. Min is also the least length of a string or an array.
	Min, Max int
	// Validations says that the values are names of the operator's validations. Those that agents may ask for become
	// the Enum; where there are none, there is no such tool.
	Validations bool
}

// Values are the arguments of one call by name. One that was not given is absent.
type Values map[string]any

// Text is a string, empty where it was not given.
func (v Values) Text(name string) string { s, _ := v[name].(string); return s }

// Texts are the entries of an array.
func (v Values) Texts(name string) []string { s, _ := v[name].([]string); return s }

// Number is an integer, or what stands for it where it was not given.
func (v Values) Number(name string, otherwise int) int {
	if n, ok := v[name].(int); ok {
		return n
	}
	return otherwise
}

// Flag is a boolean, or what stands for it where it was not given.
func (v Values) Flag(name string, otherwise bool) bool {
	if b, ok := v[name].(bool); ok {
		return b
	}
	return otherwise
}

// Ask is what a tool asks of the engine.
type Ask struct {
	// Path is the folder to start from, or what Spec of ScopeFiles is about; as the caller gave it, empty for the first
	// root. It is resolved and confined before anything is looked at.
	Path string
	// Spec is the change to look at.
	Spec change.Spec
	// Checks are the names of the checks to run; empty means the tool's own.
	Checks []string
	// FailOn is the threshold of the verdict; empty means the operator's.
	FailOn finding.Level
	Limits finding.Limits
	// Validations are names from the operator's configuration.
	Validations []string
}
