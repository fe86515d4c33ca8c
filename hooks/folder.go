package hooks

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// Folder is where git looks for the hooks of one work tree.
type Folder struct {
	// Path is absolute, and as git gives it; "" where core.hooksPath is empty.
	Path string
	// Risk says why writing there does more than the operator may want, and Advice what to do instead. Both are
	// empty for the folder inside the git directory, which belongs to this clone alone.
	Risk, Advice string
	// Off says why git can run no hook at all.
	Off string
}

// Find gives the folder that git itself names, core.hooksPath and linked work trees considered.
func Find(ctx context.Context, repo git.Repository) (Folder, error) {
	info := repo.Info()
	f := Folder{Path: info.HooksDir}
	if f.Path == "" {
		f.Off = "core.hooksPath is empty: git runs no hooks here; undo that with: git config --unset core.hooksPath"
		return f, nil
	}
	stat, err := os.Lstat(f.Path)
	switch {
	case err == nil && !stat.IsDir():
		f.Off = fmt.Sprintf("core.hooksPath is %s, which is no folder: git runs no hooks here; undo that with: git config --unset core.hooksPath", f.Path)
		return f, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return f, finding.Unfinishedf("", "look at the hooks folder: %w", err)
	}
	return f, f.assess(ctx, repo, info)
}

// assess says whose a folder is. Git has followed the links to it already, so a link shows only in its own place.
func (f *Folder) assess(ctx context.Context, repo git.Repository, info git.Info) error {
	real, usual := realPath(f.Path), filepath.Join(info.CommonDir, "hooks")
	stat, err := os.Lstat(usual)
	switch {
	case err == nil && stat.Mode()&fs.ModeSymlink != 0 && realPath(usual) == real:
		f.Risk = fmt.Sprintf("the hooks folder %s is a symbolic link to %s", usual, real)
		f.Advice = "make it a folder, or set core.hooksPath to where it leads"
		return nil
	case inside(real, realPath(info.CommonDir)) || inside(real, realPath(info.GitDir)):
		return nil
	case info.Top == "" || !inside(real, realPath(info.Top)):
		f.Risk = fmt.Sprintf("the hooks folder %s (core.hooksPath) is outside this repository; others may use it, too", f.Path)
		f.Advice = fmt.Sprintf("give this repository a folder of its own with: git config core.hooksPath %s", usual)
		return nil
	}
	within, err := filepath.Rel(realPath(info.Top), real)
	if err != nil {
		return finding.Unfinishedf("", "look at the hooks folder: %w", err)
	}
	tracked, err := isTracked(ctx, repo, filepath.ToSlash(within))
	if err != nil {
		return err
	}
	f.Risk = fmt.Sprintf("the hooks folder %s (core.hooksPath) is inside the work tree", within)
	if tracked {
		f.Risk += " and tracked: a hook written there would be part of the next commit"
	}
	f.Advice = "let the hook that is made there call sentinel, with the line: sentinel hooks run pre-commit -- \"$@\""
	return nil
}

func isTracked(ctx context.Context, repo git.Repository, folder string) (bool, error) {
	files, err := repo.Files(ctx, "")
	if err != nil {
		return false, finding.Unfinishedf("", "list the tracked files: %w", err)
	}
	for _, f := range files {
		if folder == "." || strings.HasPrefix(f.Path, folder+"/") {
			return true, nil
		}
	}
	return false, nil
}

// writable is an error unless files can be made in the folder. It also respects a mode that does not bind root.
func (f Folder) writable() error {
	const hint = "make it writable, or let who owns it install the hooks"
	if err := os.MkdirAll(f.Path, 0o777); err != nil {
		return finding.Unfinishedf(hint, "make the hooks folder: %w", err)
	}
	info, err := os.Stat(f.Path)
	if err != nil {
		return finding.Unfinishedf("", "look at the hooks folder: %w", err)
	}
	if info.Mode().Perm()&0o222 == 0 {
		return finding.Unfinishedf(hint, "the hooks folder %s is read-only", f.Path)
	}
	return nil
}

// realPath is path without symbolic links, as far as it exists.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(realPath(parent), filepath.Base(path))
}

// inside reports whether path is dir or below it.
func inside(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
