package gittest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// path draws a path that may be there or not.
func (d *drawn) path() string {
	folder := pick(d, []string{"", "", "", "d/", "d/", "d/e/", "ü/", "-f/", "n\nl/"})
	if d.one(3) {
		return folder + pick(d, OddNames())
	}
	return folder + pick(d, []string{"a", "b", "c", "f", "d", "a.txt", "b.txt", "x.log", "a-b", "A", "untracked"})
}

// text draws a content. Those of one family are more or less similar.
func (d *drawn) text() string {
	switch d.IntN(12) {
	case 0:
		return ""
	case 1:
		return "\x00\x01" + strings.Repeat("\xff", d.IntN(300))
	case 2:
		return "short\n"
	}
	var b strings.Builder
	family, from := d.IntN(3), d.IntN(10)
	for i := range 3 + d.IntN(30) {
		fmt.Fprintf(&b, "line %d of the texts of family %d\n", from+i, family)
	}
	if d.one(8) {
		return strings.ReplaceAll(b.String(), "\n", "\r\n")
	}
	return b.String()
}

// files are the files and links on disk, sorted; none of git's own and of nested repositories.
func (d *drawn) files() []string {
	var list []string
	d.Must(filepath.WalkDir(d.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if e.Name() == ".git" || strings.HasPrefix(e.Name(), "nested") {
				return fs.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(d.Dir, path)
		list = append(list, filepath.ToSlash(name))
		return err
	}))
	return list
}

// file draws one that is there, "" if none is.
func (d *drawn) file() string {
	list := d.files()
	if len(list) == 0 {
		return ""
	}
	return pick(d, list)
}

// room makes a path free: of what is there, and of a file where a folder has to be.
func (d *drawn) room(path string) {
	for i, c := range path {
		if c != '/' {
			continue
		}
		if info, err := os.Lstat(d.Path(path[:i])); err == nil && !info.IsDir() {
			d.Remove(path[:i])
		}
	}
	d.Remove(path)
	d.Must(os.MkdirAll(filepath.Dir(d.Path(path)), 0o755))
}

// create writes a new file.
func (d *drawn) create() {
	path := d.path()
	d.room(path)
	d.Write(path, d.text())
}

// edit does one thing to the work tree, without git.
func (d *drawn) edit() {
	from := d.file()
	if from == "" || d.one(4) {
		d.create()
		return
	}
	switch d.IntN(10) {
	case 0, 1, 2:
		d.change(from)
	case 3:
		d.Remove(from)
	case 4, 5:
		d.move(from)
	case 6:
		d.duplicate(from)
	case 7:
		if info, err := os.Lstat(d.Path(from)); err == nil && info.Mode().IsRegular() {
			d.Must(os.Chmod(d.Path(from), info.Mode().Perm()^0o111))
		}
	case 8:
		d.Remove(from)
		d.Link(pick(d, []string{"a", "nowhere", "d", from}), from)
	case 9:
		d.Remove(from)
		d.Write(from+"/inside", d.text())
	}
}

// change edits a file a little, or a little more. A link is replaced by a file.
func (d *drawn) change(path string) {
	text, err := os.ReadFile(d.Path(path))
	if info, gone := os.Lstat(d.Path(path)); err != nil || gone != nil || !info.Mode().IsRegular() {
		d.room(path)
		d.Write(path, d.text())
		return
	}
	lines := strings.SplitAfter(string(text), "\n")
	for range 1 + d.IntN(1+len(lines)/2) {
		lines[d.IntN(len(lines))] = fmt.Sprintf("changed %d\n", d.IntN(1000))
	}
	d.Must(os.WriteFile(d.Path(path), []byte(strings.Join(lines, "")), 0o644))
}

// move renames a file, or the folder that it is in, and may change a file then. It gives the new path, "" if that is
// not possible.
func (d *drawn) move(from string) string {
	to := d.path()
	if strings.HasPrefix(to+"/", from+"/") || strings.HasPrefix(from+"/", to+"/") {
		return ""
	}
	if folder, _, found := strings.Cut(from, "/"); found && d.one(4) && !strings.HasPrefix(to+"/", folder+"/") {
		from = folder
	}
	d.room(to)
	if err := os.Rename(d.Path(from), d.Path(to)); err != nil { // it was in the way, and is gone
		return ""
	}
	if d.one(2) {
		d.change(d.file())
	}
	return to
}

// duplicate copies a file, and may change both.
func (d *drawn) duplicate(from string) {
	text, err := os.ReadFile(d.Path(from))
	if err != nil {
		return
	}
	to := d.path()
	if strings.HasPrefix(to+"/", from+"/") || strings.HasPrefix(from+"/", to+"/") {
		return
	}
	d.room(to)
	d.Write(to, string(text))
	for _, path := range []string{from, to} {
		if d.one(2) {
			d.change(path)
		}
	}
}

// stage does one thing to the index.
func (d *drawn) stage() {
	path := d.file()
	if path == "" || d.one(6) {
		path = d.path()
	}
	switch d.IntN(13) {
	case 0, 1, 2:
		d.try("add", "--", path)
	case 3:
		d.try("add", "-A")
	case 4:
		d.try("add", "-u")
	case 5:
		if to := d.move(path); to != "" {
			d.try("add", "-N", "--", to)
		}
	case 6:
		d.try("reset", "-q", "--", path)
	case 7:
		d.try("rm", "-q", "-r", "--cached", "--", path)
	case 8:
		d.try("mv", "-k", "--", path, d.path())
	case 9:
		d.try("update-index", "--chmod="+pick(d, []string{"+x", "-x"}), "--", path)
	case 10:
		d.try("update-index", "--add", "--cacheinfo", "160000,"+d.Git("rev-parse", "HEAD")+","+d.path())
	case 11:
		d.try("update-index", pick(d, []string{"--skip-worktree", "--assume-unchanged"}), "--", path)
	case 12:
		d.try("add", "-f", "--", path)
	}
}
