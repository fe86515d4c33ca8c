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

	mu sync.Mutex
	// near is the folder of the file read last, nearDir its path: the next file is mostly in it too, and going
	// down from the top costs two system calls a level.
	near    *os.Root
	nearDir string
}

func openWorktree(top string) (*worktree, error) {
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, fmt.Errorf("open the work tree: %w", err)
	}
	return &worktree{root: root}, nil
}

func (w *worktree) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return errors.Join(w.leave(), w.root.Close())
}

// lstat describes a path, through no symbolic link.
func (w *worktree) lstat(path string) (fs.FileInfo, error) {
	if err := w.folders(path); err != nil {
		return nil, err
	}
	return w.root.Lstat(filepath.FromSlash(path))
}

// folders checks all parents of a path.
func (w *worktree) folders(path string) error {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return fmt.Errorf("%w: it is not a path inside the work tree", ErrNotRegular)
	}
	for i := 0; i < len(path); i++ {
		if path[i] != '/' {
			continue
		}
		if err := w.folder(path[:i]); err != nil {
			return err
		}
	}
	return nil
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
	w.mu.Lock()
	defer w.mu.Unlock()
	folder, name, err := w.enter(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := folder.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	if err := fits(info, limit); err != nil {
		return nil, nil, err
	}
	f, err := folder.OpenFile(name, os.O_RDONLY|openWithoutWaiting, 0)
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

// enter opens the folder of a path, unless it is open already, and gives the name in it.
func (w *worktree) enter(path string) (folder *os.Root, name string, err error) {
	if err := w.folders(path); err != nil {
		return nil, "", err
	}
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return w.root, path, nil
	}
	dir, name := path[:slash], path[slash+1:]
	if w.near != nil && w.nearDir == dir {
		return w.near, name, nil
	}
	opened, err := w.root.OpenRoot(filepath.FromSlash(dir))
	if err != nil {
		return nil, "", err
	}
	err = w.leave()
	w.near, w.nearDir = opened, dir
	return opened, name, err
}

// leave closes the folder that enter opened.
func (w *worktree) leave() error {
	if w.near == nil {
		return nil
	}
	err := w.near.Close()
	w.near = nil
	return err
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

// withoutPath takes off the path that package os repeats, or that is a temporary file's and differs each time.
func withoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && strings.HasPrefix(err.Error(), p.Op+" ") {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) && strings.HasPrefix(err.Error(), l.Op+" ") {
		return l.Err
	}
	return err
}
