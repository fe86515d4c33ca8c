package engine

import (
	"slices"
	"sync"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// parseAhead begins to parse proposed content while git is asked about the repository: the content is there from the
// beginning, and each of the two takes some milliseconds. The function that it gives waits for the tree; nil where
// nothing is to be parsed.
func parseAhead(req Request, chosen []*checks.Check) func() (*syntax.Tree, error) {
	reads := slices.ContainsFunc(chosen, func(c *checks.Check) bool { return c.File != nil })
	if req.Scope.Kind != finding.ScopeOverlay || !reads || len(req.Scope.OverlayText) > syntax.MaxBytes {
		return nil
	}
	in := classify(req.Scope.OverlayText)
	if in.skip != "" || in.binary {
		return nil
	}
	parse := sync.OnceValues(parser(req.Scope.OverlayPath, in.text))
	go func() {
		defer func() { _ = recover() }() // whoever waits for the tree meets the same panic, and reports it
		_, _ = parse()
	}()
	return parse
}
