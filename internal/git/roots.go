package git

import (
	"fmt"
	"os"
	"path/filepath"
)

// roots are the folders that everything git reads of a repository has to lie in, absolute and without symbolic links.
// None: it may lie anywhere.
type roots []string

// newRoots makes the folders real, once.
func newRoots(dirs []string) (roots, error) {
	list := make(roots, 0, len(dirs))
	for _, dir := range dirs {
		if !filepath.IsAbs(dir) {
			return nil, fmt.Errorf("root %q: the path must be absolute", dir)
		}
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return nil, fmt.Errorf("root %q: %w", dir, withoutPath(err))
		}
		list = append(list, real)
	}
	return list, nil
}

// hold reports whether a path, absolute and clean, lies in one of the roots. It need not exist.
func (r roots) hold(path string) bool {
	if len(r) == 0 {
		return true
	}
	real, ok := whereabouts(path)
	for _, root := range r {
		if ok && inside(real, root) {
			return true
		}
	}
	return false
}

// whereabouts is a path without symbolic links, as far as it exists. It is not known where a link leads to nothing:
// what is made there later could be anywhere.
func whereabouts(path string) (string, bool) {
	for here, rest := path, ""; ; {
		if real, err := filepath.EvalSymlinks(here); err == nil {
			return filepath.Join(real, rest), true
		}
		up := filepath.Dir(here)
		if _, err := os.Lstat(here); err == nil || up == here {
			return "", false
		}
		here, rest = up, filepath.Join(filepath.Base(here), rest)
	}
}

// outside says what kind of thing lies outside, and nothing of what it is.
func outside(what string) error { return fmt.Errorf("%s is %w", what, ErrOutsideRoot) }
