package hooks

import (
	"errors"
	"fmt"
	"io/fs"
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
// hook at all, and two installs at once end as one does.
func (f Folder) Install(name, program string, force bool) (Change, error) {
	if strings.ContainsAny(program, "\r\n") {
		return "", finding.Usagef("move it", "the path of sentinel has a line break in it: %q", program)
	}
	h, err := f.Look(name)
	if err != nil {
		return "", err
	}
	text, change := shim(name, program), Installed
	switch {
	case h.is(text):
		return Unchanged, nil
	case h.State == Edited && !force:
		return "", edited(h)
	case h.State == Foreign && h.Symlink != "" && !force:
		return "", finding.Usagef("add sentinel to the file it leads to, or use --force to run that first from here",
			"%s is a symbolic link to %s", h.Path, h.Symlink)
	case h.State == Foreign:
		change = Chained
		err = h.chain()
	case h.State != Absent:
		change = Repaired
	}
	if err != nil {
		return "", err
	}
	return change, write(h.Path, text)
}

func edited(h Hook) error {
	return finding.Usagef("keep what was added in a hook of its own, or use --force to lose it",
		"%s was made by sentinel and has been edited since", h.Path)
}

// chain gives a hook its second name, while it keeps its first. The second one is taken only if it is free, so of
// two installs at once none can lose it.
func (h Hook) chain() error {
	chained := h.Path + chainedSuffix
	var err error
	if h.Symlink != "" {
		err = os.Symlink(h.Symlink, chained)
	} else {
		err = os.Link(h.Path, chained)
	}
	switch {
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrExist):
		return finding.Unfinishedf("rename it to "+filepath.Base(chained)+" and install again", "keep the hook that is there: %w", err)
	case h.isKeptAt(chained):
		return nil // an install at the same moment, or one that was cut off
	}
	return finding.Usagef("delete the one that is no longer wanted",
		"%s is not sentinel's, and %s is there from an earlier install", h.Path, filepath.Base(chained))
}

func (h Hook) isKeptAt(chained string) bool {
	if h.Symlink != "" {
		target, err := os.Readlink(chained)
		return err == nil && target == h.Symlink
	}
	info, err := os.Lstat(chained)
	return err == nil && os.SameFile(info, h.info)
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
	case h.State == Foreign:
		return Left, nil
	case h.State == Edited && !force:
		return "", edited(h)
	case h.Chained != "":
		if err := os.Rename(h.Chained, h.Path); err != nil {
			return "", finding.Unfinishedf("", "put the replaced hook back: %w", err)
		}
		return Restored, nil
	case h.State == Absent:
		return Unchanged, nil
	}
	if err := os.Remove(h.Path); err != nil {
		return "", finding.Unfinishedf("", "remove the hook: %w", err)
	}
	return Removed, nil
}
