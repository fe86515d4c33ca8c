package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// worktree reads files below the top of a work tree. os.Root keeps every path inside, whatever links are put
// there meanwhile; beyond that, no link inside is followed either, because git would not.
type worktree struct {
	root *os.Root
	// plain are the folders already seen to be folders and not links.
	plain sync.Map
}

func openWorktree(top string) (*worktree, error) {
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, fmt.Errorf("open the work tree: %w", err)
	}
	return &worktree{root: root}, nil
}

func (w *worktree) close() error { return w.root.Close() }

// lstat describes a path, through no symbolic link.
func (w *worktree) lstat(path string) (fs.FileInfo, error) {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return nil, fmt.Errorf("%w: it is not a path inside the work tree", ErrNotRegular)
	}
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if err := w.folder(path[:i]); err != nil {
			return nil, err
		}
	}
	return w.root.Lstat(filepath.FromSlash(path))
}

// folder checks one parent of a path.
func (w *worktree) folder(dir string) error {
	if _, ok := w.plain.Load(dir); ok {
		return nil
	}
	info, err := w.root.Lstat(filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%w: the folder %s is a symbolic link", ErrNotRegular, dir)
	}
	if !info.IsDir() {
		return &fs.PathError{Op: "open", Path: dir, Err: fs.ErrNotExist}
	}
	w.plain.Store(dir, true)
	return nil
}

// read reads a regular file of at most limit bytes.
func (w *worktree) read(path string, limit int64) ([]byte, error) {
	f, info, err := w.open(path, limit)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, withoutPath(err))
	}
	defer f.Close()
	data, err := readLimited(f, info, path, limit)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	return data, nil
}

// open opens a regular file of at most limit bytes. What it is is looked at twice: before, so that a device is
// not even opened, and on the open file, because it may have been swapped meanwhile.
func (w *worktree) open(path string, limit int64) (*os.File, fs.FileInfo, error) {
	info, err := w.lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if err := fits(info, limit); err != nil {
		return nil, nil, err
	}
	f, err := w.root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openWithoutWaiting, 0)
	if err != nil {
		return nil, nil, err
	}
	opened, err := f.Stat()
	if err == nil {
		err = fits(opened, limit)
	}
	if err == nil && !os.SameFile(info, opened) {
		err = fmt.Errorf("%w: it was replaced while being opened", ErrNotRegular)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, opened, nil
}

func fits(info fs.FileInfo, limit int64) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w (%s)", ErrNotRegular, kindOf(info.Mode()))
	}
	if info.Size() > limit {
		return fmt.Errorf("%d bytes: %w of %d", info.Size(), ErrTooLarge, limit)
	}
	return nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// withoutPath takes off the path that package os repeats.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && strings.HasPrefix(err.Error(), p.Op+" ") {
		return p.Err
	}
	return err
}
