package git

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// ErrTooMany is of a folder with more entries than were asked for at most.
var ErrTooMany = errors.New("more entries than the limit")

// listedAtOnce is how many entries of a folder are asked for at a time.
const listedAtOnce = 4096

// Folder is a folder on disk, in a repository or not: no git is asked. Paths are relative to it, with slashes, and ""
// is the folder itself. Nothing outside of it is reached, and no symbolic link in it is followed. Methods are safe for
// concurrent use.
type Folder struct{ tree *worktree }

// OpenFolder opens a folder.
func OpenFolder(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	return &Folder{&worktree{root: root}}, nil
}

// Close ends all reading.
func (f *Folder) Close() error { return f.tree.close() }

// Read reads a regular file of at most limit bytes, as Repository.ReadWorktree does.
func (f *Folder) Read(path string, limit int64) ([]byte, error) { return f.tree.read(path, limit) }

// Lstat describes what has that path. Of a symbolic link it describes the link.
func (f *Folder) Lstat(path string) (fs.FileInfo, error) {
	if path == "" {
		return f.tree.root.Lstat(".")
	}
	return f.tree.lstat(path)
}

// List gives the entries of a folder, sorted by the bytes of their names. One with more than limit gives ErrTooMany,
// and none of them: which ones a file system names first is chance.
func (f *Folder) List(path string, limit int) ([]fs.DirEntry, error) {
	entries, err := f.list(path, limit)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", orDot(path), withoutPath(err))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (f *Folder) list(path string, limit int) ([]fs.DirEntry, error) {
	dir, err := f.openDir(path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var entries []fs.DirEntry
	for {
		some, err := dir.ReadDir(listedAtOnce)
		entries = append(entries, some...)
		switch {
		case len(entries) > limit:
			return nil, fmt.Errorf("%w of %d", ErrTooMany, limit)
		case errors.Is(err, io.EOF):
			return entries, nil
		case err != nil:
			return nil, err
		}
	}
}

// openDir opens a folder, and makes sure that what it opened is what it looked at before.
func (f *Folder) openDir(path string) (*os.File, error) {
	info, err := f.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errors.New("it is not a folder")
	}
	dir, err := f.tree.root.OpenFile(filepath.FromSlash(orDot(path)), os.O_RDONLY|openWithoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	opened, err := dir.Stat()
	if err == nil && !os.SameFile(info, opened) {
		err = errors.New("it was replaced while being opened")
	}
	if err != nil {
		dir.Close()
		return nil, err
	}
	return dir, nil
}

func orDot(p string) string { return path.Join(".", p) }
