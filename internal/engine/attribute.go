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
	checks   []*checks.Check // the File checks that want the file; if there are none, a reader that does
	readers  []*checks.Check // the readers that want it, and learn what became of it from the first view
	views    []view          // of the new side, as checks
	bases    []base          // nil where they were not needed
	from     [][]source      // per check and spot: where the base side had it
}

// base is what the checks made of one base side of a file.
type base struct {
	path  string
	kind  change.Kind
	views []view // as looked.checks
}

// source says where the base side has a finding.
type source struct {
	found bool
	path  string
}

// lookAt runs the checks on a file's new side, and on its base sides where they found something.
func (r *run) lookAt(ctx context.Context, f change.File) looked {
	l := looked{file: f}
	l.checks, l.readers = matching(r.files, f), matching(r.readers, f)
	if len(l.checks) == 0 && len(l.readers) > 0 {
		l.checks, l.readers = l.readers[:1], l.readers[1:]
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
		l.match()
	}
	return l
}

func matching(list []*checks.Check, f change.File) []*checks.Check {
	var wanted []*checks.Check
	for _, c := range list {
		if c.Match(f) {
			wanted = append(wanted, c)
		}
	}
	return wanted
}

func (l *looked) found() bool {
	for _, v := range l.views {
		if len(v.Spots) > 0 || len(v.Directives) > 0 {
			return true
		}
	}
	return false
}

// lookBack runs the checks on the base sides. A copy has none of its own: its source keeps what it had, so what the
// copy can do is new.
func (r *run) lookBack(ctx context.Context, l *looked) {
	if l.bases != nil || len(l.checks) == 0 || l.file.Status == change.Copied {
		return
	}
	for _, side := range l.file.Bases() {
		if side.Readable() {
			l.bases = append(l.bases, r.inspectBase(ctx, l, side))
		}
	}
}

// inspectBase looks at a base side with the checks that want it under the path it had there.
func (r *run) inspectBase(ctx context.Context, l *looked, side change.Side) base {
	b := base{path: side.Path, kind: change.KindOf(side.Path), views: make([]view, len(l.checks))}
	old := change.File{Path: side.Path, Status: change.Present, New: side, Kind: b.kind}
	var wanted []*checks.Check
	var places []int
	for i, c := range l.checks {
		if c.Match(old) {
			wanted, places = append(wanted, c), append(places, i)
		}
	}
	for i, v := range r.inspect(ctx, side, b.kind, wanted) {
		b.views[places[i]] = v
	}
	return b
}

// weighs reports whether what stands in a file of kind from may stand for the same in a file of kind to: a call that
// was let pass in a test is another matter in code that ships.
func weighs(from, to change.Kind) bool { return from.Reason() == "" || to.Reason() != "" }

// match pairs the file's findings with those that its base sides have, as multisets. Of several base sides the one
// with the most of a finding counts: they are the same code, seen from several commits.
func (l *looked) match() {
	for i, v := range l.views {
		rest, path := map[identity]int{}, map[identity]string{}
		for _, b := range l.bases {
			if !weighs(b.kind, l.file.Kind) {
				continue
			}
			for id, n := range tally(b.views[i].Spots) {
				if n > rest[id] {
					rest[id], path[id] = n, b.path
				}
			}
		}
		for j, s := range v.Spots {
			if rest[s.ID] > 0 {
				rest[s.ID]--
				l.from[i][j] = source{found: true, path: path[s.ID]}
			}
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

// attribution of one finding.
func (l *looked) attribution(hasBase bool, check, spot int) finding.Attribution {
	if !hasBase {
		return finding.Unknown
	}
	if l.from[check][spot].found {
		return finding.Existing
	}
	for _, b := range l.bases {
		if b.views[check].Fault != nil || b.views[check].Skip != "" {
			return finding.Unknown
		}
	}
	return finding.Introduced
}
