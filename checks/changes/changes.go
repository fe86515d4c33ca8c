// Package changes is the check that says what differs in a repository, in git's own terms: names and statuses, no
// content.
package changes

import (
	"context"
	_ "embed" // for the check's prose

	"sentinel/checks"
	"sentinel/internal/finding"
)

//go:embed changes.md
var doc string

// Check lists what differs between the base branch, HEAD, the index and the files on disk.
func Check() *checks.Check {
	return &checks.Check{
		Name:      "changes",
		Title:     "What differs, in git's four lists: committed, staged, unstaged, untracked",
		Doc:       doc,
		OnRequest: true,
		Inventory: true,
		Change:    list,
		Tools:     tools(),
	}
}

// list hands on what the change has taken stock of. It judges nothing: what is special about the repository's state
// is a diagnostic, not a finding.
func list(_ context.Context, c *checks.Change) error {
	if c.Inventory == nil {
		return finding.Usagef("leave --files out, or leave out the check", "files are compared with nothing, so there is no list of what differs")
	}
	for _, d := range c.Inventory.Diagnostics {
		c.Diagnose(d)
	}
	c.Document(c.Inventory)
	return nil
}
