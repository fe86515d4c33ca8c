package change

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// taken are git's lists as an inventory and the files of a change are made of them.
type taken struct {
	git.Changes
	// untracked are all of them where files are wanted, else the first Listed.
	untracked []git.Entry
	// overlap counts the untracked paths that an older section has too, untrackedCount all of them.
	overlap, untrackedCount int
}

// sections is the change of several of git's lists together.
func (c *Change) sections(ctx context.Context, spec Spec, limits paths) error {
	chosen := sectionsOf(spec)
	info := c.repo.Info()
	from := start{state: finding.RepositoryState{Path: info.Top, Head: headOf(info)}}
	if slices.Contains(chosen, finding.Committed) {
		found, err := c.findBase(ctx, spec)
		if err != nil {
			return err
		}
		from.base, from.diagnostics = found.base, found.diagnostics
		from.state.Base = found.state
		if !found.known {
			chosen = slices.DeleteFunc(chosen, func(s finding.Section) bool { return s == finding.Committed })
		}
	}
	c.describe(spec, chosen, from)
	if spec.NamesOnly && !spec.Inventory {
		return nil
	}
	all, err := c.take(ctx, spec, chosen, from.base, limits)
	if err != nil {
		return failed(err)
	}
	if spec.Inventory {
		c.Inventory = c.inventory(all, chosen, from, spec.Listed)
	}
	if spec.NamesOnly {
		return nil
	}
	for _, d := range composed(all) {
		c.add(d)
	}
	c.warnOf(git.WorktreeStatus{Unstaged: all.Unstaged, Filtered: all.Filtered, Hidden: all.Hidden})
	if spec.Kind == finding.ScopeWorktree || slices.Contains(chosen, finding.Staged) {
		return c.merging(ctx, from.since(chosen))
	}
	return nil
}

// start is where the sections of a change start from.
type start struct {
	state       finding.RepositoryState
	base        git.OID // the merge base, empty where there is none
	diagnostics []finding.Diagnostic
}

// since is the commit that names the base, "" where nothing committed is looked at.
func (s start) since(chosen []finding.Section) git.OID {
	if !slices.Contains(chosen, finding.Committed) {
		return ""
	}
	return git.OID(s.state.Base.SHA)
}

// sectionsOf are the sections that a spec means, in canonical order.
func sectionsOf(spec Spec) []finding.Section {
	switch {
	case spec.Kind == finding.ScopeStaged:
		return []finding.Section{finding.Staged}
	case spec.Kind == finding.ScopeWorktree, spec.Kind == finding.ScopeAll:
		return []finding.Section{finding.Staged, finding.Unstaged, finding.Untracked}
	case len(spec.Sections) == 0:
		return finding.Sections()
	}
	return slices.DeleteFunc(finding.Sections(), func(s finding.Section) bool { return !slices.Contains(spec.Sections, s) })
}

func headOf(info git.Info) finding.HeadState {
	return finding.HeadState{
		Unborn: info.Head == "", Detached: info.HeadRef == "", SHA: string(info.Head), Branch: shortRef(info.HeadRef),
	}
}

// take reads the lists. Git prints the untracked paths last, and there may be any number of them; so by the time they
// come, the lists that they may overlap with are there.
func (c *Change) take(ctx context.Context, spec Spec, chosen []finding.Section, base git.OID, limits paths) (taken, error) {
	var all taken
	want := func(s finding.Section) bool { return slices.Contains(chosen, s) }
	older := git.Lists{From: base, To: c.repo.Info().Head, Committed: want(finding.Committed), Staged: want(finding.Staged)}
	newer := git.Lists{Unstaged: want(finding.Unstaged), Modes: !spec.NamesOnly}
	var wait sync.WaitGroup
	var failure error
	known := map[string]bool{}
	ready := make(chan struct{})
	wait.Go(func() {
		defer close(ready)
		var lists git.Changes
		if lists, failure = c.repo.Changes(ctx, older); failure != nil {
			return
		}
		all.Committed, all.Staged = limits.deltas(lists.Committed), limits.deltas(lists.Staged)
		all.RenamesLimited = lists.RenamesLimited
		for _, d := range slices.Concat(all.Committed, all.Staged) {
			known[d.Path()] = true
		}
	})
	if want(finding.Untracked) {
		newer.Untracked = func(e git.Entry) {
			<-ready
			if !limits.match(e.Path) {
				return
			}
			all.untrackedCount++
			if known[e.Path] {
				all.overlap++
			}
			if !spec.NamesOnly || len(all.untracked) < spec.Listed {
				all.untracked = append(all.untracked, e)
			}
		}
	}
	lists, err := c.repo.Changes(ctx, newer)
	wait.Wait()
	if failure != nil {
		return taken{}, failure
	}
	all.Unstaged, all.Filtered, all.Hidden = limits.deltas(lists.Unstaged), lists.Filtered, limits.deltas(lists.Hidden)
	all.RenamesLimited = all.RenamesLimited || lists.RenamesLimited
	return all, err
}

// deltas are those within the limits.
func (p paths) deltas(list []git.Delta) []git.Delta {
	if len(p) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(d git.Delta) bool {
		return !p.match(d.Path()) && !(d.Old.Mode != "" && p.match(d.Old.Path))
	})
}

// describe says in words what is compared.
func (c *Change) describe(spec Spec, chosen []finding.Section, from start) {
	info := c.repo.Info()
	switch spec.Kind {
	case finding.ScopeStaged:
		c.Scope.Base, c.Scope.Description = string(info.Head), "staged changes against "+c.headName()
		return
	case finding.ScopeWorktree:
		c.Scope.Base, c.Scope.Description = string(info.Head), "work tree against "+c.headName()
		return
	}
	c.Scope.Base = string(info.Head)
	if slices.Contains(chosen, finding.Committed) {
		c.Scope.Base = string(from.base)
	}
	c.Scope.Description = "nothing"
	for i, s := range chosen {
		if i == 0 {
			c.Scope.Description = ""
		} else {
			c.Scope.Description += ", "
		}
		c.Scope.Description += string(s)
		if s == finding.Committed {
			c.Scope.Description += fmt.Sprintf(" since %s (%s)", finding.Printable(from.state.Base.Ref), short(from.base))
		}
	}
}
