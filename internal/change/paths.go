package change

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"sentinel/internal/finding"
)

// paths limits a change to files and folders, relative to the top, with slashes. Empty means no limit.
type paths []string

func pathsOf(dir, top string, args []string) (paths, error) {
	if len(args) == 0 {
		return nil, nil
	}
	if top == "" {
		return nil, finding.Usagef("leave the paths out", "paths need a work tree, and this repository is bare")
	}
	var limits paths
	for _, arg := range args {
		rel, err := relative(dir, top, arg)
		if err != nil {
			return nil, finding.Usagef("name a path inside "+top, "%w", err)
		}
		limits = append(limits, rel)
	}
	return limits, nil
}

// relative makes a path relative to top, "" for top itself. Both sides are resolved through symbolic links, all but
// the path's last element: a link is named, not followed.
func relative(dir, top, arg string) (string, error) {
	if !filepath.IsAbs(arg) {
		arg = filepath.Join(dir, arg)
	}
	abs, err := filepath.Abs(arg)
	if err != nil {
		return "", fmt.Errorf("%s: %w", arg, err)
	}
	top = realParent(filepath.Join(top, "x"))
	rel, err := filepath.Rel(filepath.Dir(top), realParent(abs))
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("%s lies outside the repository", arg)
	}
	if rel == "." {
		return "", nil
	}
	return filepath.ToSlash(rel), nil
}

// realParent resolves the links of the deepest folder of a path that exists, and keeps the rest.
func realParent(path string) string {
	parent, rest := filepath.Dir(path), filepath.Base(path)
	for {
		if real, err := filepath.EvalSymlinks(parent); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(parent)
		if up == parent {
			return path
		}
		parent, rest = up, filepath.Join(filepath.Base(parent), rest)
	}
}

func (p paths) match(path string) bool {
	if len(p) == 0 {
		return true
	}
	for _, limit := range p {
		if limit == "" || path == limit || strings.HasPrefix(path, limit+"/") {
			return true
		}
	}
	return false
}

// keep drops what lies outside the limits, and warns of a limit under which nothing lies.
func (c *Change) keep(limits paths) {
	c.Scope.Paths = limits
	if len(limits) == 0 {
		return
	}
	kept := c.Files[:0]
	for _, f := range c.Files {
		if limits.match(f.Path) || f.Old.Present() && limits.match(f.Old.Path) {
			kept = append(kept, f)
		}
	}
	c.Files = kept
	for i, limit := range limits {
		if one := limits[i : i+1]; !c.underFiles(one) && !c.underLists(one) {
			c.warnf("nothing in this scope lies under %q", limit)
		}
	}
}

// underFiles reports whether a file of the change lies, or lay, under a limit.
func (c *Change) underFiles(limit paths) bool {
	return slices.ContainsFunc(c.Files, func(f File) bool { return limit.match(f.Path) || limit.match(f.Old.Path) })
}

// underLists reports the same of the inventory, which is all there is where only names are wanted. What was cut from
// it may lie there.
func (c *Change) underLists(limit paths) bool {
	if c.Inventory == nil || c.Inventory.Changes.ListTruncated {
		return c.Inventory != nil
	}
	return slices.ContainsFunc(finding.Sections(), func(s finding.Section) bool {
		return slices.ContainsFunc(*c.Inventory.Changes.List(s), func(p finding.PathChange) bool {
			return limit.match(p.Path) || p.OrigPath != "" && limit.match(p.OrigPath)
		})
	})
}
