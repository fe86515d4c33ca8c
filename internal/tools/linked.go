package tools

import (
	"slices"

	"sentinel/internal/git"
)

// gitRoots are what git may read: the roots, and for a root that is a linked work tree the git directory of the
// repository it belongs to, which lies elsewhere. Agents cannot name what is in there; it holds the commits of what
// they may look at. Only the operator's own roots are trusted so far, and only if that repository lists them.
func (d *door) gitRoots(allowed folders) []string {
	all := slices.Clone(allowed)
	for _, root := range d.roots {
		if common := git.LinkedTo(root); common != "" && slices.Contains(allowed, root) {
			all = append(all, common)
		}
	}
	return all
}
