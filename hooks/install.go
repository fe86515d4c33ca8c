package hooks

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sentinel/internal/finding"
)

// Change says what Install or Uninstall did to one hook.
type Change string

// The changes.
const (
	Unchanged Change = "unchanged"
	Installed Change = "installed"
	Chained   Change = "chained" // installed, and the hook that was there kept to run first
	Repaired  Change = "repaired"
	Removed   Change = "removed"
	Restored  Change = "restored" // removed, and the hook that was there before put back
	Left      Change = "left"     // not ours, so left alone
	Cleared   Change = "cleared"  // not ours, so left alone, but what was left of ours is gone
)

// Allowed is an error where hooks cannot be installed, or only should be with force.
func (f Folder) Allowed(force bool) error {
	if f.Off != "" {
		return finding.Usagef("", "%s", f.Off)
	}
	if f.Risk != "" && !force {
		return finding.Usagef(f.Advice+"; or use --force", "%s", f.Risk)
	}
	return f.writable()
}

// Install makes a hook start the program. A hook that is there already is kept, and runs first. With force, one of
// ours that somebody has edited is overwritten, and a symbolic link is chained as it is. At no moment is there no
// hook at all, and two installs at once end as one does. aside is where a hook went that an earlier install had kept
// and that differs from the one which is kept now; "" for none.
func (f Folder) Install(name, program string, force bool) (change Change, aside string, err error) {
	if strings.ContainsAny(program, "\r\n") {
		return "", "", finding.Usagef("move it", "the path of sentinel has a line break in it: %q", program)
	}
	h, err := f.Look(name)
	if err != nil {
		return "", "", err
	}
	text := shim(name, program)
	change = Installed
	switch {
	case h.is(text):
		return Unchanged, "", h.removeDisplaced()
	case h.State == Edited && !force:
		return "", "", edited(h)
	case h.State == Foreign && h.Symlink != "" && !force:
		return "", "", finding.Usagef("add sentinel to the file it leads to, or use --force to run that first from here",
			"%s is a symbolic link to %s", h.Path, h.Symlink)
	case h.State == Foreign:
		change = Chained
		aside, err = h.chain()
	case h.State != Absent:
		change = Repaired
	}
	if err == nil {
		err = write(h.Path, text)
	}
	if err == nil {
		err = h.removeDisplaced()
	}
	return change, aside, err
}

func edited(h Hook) error {
	return finding.Usagef("keep what was added in a hook of its own, or use --force to lose it",
		"%s was made by sentinel and has been edited since", h.Path)
}

// write puts a hook in place whole and executable, or not at all.
func write(path string, text []byte) (err error) {
	defer func() {
		if err != nil {
			err = finding.Unfinishedf("", "write the hook: %w", err)
		}
	}()
	file, err := os.CreateTemp(filepath.Dir(path), fmt.Sprintf(".%s.*.tmp", filepath.Base(path)))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(file.Name(), 0o755)
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Uninstall takes a hook of ours away and puts back the one it replaced, bytes, mode and time as they were. One
// that is not ours is left alone; one that was edited is removed only with force.
func (f Folder) Uninstall(name string, force bool) (Change, error) {
	h, err := f.Look(name)
	if err != nil {
		return "", err
	}
	switch {
	case h.State == Edited && !force:
		return "", edited(h)
	case h.State == Foreign:
		return h.clear()
	}
	if err := h.removeDisplaced(); err != nil {
		return "", err
	}
	switch {
	case h.Chained != "":
		if err := os.Rename(h.Chained, h.Path); err != nil {
			return "", finding.Unfinishedf("", "put the replaced hook back: %w", err)
		}
		return Restored, h.leaveKeptFolder()
	case h.State == Absent:
		return Unchanged, nil
	}
	if err := os.Remove(h.Path); err != nil {
		return "", finding.Unfinishedf("", "remove the hook: %w", err)
	}
	return Removed, h.leaveKeptFolder()
}

// clear takes away what is left of ours where another tool has put its own hook in the place of ours: a shim under
// another name, and a kept hook that is the present one. A kept hook that differs is somebody's work and stays.
func (h Hook) clear() (Change, error) {
	if err := h.removeDisplaced(); err != nil {
		return "", err
	}
	switch {
	case h.Chained == "" && len(h.Displaced) == 0:
		return Left, nil
	case h.Chained == "":
		return Cleared, nil
	case !h.isLike(h.Chained):
		return "", finding.Usagef("delete the one that is no longer wanted; to have the kept one back: mv "+quote(h.Chained)+" "+quote(h.Path),
			"%s is not sentinel's and was left alone, but %s, which it once replaced, is kept still", h.Path, h.Chained)
	}
	if err := os.Remove(h.Chained); err != nil {
		return "", finding.Unfinishedf("", "remove the kept hook: %w", err)
	}
	return Cleared, h.leaveKeptFolder()
}
