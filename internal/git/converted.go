package git

import (
	"context"
	"fmt"
)

// pathspecLimit is how many paths a command is given at most: git compares each with every entry of the index, so
// beyond some number it is quicker to look at all files.
const pathspecLimit = 100

// converted leaves out the files whose content is as in the index once line endings, encodings and $Id$ are
// converted. "git status" goes by the size alone and calls them modified, "git diff" looks.
func (r *programRepo) converted(ctx context.Context, unstaged []Delta) ([]Delta, error) {
	var suspects []string
	for _, d := range unstaged {
		if isSuspect(d) {
			suspects = append(suspects, d.New.Path)
		}
	}
	if len(suspects) == 0 {
		return unstaged, nil
	}
	args := []string{"-c", "diff.autoRefreshIndex=true", "diff", "--name-only", "-z", "--no-renames",
		"--ignore-submodules=dirty", "--no-ext-diff", "--no-textconv", "--"}
	if len(suspects) <= pathspecLimit {
		args = append(args, suspects...)
	}
	differs := make(map[string]bool, len(suspects))
	err := r.stream(ctx, func(path string) error { differs[path] = true; return nil }, args...)
	if err != nil {
		return nil, fmt.Errorf("compare the contents of changed files: %w", err)
	}
	kept := unstaged[:0]
	for _, d := range unstaged {
		if !isSuspect(d) || differs[d.New.Path] {
			kept = append(kept, d)
		}
	}
	return kept, nil
}

// isSuspect reports whether a difference is one of content alone.
func isSuspect(d Delta) bool {
	return d.Status == 'M' && d.Old.Mode == d.New.Mode && (d.New.Mode == ModeRegular || d.New.Mode == ModeExecutable)
}
