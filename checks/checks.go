// Package checks is the contract between the engine and the checks: data types, no machinery.
//
// A check is a struct value with its documentation and one function. Which function field is set says
// what the check may do, so that it can be seen without reading its code:
//
//   - File:   one file's text at a time, pure. The engine runs it in parallel, on both sides of a change,
//     and may answer from a cache instead of running it.
//   - Change: the whole change at once, pure.
//   - Gate:   acts or reads state outside the change, such as running an operator's command.
//
// A check reports byte spans and messages. Only the engine turns those into lines, columns, fingerprints,
// attribution and levels. An error from a check, or a panic, means that the check broke; it never means
// that it found something.
package checks

import (
	"context"

	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// Check finds one family of problems. Exactly one of File, Change and Gate is set.
type Check struct {
	// Name is a word: the folder, the argument of `sentinel check`, and what its rule IDs begin with.
	Name string
	// Title is one sentence without a full stop.
	Title string
	// Doc is the check's prose in Markdown, embedded from NAME.md.
	Doc string
	// Rules are all the findings the check can give, sorted by ID.
	Rules []finding.Rule

	// Match says whether a File check wants a file, from its path, mode and kind alone. A Change check that depends
	// on the text of files has one, too: its coverage is what became of those.
	Match func(change.File) bool
	// Binary says that a File check wants what Match chose even if there is a NUL byte in it. Source code runs with
	// one in a comment, and must not escape by it.
	Binary bool
	File   func(context.Context, *File) error
	// Summarize makes the run's document from the files' documents, in path order. Optional.
	Summarize func([]finding.Document, Looked) (any, error)

	Change func(context.Context, *Change) error
	Gate   func(context.Context, *Gate) error

	// Tools are how agents ask for the check. Optional: the tool "check" runs it, too.
	Tools []Tool

	// OnRequest says that the check runs only where it is named: it judges nothing by itself, or it acts. Every Gate
	// check is so.
	OnRequest bool
	// Inventory says that a Change check wants the change's Inventory, and not its Files.
	Inventory bool
}

// Looked is what a check's summary needs to know beside the documents: everything of that check
// that was not looked at, or not whole.
type Looked struct {
	Incomplete []finding.Incomplete
	Skips      []finding.Skip
	Faults     []finding.Fault
}

// Rule is the check's rule with that ID.
func (c *Check) Rule(id string) (finding.Rule, bool) {
	for _, r := range c.Rules {
		if r.ID == id {
			return r, true
		}
	}
	return finding.Rule{}, false
}

// Report is one finding as a check states it.
type Report struct {
	// Rule is the ID of one of the check's rules.
	Rule string
	Span finding.Span
	// Message is one sentence in the present tense, without a full stop. It may name identifiers and
	// modules (see Clip), never bodies, comments or strings of the file.
	Message string
	// Key is what makes the finding the same one elsewhere: its fingerprint is made of the rule and the key.
	// Empty means the text of the lines the span touches.
	Key string
}
