package git

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// hiddenLimit is up to which size a hidden file is compared with its object; a larger one counts as changed.
const hiddenLimit = 16 << 20

// hidden gives the files that git was told to take for unchanged (update-index --assume-unchanged,
// --skip-worktree) and that lie on disk with other content. Git lists none of them, and they run all the same.
// Files that a sparse checkout left out are not on disk.
func (r *programRepo) hidden(ctx context.Context) ([]Delta, error) {
	out, err := r.git(ctx, nil, "ls-files", "-v", "-z", "--full-name")
	if err != nil {
		return nil, fmt.Errorf("list the flags of the index: %w", err)
	}
	flagged, err := parseFlagged(out)
	if err != nil {
		return nil, err
	}
	flagged = slices.DeleteFunc(flagged, func(path string) bool {
		_, err := r.files.lstat(path)
		return err != nil
	})
	if len(flagged) == 0 {
		return nil, nil
	}
	entries, err := r.Files(ctx, "")
	if err != nil {
		return nil, err
	}
	var list []Delta
	for _, e := range entries {
		if _, found := slices.BinarySearch(flagged, e.Path); found && e.Mode != ModeSubmodule && r.differs(e) {
			list = append(list, Delta{Status: 'M', Old: e, New: Entry{Path: e.Path, Mode: r.modeOnDisk(e.Path)}})
		}
	}
	return list, nil
}

func (r *programRepo) differs(e Entry) bool {
	mode := r.modeOnDisk(e.Path)
	if mode == ModeSymlink || e.Mode == ModeSymlink {
		return mode != e.Mode
	}
	text, err := r.files.read(e.Path, hiddenLimit)
	return err != nil || !e.OID.IsBlob(text)
}

// parseFlagged reads "git ls-files -v -z": a letter, a blank and a path; the letter is in lower case for
// assume-unchanged, and S for skip-worktree. It gives the paths that have a flag, sorted.
func parseFlagged(data []byte) ([]string, error) {
	fields, err := split(data)
	if err != nil {
		return nil, err
	}
	var flagged []string
	for _, f := range fields {
		if len(f) < 3 || f[1] != ' ' {
			return nil, fmt.Errorf("%w: %q", errAnswer, clip(f))
		}
		if f[0] == 'S' || strings.ToLower(f[:1]) == f[:1] && f[0] != '?' {
			flagged = append(flagged, f[2:])
		}
	}
	slices.Sort(flagged)
	return slices.Compact(flagged), nil
}
