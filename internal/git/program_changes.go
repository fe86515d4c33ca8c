package git

import (
	"context"
	"sync"
)

// Changes makes the lists that are asked for, by one process each for Committed and Staged and one for the work tree,
// all at the same time.
func (r *programRepo) Changes(ctx context.Context, want Lists) (Changes, error) {
	var c Changes
	var committed, staged, local error
	var wait sync.WaitGroup
	if want.Committed {
		wait.Go(func() { c.Committed, committed = r.diffTrees(ctx, want.From, want.To) })
	}
	if want.Staged {
		wait.Go(func() { c.Staged, staged = r.diffIndex(ctx) })
	}
	if want.Unstaged || want.Untracked != nil {
		if told := want.Untracked; told != nil && want.Modes {
			want.Untracked = func(e Entry) {
				e.Mode = r.modeOnDisk(e.Path)
				told(e)
			}
		}
		var s WorktreeStatus
		s, local = r.compare(ctx, comparison{asDiff: true, unstaged: want.Unstaged, untracked: want.Untracked})
		c.Unstaged, c.Filtered, c.Hidden = s.Unstaged, s.Filtered, s.Hidden
	}
	wait.Wait()
	for _, err := range []error{committed, staged, local} {
		if err != nil {
			return Changes{}, err
		}
	}
	c.RenamesLimited = renamesLimited(c.Committed) || renamesLimited(c.Staged) || renamesLimited(c.Unstaged)
	return c, nil
}
