package report

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sentinel/internal/finding"
)

// WriteFile writes a result to a file, whole or not at all: into a temporary file beside it, which takes its
// place once everything is on the disk. If anything fails the temporary file is removed and an old file
// stays as it was. An existing file keeps its permission bits; a new one gets what the umask leaves.
//
// What is not a regular file (a FIFO, a terminal, /dev/null) is written directly, and so is everything under
// /dev and /proc: /dev/stdout is a link to whatever the shell opened, which may be a file to add to.
//
// Any other symbolic link is refused. Reports are written in checkouts under well-known names, and a
// repository that brings a link of that name must not choose what is overwritten. Links among the
// directories of path are followed.
//
// A file is no terminal: colour and width do not apply, whatever o says.
// ctx ends the wait for a reader of a FIFO or a terminal; a FIFO that nobody has opened to read is an error.
func WriteFile(ctx context.Context, path string, format Format, r finding.Result, o Options) error {
	o.Color, o.Width = false, 0
	write := func(w io.Writer) error {
		buffered := bufio.NewWriter(w)
		if err := format.Write(buffered, r, o); err != nil {
			return err
		}
		return buffered.Flush()
	}
	if err := writeFile(ctx, path, write); err != nil {
		return fmt.Errorf("write %s report to %s: %w", format.Name, finding.Printable(path), err)
	}
	return nil
}

var errDirectory = errors.New("it is a directory; name a file")

func writeFile(ctx context.Context, path string, write func(io.Writer) error) error {
	if isDevicePath(path) {
		return writeDirectly(ctx, path, write)
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return errDirectory
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replace(path, nil, write)
	case err != nil:
		return withoutPath(err)
	case info.IsDir():
		return errDirectory
	case info.Mode()&fs.ModeSymlink != 0:
		return errors.New("it is a symbolic link, and reports are not written through links; remove it or name its target")
	case !info.Mode().IsRegular():
		return writeDirectly(ctx, path, write)
	}
	mode := info.Mode().Perm()
	return replace(path, &mode, write)
}

func isDevicePath(path string) bool {
	path = filepath.Clean(path)
	return strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/")
}

// writeDirectly appends, so that standard output redirected to a file keeps what it has. It neither waits for
// somebody to open a FIFO nor, once ctx is done, for whoever has opened it to read.
func writeDirectly(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|openWithoutWaiting, 0)
	if isUnread(err) {
		return errors.New("it is a FIFO that nobody reads; start its reader first")
	}
	if err != nil {
		return withoutPath(err)
	}
	stop := context.AfterFunc(ctx, func() {
		_ = f.SetWriteDeadline(time.Unix(1, 0)) // what knows no deadline does not wait either
	})
	defer stop()
	err = closing(f, write(f))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return context.Cause(ctx)
	}
	return withoutPath(err)
}

// closing closes f, and gives the first error: err, if there is one already.
func closing(f *os.File, err error) error {
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// replace puts a new file in path's place. mode is nil where there is no old file.
func replace(path string, mode *fs.FileMode, write func(io.Writer) error) error {
	temporary := filepath.Join(filepath.Dir(path), ".sentinel-"+rand.Text()+".tmp")
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return withoutPath(err)
	}
	inPlace := false
	defer func() { // deferred, so that a panic leaves nothing behind either
		if !inPlace {
			os.Remove(temporary)
		}
	}()
	if err := fill(f, mode, write); err != nil {
		return withoutPath(err)
	}
	if err := os.Rename(temporary, path); err != nil {
		return withoutPath(err)
	}
	inPlace = true
	return nil
}

// fill writes the whole of f and closes it. Some file systems report a full disk only at Sync or Close.
func fill(f *os.File, mode *fs.FileMode, write func(io.Writer) error) error {
	err := write(f)
	if err == nil && mode != nil {
		err = f.Chmod(*mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return closing(f, err)
}

// withoutPath drops the path that the os package puts into its errors: it is the temporary file's, or
// repeats what the caller says.
func withoutPath(err error) error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.As(err, &pathError):
		return fmt.Errorf("%s: %w", pathError.Op, pathError.Err)
	case errors.As(err, &linkError):
		return fmt.Errorf("%s: %w", linkError.Op, linkError.Err)
	}
	return err
}
