package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// alternateDepth is how far git follows from one object directory to those that it borrows from
// (link_alt_odb_entries in its object-file.c).
const alternateDepth = 5

// refDepth is more folders in each other than names of references have.
const refDepth = 64

// confine refuses a repository of which anything that git reads by itself lies outside the roots. It looks at links
// before they are followed. The work tree is known only later, from the configuration.
func (p *place) confine() error {
	if len(p.roots) == 0 {
		return nil
	}
	for _, part := range []struct{ path, what string }{
		{p.start, "it"}, {p.level, "its work tree"}, {p.gitDir, "its git directory"},
		{p.commonDir, "its common git directory"}, {p.indexFile(), "its index"},
	} {
		if !p.roots.hold(part.path) {
			return outside(part.what)
		}
	}
	for _, dir := range []string{p.gitDir, p.commonDir, filepath.Join(p.commonDir, "info"), filepath.Join(p.gitDir, "info")} {
		if err := p.roots.holdLinks(dir, 0, "a file of its git directory"); err != nil {
			return err
		}
	}
	for _, dir := range []string{p.gitDir, p.commonDir} {
		if err := p.roots.holdLinks(filepath.Join(dir, "refs"), refDepth, "a reference of it"); err != nil {
			return err
		}
	}
	return p.confineObjects()
}

// confineObjects looks at the object directories.
func (p *place) confineObjects() error {
	objects := p.objects
	if objects == "" {
		objects = filepath.Join(p.commonDir, "objects")
	}
	if err := p.roots.holdObjects(objects, "its object directory", 0); err != nil {
		return err
	}
	for _, dir := range filepath.SplitList(p.alternates) {
		if err := p.roots.holdAlternate(p.level, dir, 1); err != nil {
			return err
		}
	}
	return nil
}

// holdObjects looks at one object directory and at those that it borrows from.
func (r roots) holdObjects(dir, what string, depth int) error {
	if !r.hold(dir) {
		return outside(what)
	}
	for _, part := range []string{"", "info", "pack"} {
		if err := r.holdLinks(filepath.Join(dir, part), 0, "a file of "+what); err != nil {
			return err
		}
	}
	if depth > alternateDepth {
		return nil // git stops here
	}
	text, err := readRegular(filepath.Join(dir, "info", "alternates"), textLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read which object directories it borrows from: %w", withoutPath(err))
	}
	for line := range bytes.Lines(text) {
		entry := strings.TrimSuffix(string(line), "\n")
		if entry == "" || entry[0] == '#' {
			continue
		}
		if err := r.holdAlternate(dir, entry, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// holdAlternate looks at one entry of a list of object directories. Git lets it stand in quotes, as in C.
func (r roots) holdAlternate(base, entry string, depth int) error {
	const what = "an object directory that it borrows from"
	if strings.HasPrefix(entry, `"`) {
		plain, err := strconv.Unquote(entry)
		if err != nil || !utf8.ValidString(entry) {
			return outside(what) // it may be: git could read it in another way
		}
		entry = plain
	}
	return r.holdObjects(against(realPath(base), entry), what, depth)
}

// holdLinks looks at the symbolic links in a folder, and in the folders in it down to a depth.
func (r roots) holdLinks(dir string, depth int, what string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil //nolint:nilerr // what is not there, or cannot be listed, git says itself
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			if !r.hold(path) {
				return outside(what)
			}
		case e.IsDir() && depth > 0:
			if err := r.holdLinks(path, depth-1, what); err != nil {
				return err
			}
		}
	}
	return nil
}
