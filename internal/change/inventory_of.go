package change

import (
	"cmp"
	"context"
	"slices"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// inventoryOf makes the inventory of a change that is not made of git's lists: commits are one of them; for all of
// the files it is what differs from HEAD; proposed content is in none.
func (c *Change) inventoryOf(ctx context.Context, spec Spec, limits paths) error {
	if c.repo == nil {
		c.Inventory = &finding.Inventory{Scopes: []finding.Section{}, Changes: finding.NoChanges(), Diagnostics: []finding.Diagnostic{}}
		return nil
	}
	info := c.repo.Info()
	from := start{state: finding.RepositoryState{Path: info.Top, Head: headOf(info)}}
	var chosen []finding.Section
	var all taken
	switch spec.Kind {
	case finding.ScopeAll:
		if chosen = sectionsOf(spec); info.Bare {
			chosen = nil
		}
		var err error
		if all, err = c.take(ctx, spec, chosen, "", limits); err != nil {
			return failed(err)
		}
	case finding.ScopeRange, finding.ScopePush:
		chosen = []finding.Section{finding.Committed}
		all.Committed = sorted(limits.deltas(c.compared))
		from.state.Base = c.comparedWith(spec)
		from.diagnostics = c.severalBases()
	}
	if chosen == nil {
		chosen = []finding.Section{}
	}
	c.Inventory = c.inventory(all, chosen, from, spec.Listed)
	return nil
}

// comparedWith is the base of a range or a push. A push has none that anybody named.
func (c *Change) comparedWith(spec Spec) *finding.BaseState {
	if c.Scope.Base == "" {
		return nil
	}
	base := finding.BaseState{Ref: spec.Base, SHA: c.Scope.Base, MergeBase: c.Scope.Base}
	if spec.Kind == finding.ScopeRange {
		base.Requested = &spec.Base
		if c.baseCommit != "" {
			base.SHA = string(c.baseCommit)
		}
	} else {
		base.Ref, base.AutoDetected = c.Scope.Base, true
	}
	return &base
}

// sorted orders differences by path.
func sorted(list []git.Delta) []git.Delta {
	slices.SortStableFunc(list, func(a, b git.Delta) int { return cmp.Compare(a.Path(), b.Path()) })
	return list
}
