package change

import (
	"context"
	"errors"
	"fmt"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// revisions is what Head has that Base, or their merge base, has not.
func (c *Change) revisions(ctx context.Context, spec Spec) error {
	headRev := spec.Head
	if headRev == "" {
		headRev = "HEAD"
	}
	base, err := c.resolve(ctx, spec.Base)
	if err != nil {
		return err
	}
	head, err := c.resolve(ctx, headRev)
	if err != nil {
		return err
	}
	c.baseCommit = base
	c.Scope.Description = fmt.Sprintf("%s since it left %s", headRev, spec.Base)
	if spec.Direct {
		c.Scope.Description = fmt.Sprintf("%s against %s", headRev, spec.Base)
	} else if base, err = c.mergeBase(ctx, base, head, spec.Base, headRev); err != nil {
		return err
	}
	c.Scope.Description = finding.Printable(c.Scope.Description) + " (" + short(base) + ".." + short(head) + ")"
	c.Scope.Base, c.Scope.Head = string(base), string(head)
	deltas, err := c.repo.DiffTrees(ctx, base, head)
	if err != nil {
		return failed(err)
	}
	for _, d := range deltas {
		c.add(d)
	}
	c.compared = deltas
	return nil
}

// unshallow is the command that brings all of a shallow clone's history.
const unshallow = "this clone is shallow: run `git fetch --unshallow`, or set `fetch-depth: 0` in actions/checkout"

func (c *Change) mergeBase(ctx context.Context, base, head git.OID, baseRev, headRev string) (git.OID, error) {
	bases, err := c.repo.MergeBases(ctx, base, head)
	if err != nil {
		return "", failed(err)
	}
	shallow := c.repo.Info().Shallow
	if len(bases) == 0 {
		if shallow {
			return "", finding.Unfinishedf(unshallow, "%w: that of %q and %q is not in this clone", ErrNoMergeBase, baseRev, headRev)
		}
		return "", finding.Unfinishedf(fmt.Sprintf("compare the two directly with --range %s..%s", baseRev, headRev),
			"%w: %q and %q have no common ancestor", ErrNoMergeBase, baseRev, headRev)
	}
	// Below a shallow clone's boundary git sees no parents, so it may take an older commit for the merge base.
	// Only when the base is itself the merge base can nothing have been cut away in between.
	if shallow && bases[0] != base {
		return "", finding.Unfinishedf(unshallow, "%w: that of %q and %q cannot be trusted in this clone", ErrNoMergeBase, baseRev, headRev)
	}
	c.mergeBases = len(bases)
	if len(bases) > 1 {
		c.warnf("%d merge bases: compared with the first, %s", len(bases), short(bases[0]))
	}
	return bases[0], nil
}

// push is what the remote would get: for each ref the files that differ from all the remote already has.
func (c *Change) push(ctx context.Context, spec Spec) error {
	refs, deleted := 0, 0
	seen := map[git.Delta]bool{}
	done := map[[2]git.OID]bool{} // a push of many tags has many refs to one commit
	for _, ref := range spec.Push {
		if ref.Deletion() {
			deleted++
			continue
		}
		refs++
		ids := [2]git.OID{ref.LocalOID, ref.RemoteOID}
		if done[ids] {
			continue
		}
		done[ids] = true
		deltas, others, err := c.pushed(ctx, ref, spec.Remote)
		if err != nil {
			return err
		}
		for _, d := range deltas {
			if !seen[d] {
				seen[d] = true
				c.add(d)
				c.compared = append(c.compared, d)
				c.Files[len(c.Files)-1].Others = others[d.Path()]
			}
		}
	}
	c.Scope.Description = fmt.Sprintf("push of %d refs", refs)
	if refs == 1 {
		c.Scope.Description = "push of " + finding.Printable(lastPushed(spec.Push).RemoteRef)
	}
	if deleted > 0 {
		c.Scope.Description += fmt.Sprintf(", %d deleted", deleted)
	}
	return nil
}

func lastPushed(refs []git.PushRef) git.PushRef {
	var last git.PushRef
	for _, r := range refs {
		if !r.Deletion() {
			last = r
		}
	}
	return last
}

// pushed is what one ref adds: what differs from every commit that the remote has. The others are the files' sides
// in those commits after the first.
func (c *Change) pushed(ctx context.Context, ref git.PushRef, remote string) (deltas []git.Delta, others map[string][]Side, err error) {
	tip, err := c.repo.Resolve(ctx, string(ref.LocalOID))
	if errors.Is(err, git.ErrNotACommit) {
		c.warnf("%s is no commit but a single object, and was not looked at", finding.Printable(ref.RemoteRef))
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, failed(err)
	}
	bases, err := c.basesOfPush(ctx, ref, tip, remote)
	if err != nil || bases == nil {
		return nil, nil, err
	}
	c.Scope.Base, c.Scope.Head = string(bases[0]), string(tip)
	c.pushBases = append(c.pushBases, bases...)
	if deltas, err = c.repo.DiffTrees(ctx, bases[0], tip); err != nil {
		return nil, nil, failed(err)
	}
	others = map[string][]Side{}
	for _, base := range bases[1:] {
		from, err := c.repo.DiffTrees(ctx, base, tip)
		if err != nil {
			return nil, nil, failed(err)
		}
		deltas = inBoth(deltas, from)
		for _, d := range from {
			others[d.Path()] = append(others[d.Path()], sideOf(d.Old))
		}
	}
	return deltas, others, nil
}

// basesOfPush are the commits the remote has that a ref's tip is to be compared with: nil when it has the tip
// already, the empty id when it has nothing.
func (c *Change) basesOfPush(ctx context.Context, ref git.PushRef, tip git.OID, remote string) ([]git.OID, error) {
	if !ref.New() {
		known, err := c.repo.Has(ctx, ref.RemoteOID)
		if err != nil {
			return nil, failed(err)
		}
		if known {
			bases, err := c.repo.MergeBases(ctx, ref.RemoteOID, tip)
			if err != nil {
				return nil, failed(err)
			}
			if len(bases) > 0 {
				return bases, nil
			}
		}
	}
	commits, boundary, err := c.repo.NewCommits(ctx, tip, remote)
	if err != nil {
		return nil, failed(err)
	}
	if len(commits) == 0 {
		return nil, nil
	}
	if len(boundary) == 0 {
		return []git.OID{""}, nil
	}
	return boundary, nil
}

// inBoth keeps the deltas whose new side also differs from the other base: a merge of what the remote
// already has brings nothing new.
func inBoth(deltas, other []git.Delta) []git.Delta {
	differs := map[string]bool{}
	for _, d := range other {
		differs[d.Path()] = true
	}
	kept := deltas[:0]
	for _, d := range deltas {
		if differs[d.Path()] {
			kept = append(kept, d)
		}
	}
	return kept
}
