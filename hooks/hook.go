package hooks

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"sentinel/internal/finding"
)

// State says whose a hook is.
type State string

// The states.
const (
	Absent  State = "absent"
	Ours    State = "ours"
	Edited  State = "edited"  // ours, and changed since
	Foreign State = "foreign" // not ours
)

// Hook is one hook as it lies in the folder.
type Hook struct {
	Name, Path string
	State      State
	// Symlink says that the file is a link, and where it leads.
	Symlink string
	// Executable is what git asks of a hook; it passes over any other.
	Executable bool
	// CRLF says that the lines of a hook of ours end in CR LF, so that it cannot start.
	CRLF bool
	// Program is the sentinel that a hook of ours starts.
	Program string
	// Chained is the path of the hook that ours replaced, "" for none.
	Chained string
	// Displaced are the paths of hooks of ours to which a manager has given another name to put its own in place.
	Displaced []string

	info fs.FileInfo
	text []byte
	kept string // where Chained is or would be
}

// shimLimit is more than any hook of ours has bytes. A larger file is somebody else's and need not be read.
const shimLimit = 64 << 10

// Look says what a hook is.
func (f Folder) Look(name string) (Hook, error) {
	h := Hook{Name: name, Path: filepath.Join(f.Path, name), State: Absent, kept: filepath.Join(keptFolder(f.Path), name)}
	if _, err := os.Lstat(h.kept); err == nil {
		h.Chained = h.kept
	}
	h.Displaced = displaced(h.Path)
	var err error
	h.info, err = os.Lstat(h.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err != nil {
		return h, finding.Unfinishedf("", "look at the hook: %w", err)
	}
	h.State = Foreign
	h.Executable = IsExecutable(h.Path)
	switch {
	case h.info.Mode()&fs.ModeSymlink != 0:
		h.Symlink, err = os.Readlink(h.Path)
	case !h.info.Mode().IsRegular():
		return h, finding.Usagef("move it away", "%s is not a file", h.Path)
	case h.info.Size() <= shimLimit:
		err = h.read()
	}
	if err != nil {
		return h, finding.Unfinishedf("", "read the hook: %w", err)
	}
	return h, nil
}

// readHook reads the part of a hook that is looked at.
func readHook(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, shimLimit))
}

// read finds out whether a regular file is ours.
func (h *Hook) read() (err error) {
	if h.text, err = readHook(h.Path); err != nil {
		return err
	}
	s := readScript(h.text)
	switch {
	case s.ours && s.edited:
		h.State = Edited
	case s.ours:
		h.State = Ours
	}
	h.CRLF, h.Program = s.ours && s.crlf, s.program
	return nil
}

// is reports whether the hook already is what an install would make of it.
func (h Hook) is(text []byte) bool {
	return h.State == Ours && h.Executable && bytes.Equal(h.text, text)
}

// Trouble says why git would not run a hook of ours, or what that would then do; "" when it is live.
func (h Hook) Trouble() string {
	switch {
	case h.State != Ours:
		return ""
	case !h.Executable:
		return "it is not executable, so git passes over it; repair it with: sentinel hooks install " + h.Name
	case h.CRLF:
		return "its lines end in CR LF, so it cannot start; repair it with: sentinel hooks install " + h.Name
	case IsExecutable(h.Program):
		return ""
	}
	if _, err := lookPath(); err != nil {
		return fmt.Sprintf("there is no sentinel at %s and none in PATH, so it refuses everything; repair it with: sentinel hooks install %s", h.Program, h.Name)
	}
	return ""
}

// IsExecutable reports whether git would run the file as a hook. It follows links. Windows has no mode that says it.
func IsExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}
