package policy

import "github.com/xrash/smetrics"

// Nearest is the candidate that word most likely is a misspelling of, "" if none is near: at most one edit in
// three letters. Among equally near ones it is the first.
func Nearest(word string, candidates []string) string {
	best, least := "", (len(word)+2)/3+1
	for _, c := range candidates {
		if d := smetrics.WagnerFischer(word, c, 1, 1, 1); d < least && d < len(c) {
			best, least = c, d
		}
	}
	return best
}
