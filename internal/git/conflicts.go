package git

import (
	"context"
	"fmt"
	"slices"
)

// withDeleted adds the files deleted on disk that git leaves out beside a conflict. In its search for renames git takes
// the file of a conflict for a new one; when it finds that a deleted file became it, it lists the conflict, and the
// deletion nowhere (2.31 to 2.55).
func (r *programRepo) withDeleted(ctx context.Context, unstaged []Delta) ([]Delta, error) {
	known := map[string]bool{}
	conflict := false
	for _, d := range unstaged {
		known[d.Path()] = true
		if d.Status == 'R' {
			known[d.Old.Path] = true
		}
		conflict = conflict || d.Status == 'U'
	}
	if !conflict {
		return unstaged, nil
	}
	out, err := r.git(ctx, nil, "diff-files", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=D",
		"--ignore-submodules=dirty", "--no-ext-diff", "--no-textconv")
	if err != nil {
		return nil, fmt.Errorf("list deleted files: %w", err)
	}
	deleted, err := parseRaw(out)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(unstaged)
	for _, d := range deleted {
		if !known[d.Path()] {
			all = append(all, d)
		}
	}
	sortDeltas(all)
	return all, nil
}
