package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// envBase is the folder that relative paths of the environment start from.
func envBase(dir string, relativeToDir bool) (string, error) {
	if relativeToDir {
		return dir, nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	return cwd, nil
}

// locateHook finds the repository with what git says in a hook's environment. What it says may be about another
// repository than the one asked about (a hook of A that checks B); such values do not count.
func locateHook(dir string, env environ, from string, allowed roots) (*place, error) {
	found, err := named(dir, env, from, allowed)
	if err != nil {
		return nil, err
	}
	if found == nil {
		if found, err = search(dir, env, allowed); err != nil {
			return nil, err
		}
	}
	if err := found.takeIndex(env["GIT_INDEX_FILE"]); err != nil {
		return nil, err
	}
	found.takeObjects(env, from)
	return found, nil
}

// named is the repository of GIT_DIR, or nil if that is not about dir.
func named(dir string, env environ, from string, allowed roots) (*place, error) {
	if env["GIT_DIR"] == "" {
		return nil, nil
	}
	link := against(from, env["GIT_DIR"])
	here, err := at(dir, link, env, allowed)
	if errors.Is(err, ErrOutsideRoot) {
		return nil, err
	}
	if err != nil {
		return nil, nil //nolint:nilerr // a GIT_DIR that is none is about nothing
	}
	here.start = dir
	if tree := env["GIT_WORK_TREE"]; tree != "" {
		top, err := filepath.EvalSymlinks(against(from, tree))
		if err != nil || !inside(dir, top) {
			return nil, nil
		}
		here.level, here.workTree = top, top
		return here, nil
	}
	found, err := search(dir, env, allowed)
	switch {
	case err == nil && sameFile(found.gitDir, here.gitDir):
		return found, nil
	case inside(dir, here.gitDir): // a hook of a bare repository runs in it
		here.bare, here.level = true, here.gitDir
		return here, nil
	case err != nil && !errors.Is(err, ErrNotARepository):
		return nil, err
	}
	return nil, nil
}

// takeIndex makes GIT_INDEX_FILE the index to read. "git commit -a", "-p" and "-- path" put what is about to be
// committed there. It belongs to this repository when it lies in its git directory, or in none at all. A relative
// one starts from the top, because git changes there before it opens the index.
func (p *place) takeIndex(value string) error {
	if value == "" {
		return nil
	}
	path := against(p.level, value)
	folder := filepath.Dir(path)
	own := sameFile(folder, p.gitDir)
	if !p.roots.hold(path) {
		return outside("the index that GIT_INDEX_FILE names")
	}
	if _, _, err := follow(folder, p.roots); err == nil && !own {
		return nil
	}
	if _, err := os.Lstat(path); err != nil {
		if own && filepath.Base(path) == "index" && errors.Is(err, fs.ErrNotExist) {
			return nil // before the first "git add" there is none
		}
		return fmt.Errorf("the index that GIT_INDEX_FILE names cannot be read: %w; unset GIT_INDEX_FILE to use the repository's own", err)
	}
	p.index = path
	return nil
}

// takeObjects makes GIT_OBJECT_DIRECTORY the object store, as while a push is being received.
func (p *place) takeObjects(env environ, from string) {
	if env["GIT_OBJECT_DIRECTORY"] == "" {
		return
	}
	objects := realPath(against(from, env["GIT_OBJECT_DIRECTORY"]))
	if !inside(objects, realPath(p.commonDir)) {
		return
	}
	p.objects, p.alternates = objects, env["GIT_ALTERNATE_OBJECT_DIRECTORIES"]
}

// realPath is path without symbolic links, or path itself if it cannot be followed.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
