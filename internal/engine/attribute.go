package engine

import (
	"context"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// looked is what all the checks made of one file.
type looked struct {
	file change.File
	// excluded says that a configuration leaves the file out.
	excluded bool
	checks   []*checks.Check // the File checks that want the file
	views    []view          // of the new side, as checks
	old      []view          // of the old side, as checks; nil where it was not needed
	from     [][]source      // per check and spot: where the base side had it
}

// source says where the base side has a finding.
type source struct {
	found bool
	path  string
}

// lookAt runs the checks on a file's new side, and on its old side where they found something.
func (r *run) lookAt(ctx context.Context, f change.File) looked {
	l := looked{file: f}
	for _, c := range r.files {
		if c.Match(f) {
			l.checks = append(l.checks, c)
		}
	}
	if len(l.checks) == 0 || !f.New.Readable() || f.Status == change.Unmerged {
		return l
	}
	if _, l.excluded = r.policy.Excluded(f.Path); l.excluded {
		return l
	}
	l.views = r.inspect(ctx, f.New, f.Kind, l.checks)
	l.from = make([][]source, len(l.views))
	for i, v := range l.views {
		l.from[i] = make([]source, len(v.Spots))
	}
	if l.found() {
		r.lookBack(ctx, &l)
		for i := range l.old {
			match(l.from[i], l.views[i].Spots, l.old[i].Spots, f.Old.Path)
		}
	}
	return l
}

func (l *looked) found() bool {
	for _, v := range l.views {
		if len(v.Spots) > 0 || len(v.Directives) > 0 {
			return true
		}
	}
	return false
}

// lookBack runs the checks on the old side. A copy has none of its own: its source keeps what it had, so what the
// copy can do is new.
func (r *run) lookBack(ctx context.Context, l *looked) {
	if l.old == nil && len(l.checks) > 0 && l.file.Old.Readable() && l.file.Status != change.Copied {
		l.old = r.inspect(ctx, l.file.Old, change.KindOf(l.file.Old.Path), l.checks)
	}
}

// match pairs findings with those of the base side that have the same identity, as multisets.
func match(from []source, spots, base []spot, path string) {
	rest := tally(base)
	for i, s := range spots {
		if !from[i].found && rest[s.ID] > 0 {
			rest[s.ID]--
			from[i] = source{found: true, path: path}
		}
	}
}

func tally(spots []spot) map[identity]int {
	n := make(map[identity]int, len(spots))
	for _, s := range spots {
		n[s.ID]++
	}
	return n
}

// matchMoves pairs what is left over with what other files of the change no longer have, so that code that only
// moved between files is not called new. It costs the old sides of the change, and only if something is left over.
func (r *run) matchMoves(ctx context.Context, all []looked) {
	if !leftOver(all) {
		return
	}
	parallel(len(all), func(i int) { r.lookBack(ctx, &all[i]) })
	gone := map[string]map[identity][]string{} // check -> identity -> paths that lost it, in path order
	for i := range all {
		for j, c := range all[i].checks {
			if j < len(all[i].old) {
				all[i].lost(j, c.Name, gone)
			}
		}
	}
	for i := range all {
		for j, v := range all[i].views {
			lostIn := gone[all[i].checks[j].Name]
			for k, s := range v.Spots {
				if paths := lostIn[s.ID]; !all[i].from[j][k].found && len(paths) > 0 {
					all[i].from[j][k] = source{found: true, path: paths[0]}
					lostIn[s.ID] = paths[1:]
				}
			}
		}
	}
}

func leftOver(all []looked) bool {
	for _, l := range all {
		for _, from := range l.from {
			for _, s := range from {
				if !s.found {
					return true
				}
			}
		}
	}
	return false
}

// lost adds the findings of the old side that the new side of the same file has not.
func (l *looked) lost(i int, check string, gone map[string]map[identity][]string) {
	kept := map[identity]int{}
	if i < len(l.views) {
		kept = tally(l.views[i].Spots)
	}
	for _, s := range l.old[i].Spots {
		if kept[s.ID] > 0 {
			kept[s.ID]--
			continue
		}
		if gone[check] == nil {
			gone[check] = map[identity][]string{}
		}
		gone[check][s.ID] = append(gone[check][s.ID], l.file.Old.Path)
	}
}

// attribution of one finding.
func (l *looked) attribution(hasBase bool, check, spot int) finding.Attribution {
	switch {
	case !hasBase:
		return finding.Unknown
	case l.from[check][spot].found:
		return finding.Existing
	case check < len(l.old) && (l.old[check].Fault != nil || l.old[check].Skip != ""):
		return finding.Unknown
	}
	return finding.Introduced
}
