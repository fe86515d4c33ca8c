package hooks

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sentinel/internal/finding"
)

// keptSuffix is added to the name of a hooks folder for the folder of the hooks that ours replaced. There a hook keeps
// its own name, by which some decide what they do (overcommit, husky 4), and what it finds with "$(dirname "$0")/../.."
// is what it found before. Files that lie beside the hooks are there, too, as symbolic links.
const keptSuffix = ".sentinel-chained"

// keptFolder is where the replaced hooks of a folder are. The folder may be come to through a symbolic link.
func keptFolder(folder string) string { return realPath(folder) + keptSuffix }

// chain gives a hook its second name, while it keeps its first. The second one is taken only if it is free or another
// name of the same hook, so of two installs at once none can lose it. A manager that wrote its hook anew over ours has
// the one in force: one that was kept before and differs goes aside, and nothing runs it any more.
func (h Hook) chain() (aside string, err error) {
	const hint = "see that the folder above the hooks can be written to"
	if err := os.MkdirAll(filepath.Dir(h.kept), 0o777); err != nil {
		return "", finding.Unfinishedf(hint, "keep the hook that is there: %w", err)
	}
	if err := h.linkCompanions(); err != nil {
		return "", finding.Unfinishedf("", "keep the files beside the hook in reach: %w", err)
	}
	err = h.secondName(h.kept)
	switch {
	case errors.Is(err, fs.ErrExist) && h.isKeptAt(h.kept):
		return "", nil // an install at the same moment, or one that was cut off
	case errors.Is(err, fs.ErrExist):
		aside, err = h.replaceKept()
	}
	if err != nil {
		return aside, finding.Unfinishedf(hint, "keep the hook that is there: %w", err)
	}
	return aside, nil
}

// replaceKept puts the hook in place of one that was kept before, which goes aside unless it is the same. Another
// install may be doing so at the same moment: only what was looked at is ever kept, and nothing is lost.
func (h Hook) replaceKept() (aside string, err error) {
	folder, err := os.MkdirTemp(filepath.Dir(h.kept), ".new-*")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	fresh := filepath.Join(folder, h.Name)
	if err := h.secondName(fresh); err != nil {
		return "", err
	}
	if !h.isKeptAt(fresh) {
		return "", fmt.Errorf("%s was changed at the same moment: try again", h.Path)
	}
	if !h.isKeptAt(h.kept) && !sameText(fresh, h.kept) {
		if aside, err = nameAside(h.kept); err != nil {
			return "", err
		}
	}
	return aside, os.Rename(fresh, h.kept)
}

func (h Hook) secondName(path string) error {
	if h.Symlink != "" {
		return os.Symlink(h.Symlink, path)
	}
	return os.Link(h.Path, path)
}

// asideInfix stands between the name of a hook that went aside and its number.
const asideInfix = ".old-"

// nameAside gives a kept hook the first free name of NAME.old-1, NAME.old-2, ... beside the one it has.
func nameAside(kept string) (string, error) {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s%s%d", kept, asideInfix, n)
		target, err := os.Readlink(kept)
		if err == nil {
			err = os.Symlink(target, aside)
		} else {
			err = os.Link(kept, aside)
		}
		if !errors.Is(err, fs.ErrExist) {
			return aside, err
		}
	}
}

// Aside are the paths of hooks that earlier installs kept and that nothing runs any more.
func (f Folder) Aside(name string) ([]string, error) {
	folder := keptFolder(f.Path)
	items, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, finding.Unfinishedf("", "look at the replaced hooks: %w", err)
	}
	var paths []string
	for _, item := range items {
		if strings.HasPrefix(item.Name(), name+asideInfix) {
			paths = append(paths, filepath.Join(folder, item.Name()))
		}
	}
	return paths, nil
}

// companions is the hooks folder, as seen from the one of the kept hooks.
func (h Hook) companions() string {
	return filepath.Join("..", strings.TrimSuffix(filepath.Base(filepath.Dir(h.kept)), keptSuffix))
}

// linkCompanions makes the files beside a hook reachable from where it is kept. On Windows, where links need a right
// that few have, they are not.
func (h Hook) linkCompanions() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder := filepath.Dir(h.Path)
	items, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, item := range items {
		name := item.Name()
		if slices.Contains(Names(), name) || strings.HasSuffix(name, ".sample") || strings.HasSuffix(name, ".tmp") ||
			isShim(filepath.Join(folder, name)) {
			continue
		}
		err := os.Symlink(filepath.Join(h.companions(), name), filepath.Join(filepath.Dir(h.kept), name))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// leaveKeptFolder removes the folder of kept hooks when nothing but links to companions is left in it.
func (h Hook) leaveKeptFolder() error {
	folder := filepath.Dir(h.kept)
	items, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	kept := func(item fs.DirEntry) bool {
		target, err := os.Readlink(filepath.Join(folder, item.Name()))
		return err != nil || slices.Contains(Names(), item.Name()) || filepath.Dir(target) != h.companions()
	}
	if err == nil && slices.ContainsFunc(items, kept) {
		return nil
	}
	for _, item := range items {
		err = errors.Join(err, os.Remove(filepath.Join(folder, item.Name())))
	}
	if err == nil {
		err = os.Remove(folder)
	}
	if err != nil {
		return finding.Unfinishedf("", "remove the folder of replaced hooks: %w", err)
	}
	return nil
}

func (h Hook) isKeptAt(chained string) bool {
	if h.Symlink != "" {
		target, err := os.Readlink(chained)
		return err == nil && target == h.Symlink
	}
	info, err := os.Lstat(chained)
	return err == nil && os.SameFile(info, h.info)
}

// isLike reports whether a kept hook is, byte for byte, the one in place.
func (h Hook) isLike(kept string) bool { return h.isKeptAt(kept) || sameText(h.Path, kept) }

// sameText reports whether two regular files are equal. One that is larger than a hook of a manager ever is counts as
// different.
func sameText(a, b string) bool {
	var texts [2][]byte
	for i, path := range []string{a, b} {
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() >= shimLimit {
			return false
		}
		if texts[i], err = readHook(path); err != nil {
			return false
		}
	}
	return bytes.Equal(texts[0], texts[1])
}
