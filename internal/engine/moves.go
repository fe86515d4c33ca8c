package engine

import (
	"context"

	"sentinel/internal/change"
)

// lost are the findings that files of a change no longer have, by check and identity, in path order.
type lost map[string]map[identity][]origin

// origin is a file that lost a finding.
type origin struct {
	path string
	kind change.Kind
}

// matchMoves pairs what is left over with what other files of the change no longer have, so that code that only
// moved between files is not called new. It costs the base sides of the change, and only if something is left over.
func (r *run) matchMoves(ctx context.Context, all []looked) {
	if !r.change.HasBase() || !leftOver(all) {
		return
	}
	parallel(len(all), func(i int) { r.lookBack(ctx, &all[i]) })
	gone := lost{}
	for i := range all {
		gone.add(&all[i])
	}
	for i := range all {
		gone.give(&all[i])
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

// add takes what a file has lost. Only one that is gone, or was read and understood whole, can have lost something:
// of any other it is not known what it still has.
func (g lost) add(l *looked) {
	if len(l.bases) == 0 || l.file.New.Present() && len(l.views) == 0 {
		return
	}
	for i, c := range l.checks {
		kept := map[identity]int{}
		if i < len(l.views) {
			if v := l.views[i]; v.Fault != nil || v.Skip != "" || len(v.Gaps) > 0 {
				continue
			}
			kept = tally(l.views[i].Spots)
		}
		for _, s := range l.bases[0].views[i].Spots {
			if kept[s.ID] > 0 {
				kept[s.ID]--
				continue
			}
			if g[c.Name] == nil {
				g[c.Name] = map[identity][]origin{}
			}
			g[c.Name][s.ID] = append(g[c.Name][s.ID], origin{l.bases[0].path, l.bases[0].kind})
		}
	}
}

// give pairs a file's left-over findings with what others have lost, each once.
func (g lost) give(l *looked) {
	for i, v := range l.views {
		origins := g[l.checks[i].Name]
		for j, s := range v.Spots {
			if l.from[i][j].found {
				continue
			}
			for k, o := range origins[s.ID] {
				if weighs(o.kind, l.file.Kind) {
					l.from[i][j] = source{found: true, path: o.path}
					origins[s.ID] = append(origins[s.ID][:k:k], origins[s.ID][k+1:]...)
					break
				}
			}
		}
	}
}
