package proc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// find gives the absolute path of a program: name itself when it is absolute, else the first one of that name in the
// folders of pathVar, the value of a PATH variable. Entries that are relative (an empty one is the current folder) do
// not count, and nothing that lies in one of the folders is found, whether by its own path or where its symbolic links
// lead. An error says what there was instead.
func (f folders) find(name, pathVar string) (string, error) {
	switch {
	case name == "":
		return "", errors.New("the program has no name")
	case filepath.IsAbs(name):
		if err := f.check(name); err != nil {
			return "", err
		}
		return name, nil
	case strings.ContainsRune(name, '/') || strings.ContainsRune(name, filepath.Separator):
		return "", fmt.Errorf("%q is a relative path: give an absolute one, or a name that is looked for in PATH", name)
	case pathVar == "":
		return "", fmt.Errorf("%q is not found: PATH has no folder to look in", name)
	}
	var instead error
	for _, folder := range filepath.SplitList(pathVar) {
		if !filepath.IsAbs(folder) {
			continue
		}
		for _, file := range fileNames(name) {
			path := filepath.Join(folder, file)
			err := f.check(path)
			if err == nil {
				return path, nil
			}
			if instead == nil && !errors.Is(err, fs.ErrNotExist) {
				instead = err
			}
		}
	}
	if instead != nil {
		return "", fmt.Errorf("%q is not found in PATH: %w", name, instead)
	}
	return "", fmt.Errorf("%q is not found in PATH", name)
}

// check says why the file at path is not to be started.
func (f folders) check(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %s", fs.ErrNotExist, path)
	case err != nil:
		return fmt.Errorf("it cannot be looked at: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", path)
	case !isExecutable(info):
		return fmt.Errorf("%s is not executable", path)
	case f.contain(path):
		return fmt.Errorf("%s lies in a folder whose programs are never started", path)
	}
	return nil
}

// folders are existing folders, compared by identity: spelling, case and mounts make no difference.
type folders []fs.FileInfo

func openFolders(paths []string) (folders, error) {
	var f folders
	for _, path := range paths {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // nothing lies in it
		}
		if err != nil {
			return nil, fmt.Errorf("a folder whose programs are never started cannot be looked at: %w", err)
		}
		f = append(f, info)
	}
	return f, nil
}

// contain reports whether an absolute path is, or lies in, one of the folders: as it is written, or anywhere that its
// symbolic links lead on the way to its end, as whoever can write one of them says what is found there. A path that
// cannot be followed counts as inside.
func (f folders) contain(path string) bool {
	if len(f) == 0 {
		return false
	}
	const most = 255 // links, more than any system follows
	for range most {
		if f.above(filepath.Clean(path)) {
			return true
		}
		link, target, err := firstLink(path)
		switch {
		case err != nil:
			return true
		case link == "":
			return false
		case f.above(filepath.Dir(link)):
			return true
		}
		path = target
	}
	return true
}

// firstLink finds the first symbolic link of an absolute path, and what the path is once it is followed. A path that
// has none, as far as it exists, gives "". It keeps the ".." of what comes after: they count from where links lead.
func firstLink(path string) (link, target string, err error) {
	const separator = string(filepath.Separator)
	root := filepath.VolumeName(path) + separator
	names := strings.Split(filepath.ToSlash(path[len(root):]), "/")
	at := root
	for i, name := range names {
		at = filepath.Join(at, name)
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", "", nil
		case err != nil:
			return "", "", err
		case info.Mode()&fs.ModeSymlink == 0:
			continue
		}
		target, err := os.Readlink(at)
		if err != nil {
			return "", "", err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Dir(at) + separator + target
		}
		return at, strings.Join(append([]string{target}, names[i+1:]...), separator), nil
	}
	return "", "", nil
}

// above reports whether one of the folders is path or an ancestor of it.
func (f folders) above(path string) bool {
	for {
		if info, err := os.Stat(path); err == nil {
			for _, folder := range f {
				if os.SameFile(info, folder) {
					return true
				}
			}
		}
		parent := filepath.Dir(path)
		if parent == path {
			return false
		}
		path = parent
	}
}
