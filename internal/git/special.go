package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-billy/v5"
)

// Git opens references, packs and graphs without asking what they are: it waits for a FIFO, and reads a device into memory
// without end. So they are looked at before.

// objectFolders are those of an object directory whose files git opens by name, beside the objects.
func objectFolders() []string { return []string{"pack", "info", "info/commit-graphs"} }

// inspectObjects looks at the packs, and at what git keeps about them. However large they are, git only maps them.
func (p *place) inspectObjects() error {
	objects := p.objects
	if objects == "" {
		objects = filepath.Join(p.commonDir, "objects")
	}
	for _, name := range objectFolders() {
		if err := checkFiles(filepath.Join(objects, filepath.FromSlash(name)), 0); err != nil {
			return err
		}
	}
	return nil
}

// checkFiles reports what is wrong with the files in a folder, and in the folders in it down to a depth.
func checkFiles(dir string, depth int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil //nolint:nilerr // what is not there, or cannot be listed, git says itself
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() && depth > 0:
			err = checkFiles(path, depth-1)
		case e.IsDir(), e.Type().IsRegular():
		default:
			err = checkRegular(path, anySize)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// anySize is no limit.
const anySize = 1<<63 - 1

// checkRemotes reports what is wrong with the files of all tracking references.
func (p *place) checkRemotes() error {
	return checkFiles(filepath.Join(p.commonDir, "refs", "remotes"), refDepth)
}

// checkRevision reports what is wrong with a file that git may open to find out what a revision names, by the rules in
// gitrevisions(7).
func (p *place) checkRevision(rev string) error {
	name := rev
	if end := strings.IndexAny(rev, "^~@:"); end >= 0 {
		name = rev[:end]
	}
	if name == "" {
		name = "HEAD"
	}
	for _, form := range []string{"*", "refs/*", "refs/tags/*", "refs/heads/*", "refs/remotes/*", "refs/remotes/*/HEAD"} {
		if err := p.checkReference(strings.Replace(form, "*", name, 1), symbolicDepth); err != nil {
			return err
		}
	}
	return nil
}

// checkReference reports what is wrong with a reference's file, and with those of the references that it leads to.
func (p *place) checkReference(name string, depth int) error {
	if depth < 0 || !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil
	}
	for _, dir := range []string{p.gitDir, p.commonDir} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := checkRegular(path, linkLimit); err != nil {
			return err
		}
		text, err := readRegular(path, linkLimit)
		if err != nil {
			continue // a folder, or not there
		}
		if target, ok := strings.CutPrefix(string(text), "ref:"); ok {
			if err := p.checkReference(strings.TrimSpace(target), depth-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// regularFiles is a git directory of which go-git opens regular files only.
type regularFiles struct{ billy.Filesystem }

// Open opens a file for reading.
func (f regularFiles) Open(name string) (billy.File, error) { return f.OpenFile(name, os.O_RDONLY, 0) }

// OpenFile opens a file, unless it is one that is waited for.
func (f regularFiles) OpenFile(name string, flag int, perm fs.FileMode) (billy.File, error) {
	if err := checkRegular(filepath.Join(f.Root(), filepath.FromSlash(name)), anySize); err != nil {
		return nil, err
	}
	return f.Filesystem.OpenFile(name, flag, perm)
}
