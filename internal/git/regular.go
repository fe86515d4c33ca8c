package git

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Limits of the files that are read or copied before git sees them. Git itself has none, and would wait
// for ever on a FIFO. An index has about 100 bytes an entry, so this is ten million files.
const (
	indexLimit = 1 << 30
	refsLimit  = 1 << 30
	textLimit  = 16 << 20 // configuration, ignore and attribute files
	linkLimit  = 64 << 10 // .git files, commondir, HEAD: one path each
)

// checkRegular reports what is wrong with a file that git is about to open. Missing is fine.
// A symbolic link counts as what it leads to, as it does for git.
func checkRegular(path string, limit int64) error {
	info, err := os.Stat(path)
	if err != nil {
		return nil // missing, or not to be reached: git says so itself, and does not wait
	}
	if info.IsDir() {
		return nil
	}
	return regularOf(info, path, limit)
}

func regularOf(info fs.FileInfo, path string, limit int64) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w (%s)", path, ErrNotRegular, kindOf(info.Mode()))
	}
	if info.Size() > limit {
		return fmt.Errorf("%s: %d bytes: %w of %d", path, info.Size(), ErrTooLarge, limit)
	}
	return nil
}

// openRegular opens a regular file of at most limit bytes, and never waits for a writer.
func openRegular(path string, limit int64) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openWithoutWaiting, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = regularOf(info, path, limit)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// readRegular reads a regular file of at most limit bytes.
func readRegular(path string, limit int64) ([]byte, error) {
	f, info, err := openRegular(path, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLimited(f, info, path, limit)
}

// readLimited reads an open file whose size may still change.
func readLimited(f io.Reader, info fs.FileInfo, path string, limit int64) ([]byte, error) {
	data := make([]byte, 0, info.Size()+1)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if int64(len(data)) > limit {
			return nil, fmt.Errorf("%s: %w of %d bytes", path, ErrTooLarge, limit)
		}
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// copyRegular copies a regular file with its modification time, and reports whether there was one.
// The time matters: git rereads the files that are as young as the index ("racy git").
func copyRegular(from, to string, limit int64) (bool, error) {
	in, info, err := openRegular(from, limit)
	if os.IsNotExist(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("copy: %w", err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false, fmt.Errorf("copy %s to a temporary file: %w", from, withoutPath(err))
	}
	_, err = io.Copy(out, in)
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	if err != nil {
		return false, fmt.Errorf("copy %s to a temporary file: %w", from, withoutPath(err))
	}
	return true, nil
}
