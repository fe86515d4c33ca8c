package change

import (
	"slices"
	"strings"

	"sentinel/internal/git"
)

// composed lays git's lists over each other, from the oldest side to the newest: what they come to together.
func composed(all taken) []git.Delta {
	out := compose(all.Committed, all.Staged)
	out = compose(out, append(all.Unstaged[:len(all.Unstaged):len(all.Unstaged)], all.Hidden...))
	added := make([]git.Delta, 0, len(all.untracked))
	for _, e := range all.untracked {
		added = append(added, git.Delta{Status: 'A', New: untracked(e)})
	}
	return compose(out, added)
}

// untracked is an untracked path as an entry: a nested repository's loses its slash.
func untracked(e git.Entry) git.Entry {
	if nested, ok := strings.CutSuffix(e.Path, "/"); ok {
		return git.Entry{Path: nested, Mode: git.ModeSubmodule}
	}
	return e
}

// compose is what one list of differences and then another come to.
func compose(below, above []git.Delta) []git.Delta {
	if len(below) == 0 {
		return above
	}
	at := map[string]int{}    // the path that the middle has, or had before below deleted it
	moved := map[string]int{} // the path that below moved a file away from
	for i, d := range below {
		at[d.Path()] = i
		if d.Status == 'R' {
			moved[d.Old.Path] = i
		}
	}
	below = slices.Clone(below)
	used := map[int]bool{}
	var out []git.Delta
	for _, d := range above {
		from := d.Old.Path
		if d.Old.Mode == "" || d.Status == 'U' {
			from = d.New.Path
		}
		if i, found := at[from]; found {
			used[i] = used[i] || d.Status != 'C'
			d = stack(below[i], d)
		} else if i, found := moved[from]; found && d.Old.Mode == "" {
			// The file is back at its old path, and what was moved is a copy of it.
			d = stack(git.Delta{Status: 'D', Old: below[i].Old}, d)
			below[i].Status = 'C'
		}
		if d.Old.Mode != "" || d.New.Mode != "" {
			out = append(out, d)
		}
	}
	for i, d := range below {
		if !used[i] {
			out = append(out, d)
		}
	}
	return out
}

// stack is what two differences of one file come to, one after the other.
func stack(below, above git.Delta) git.Delta {
	if above.Status == 'U' || below.Status == 'U' {
		return above
	}
	d := git.Delta{Status: 'M', Old: below.Old, New: above.New}
	switch {
	case below.Status == 'C' && d.New.Mode == "": // what it is a copy of is still there
		return git.Delta{}
	case d.Old.Mode == "":
		d.Status = 'A'
	case d.New.Mode == "":
		d.Status = 'D'
	case above.Status == 'C':
		d.Status, d.Score = 'C', above.Score
	case below.Status == 'C':
		d.Status, d.Score = 'C', below.Score
	case d.Old.Path != d.New.Path:
		d.Status, d.Score = 'R', max(above.Score, below.Score)
	case kindOf(d.Old.Mode) != kindOf(d.New.Mode):
		d.Status = 'T'
	}
	return d
}

// kindOf takes the two modes of regular files for one.
func kindOf(m git.Mode) git.Mode {
	if m == git.ModeExecutable {
		return git.ModeRegular
	}
	return m
}
