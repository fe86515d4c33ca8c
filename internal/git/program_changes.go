package git

import "context"

// Changes makes the lists that are asked for.
func (r *programRepo) Changes(ctx context.Context, want Lists) (Changes, error) {
	return changesOf(ctx, r, want)
}

func changesOf(ctx context.Context, r Repository, want Lists) (c Changes, err error) {
	if want.Committed {
		if c.Committed, err = r.DiffTrees(ctx, want.From, want.To); err != nil {
			return Changes{}, err
		}
	}
	if want.Staged {
		staged, err := r.DiffIndex(ctx)
		if err != nil {
			return Changes{}, err
		}
		for _, d := range staged {
			if d.Status != 'U' {
				c.Staged = append(c.Staged, d)
			}
		}
	}
	if !want.Unstaged && want.Untracked == nil {
		return c, nil
	}
	s, err := r.Status(ctx)
	if err != nil {
		return Changes{}, err
	}
	if want.Unstaged {
		c.Unstaged, c.Filtered, c.Hidden = s.Unstaged, s.Filtered, s.Hidden
	}
	if want.Untracked != nil {
		for _, e := range s.Untracked {
			if e.Mode != ModeSubmodule {
				e.Mode = ""
			}
			want.Untracked(e)
		}
	}
	return c, nil
}
