package git

import (
	"fmt"
	"strings"
)

// parseRaw reads the output of "git diff-tree -z --raw --no-abbrev" and of diff-index:
// ":MODE MODE ID ID STATUS" NUL path NUL, with a second path after a rename or copy.
func parseRaw(data []byte) ([]Delta, error) {
	fields, err := split(data)
	if err != nil {
		return nil, err
	}
	var list []Delta
	unmerged := map[string]bool{}
	for i := 0; i < len(fields); {
		d, paths, err := parseRawHead(fields[i])
		if err != nil {
			return nil, err
		}
		if len(fields)-i-1 < paths {
			return nil, fmt.Errorf("%w: a path is missing", errAnswer)
		}
		if fields[i+1] == "" || fields[i+paths] == "" {
			return nil, fmt.Errorf("%w: an empty path, as of a damaged index", errAnswer)
		}
		d.place(fields[i+1], fields[i+paths])
		i += 1 + paths
		if d.Status == 'U' {
			unmerged[d.Old.Path] = true
		}
		list = append(list, d)
	}
	list = dropDoubles(list, unmerged)
	sortDeltas(list)
	return list, nil
}

// parseRawHead reads the part before the paths, and says how many of those follow.
func parseRawHead(s string) (Delta, int, error) {
	var d Delta
	f := strings.Split(strings.TrimPrefix(s, ":"), " ")
	if len(f) != 5 || !strings.HasPrefix(s, ":") {
		return d, 0, fmt.Errorf("%w: %q", errAnswer, clip(s))
	}
	var err error
	if d.Status, d.Score, err = parseScore(f[4]); err != nil {
		return d, 0, err
	}
	if d.Old.Mode, err = parseMode(f[0]); err != nil {
		return d, 0, err
	}
	if d.New.Mode, err = parseMode(f[1]); err != nil {
		return d, 0, err
	}
	if d.Old.OID, err = parseID(f[2]); err != nil {
		return d, 0, err
	}
	if d.New.OID, err = parseID(f[3]); err != nil {
		return d, 0, err
	}
	if d.Status == 'R' || d.Status == 'C' {
		return d, 2, nil
	}
	d.Score = 0 // of a rewrite ("M090"), which is not a similarity to another path
	return d, 1, nil
}

// place puts the paths where they belong: none on the side that has no entry, but for a conflict.
func (d *Delta) place(from, to string) {
	d.Old.Path, d.New.Path = from, to
	switch d.Status {
	case 'A':
		d.Old = Entry{}
	case 'D':
		d.New = Entry{}
	}
}

// dropDoubles leaves one Delta for a conflict: git also tells how its sides differ.
func dropDoubles(list []Delta, unmerged map[string]bool) []Delta {
	if len(unmerged) == 0 {
		return list
	}
	kept := list[:0]
	for _, d := range list {
		if d.Status == 'U' || !unmerged[d.Path()] {
			kept = append(kept, d)
		}
	}
	return kept
}
