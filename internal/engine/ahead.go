package engine

import (
	"slices"
	"sync"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// parseAhead begins to parse proposed content while git is asked about the repository: the content is there from the
// beginning, and each of the two takes some milliseconds. tree waits for the tree, and is nil where nothing is to be
// parsed. wait is called at the end of a run: no parse outlives the run that it is for.
func parseAhead(req Request, chosen []*checks.Check) (tree func() (*syntax.Tree, error), wait func()) {
	reads := slices.ContainsFunc(chosen, func(c *checks.Check) bool { return c.File != nil })
	if req.Scope.Kind != finding.ScopeOverlay || !reads || len(req.Scope.OverlayText) > syntax.MaxBytes {
		return nil, func() {}
	}
	in := classify(req.Scope.OverlayText)
	if in.skip != "" || in.binary {
		return nil, func() {}
	}
	tree = sync.OnceValues(parser(req.Scope.OverlayPath, in.text))
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // who asks for the tree meets the same panic, and reports it
		_, _ = tree()
	}()
	return tree, func() { <-done }
}
