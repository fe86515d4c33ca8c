package git

import "strconv"

// renameLimit is git's own default since 2.34; fixed, so that every user gets the same pairs.
const renameLimit = 1000

// renameLimitText is the limit as git is told it.
func renameLimitText() string { return strconv.Itoa(renameLimit) }

// renamesLimited reports whether git paired only files of equal content in a list, because there was too much to
// compare: it does when the additions left, times the files that they may come from, are more than the square of the
// limit (too_many_rename_candidates in its diffcore-rename.c, the same from 2.31 to 2.55). With copies, whatever was
// there before and differs is such a file. Git's own warning would have to be found in its messages, and git status
// gives none. Conflicts count as one file each, so the answer may come a little early, never late.
func renamesLimited(list []Delta) bool {
	added := 0
	sources := map[string]bool{}
	for _, d := range list {
		if d.Status == 'A' {
			added++
		} else {
			sources[d.Old.Path] = true
		}
	}
	return int64(added)*int64(len(sources)) > renameLimit*renameLimit
}
