package finding

// Nearest is the candidate that word most likely is a misspelling of, "" if none is near: at most one edit in
// three letters. Among equally near ones it is the first.
func Nearest(word string, candidates []string) string {
	best, least := "", (len(word)+2)/3+1
	for _, c := range candidates {
		if d := distance(word, c); d < least && d < len(c) {
			best, least = c, d
		}
	}
	return best
}

// distance is the number of single-byte edits between two words (Wagner and Fischer).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
