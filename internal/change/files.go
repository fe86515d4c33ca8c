package change

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// modeOther is what git has no mode for: FIFOs, sockets and devices.
const modeOther git.Mode = "other"

// resolveFiles is ScopeFiles: what lies on disk, in a repository or not, or one file's content in memory. There is no
// Inventory of it, since nothing is compared.
func resolveFiles(ctx context.Context, spec Spec) (*Change, error) {
	c := &Change{Scope: finding.Scope{
		Kind: spec.Kind, Backend: "none", Description: "files on disk, compared with nothing",
	}}
	if spec.OverlayText != nil {
		c.Scope.Description = "content that was given, compared with nothing"
		side := Side{Path: spec.OverlayPath, Mode: git.ModeRegular, Memory: spec.OverlayText}
		c.Files = []File{{Path: side.Path, Status: Present, New: side}}
		c.complete(nil)
		return c, nil
	}
	limits, err := spec.filePaths()
	if err != nil {
		return nil, err
	}
	if c.folder, err = git.OpenFolder(spec.Root); err != nil {
		return nil, finding.Unfinishedf("", "%w", err)
	}
	if err := c.walk(ctx, spec, limits, defaultBounds()); err != nil {
		return nil, errors.Join(err, c.folder.Close())
	}
	c.complete(limits)
	c.Files = slices.CompactFunc(c.Files, func(a, b File) bool { return a.Path == b.Path })
	c.Scope.Files = len(c.Files)
	return c, nil
}

// filePaths makes Paths relative to Root. Links in them are resolved, but for the last element of each.
func (s Spec) filePaths() (paths, error) {
	if !filepath.IsAbs(s.Root) {
		return nil, fmt.Errorf("the folder to look in, %q, is not an absolute path", s.Root)
	}
	var limits paths
	for _, arg := range s.Paths {
		rel, err := relative(s.Root, s.Root, arg)
		if err != nil {
			return nil, &finding.Failure{
				Exit: finding.ExitUsage, Code: finding.ErrorOutsideRoot,
				Err:  fmt.Errorf("%s lies outside the folder that is looked in", finding.Printable(arg)),
				Hint: "name a path inside it, or start from a folder that has both",
			}
		}
		limits = append(limits, rel)
	}
	if slices.Contains(limits, "") && !s.Flat {
		return nil, nil
	}
	return limits, nil
}

// walk takes what each of the paths is, or all of the folder where there are none.
func (c *Change) walk(ctx context.Context, spec Spec, limits paths, b bounds) error {
	w := walk{change: c, flat: spec.Flat, bounds: b, named: limits, seen: map[string]bool{}}
	if len(limits) == 0 {
		limits = paths{""}
	}
	for _, path := range limits {
		info, err := c.folder.Lstat(path)
		if err == nil {
			err = spec.Expect.holds(path, info.Mode())
		}
		switch {
		case err != nil:
			return unusable(path, err)
		case info.IsDir():
			err = w.folder(ctx, path, 0)
		default:
			w.add(path, info.Mode())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holds says what is wrong with a path that is not what was expected. A symbolic link is never.
func (e Expected) holds(path string, mode fs.FileMode) error {
	shown := printablePath(path)
	refuse := func(code finding.DiagnosticCode, hint, what string) error {
		return &finding.Failure{Exit: finding.ExitUsage, Code: code, Err: fmt.Errorf("%s is %s", shown, what), Hint: hint}
	}
	switch {
	case mode&fs.ModeSymlink != 0:
		return refuse(finding.ErrorNotAFile, "name what it leads to", "a symbolic link, and links are not followed")
	case e == ExpectFolder && !mode.IsDir():
		return refuse(finding.ErrorNotAFolder, "name the folder that it is in", "not a folder")
	case e == ExpectFile && mode.IsDir():
		return refuse(finding.ErrorNotAFile, "name one file in it", "a folder, not a file")
	case e == ExpectFile && !mode.IsRegular():
		return refuse(finding.ErrorNotAFile, "", "not a regular file")
	}
	return nil
}

// unusable is the error for a path that was named, and that nothing can be done with.
func unusable(path string, err error) error {
	if f := (*finding.Failure)(nil); errors.As(err, &f) {
		return err
	}
	shown := printablePath(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &finding.Failure{Exit: finding.ExitUsage, Code: finding.ErrorNotFound,
			Err: fmt.Errorf("there is no file or folder %s", shown), Hint: "check the spelling; paths are relative to the folder that is looked in"}
	case errors.Is(err, git.ErrNotRegular):
		return &finding.Failure{Exit: finding.ExitUsage, Code: finding.ErrorNotAFile, Err: fmt.Errorf("%s: %w", shown, err)}
	}
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return &finding.Failure{Exit: finding.ExitUnfinished, Code: finding.ErrorUnreadable, Err: fmt.Errorf("look at %s: %w", shown, err)}
}

// printablePath is a path below Root as a message has it.
func printablePath(path string) string {
	if path == "" {
		return "."
	}
	return finding.Printable(path)
}
