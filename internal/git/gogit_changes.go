package git

import "context"

// Changes makes the lists that are asked for.
func (r *libraryRepo) Changes(ctx context.Context, want Lists) (Changes, error) {
	return changesOf(ctx, r, want)
}
