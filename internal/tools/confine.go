package tools

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// folders are where a call may look: absolute paths without symbolic links. A relative path is taken from the first.
type folders []string

// realFolders makes folders of what an operator names.
func realFolders(dirs []string) (folders, error) {
	if len(dirs) == 0 {
		return nil, errors.New("no root: name a folder that may be looked at")
	}
	var list folders
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("root %s: %w", dir, err)
		}
		real, err := filepath.EvalSymlinks(abs)
		if err != nil {
			return nil, fmt.Errorf("root %s: %w", dir, err)
		}
		if info, err := os.Stat(real); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("root %s: not a folder", dir)
		}
		if !slices.Contains(list, real) {
			list = append(list, real)
		}
	}
	return list, nil
}

// place is a path that a call may look at.
type place struct {
	// path is absolute and without symbolic links, but for its last element: a link is named, not followed. In real it
	// is followed, too.
	path, real string
	// root is the folder that it lies in.
	root string
}

// relative is the path from the root, with slashes; "." for the root itself.
func (p place) relative() string {
	rel, err := filepath.Rel(p.root, p.path)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// locate finds where a path of a caller leads. Whether it may be looked at is decided before it is known whether there
// is anything, and the refusal says nothing but what the caller said.
func (f folders) locate(asked string) (place, error) {
	if strings.ContainsRune(asked, 0) {
		return place{}, refusef(finding.ErrorArguments, "", "a path has a NUL character in it")
	}
	if asked == "" {
		asked = "."
	}
	path := filepath.FromSlash(asked)
	if !filepath.IsAbs(path) {
		path = filepath.Join(f[0], path)
	}
	path = filepath.Clean(path)
	real, root, ok := git.Within(path, f)
	if !ok {
		return place{}, refusef(finding.ErrorOutsideRoot, "name a path inside them; a relative one is taken from the first",
			"%q is outside of the folders that may be looked at", asked)
	}
	if parent, dir, ok := git.Within(filepath.Dir(path), f); ok {
		return place{path: filepath.Join(parent, filepath.Base(path)), real: real, root: dir}, nil
	}
	return place{path: real, real: real, root: root}, nil
}

// start finds where a path of a caller leads, in a root that is there: one can go away, and a client can say that it
// works in a file.
func (f folders) start(asked string) (place, error) {
	at, err := f.locate(asked)
	if err != nil {
		return place{}, err
	}
	if info, err := os.Stat(at.root); err != nil || !info.IsDir() {
		return place{}, refusef(finding.ErrorRoots, "start the server with --root for a folder that is there",
			"the folder that may be looked at is not there, or is none")
	}
	return at, nil
}

// folder is a path that has to be an existing folder; "" is the first of f.
func (f folders) folder(asked string) (place, error) {
	at, err := f.start(asked)
	if err != nil {
		return place{}, err
	}
	info, err := os.Stat(at.real)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return place{}, refusef(finding.ErrorNotARepository, "", "%q: there is no such folder", asked)
	case err != nil || !info.IsDir():
		return place{}, refusef(finding.ErrorNotARepository, "name the folder that it is in", "%q is not a folder", asked)
	}
	return at, nil
}

// existing is the deepest folder on the way to a path that is there.
func (p place) existing() string {
	dir := filepath.Dir(p.path)
	for dir != p.root {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}
