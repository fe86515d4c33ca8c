package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// changesFacts are the git commands that, one after the other, tell what the check changes lists.
var changesFacts = strings.Join([]string{
	"git rev-parse HEAD main^{commit}",
	"base=$(git merge-base HEAD main~20)",
	"git diff --name-status -z -M -C $base HEAD",
	"git diff --cached --name-status -z -M -C",
	"git status --porcelain=v2 -z --untracked-files=all",
}, " && ")

// changes lists what differs, beside the git commands for it: in the synthetic repository, and where the work tree has
// a folder of very many files that git does not know.
func (b *bench) changes(ctx context.Context) error {
	dir, err := b.synthetic(ctx, b.files)
	if err != nil {
		return err
	}
	all, err := b.interleave(ctx, b.runs,
		b.check("sentinel check changes", dir, "changes", "--base-ref", "main~20", "--report", "review"),
		command{name: "the git commands", dir: dir, args: []string{"sh", "-c", changesFacts}},
	)
	if err != nil {
		return err
	}
	b.printer.section(section{
		title: fmt.Sprintf("What differs, in a repository of %d files", b.files), series: all,
		verdicts: []verdict{{what: "wall time of the git commands", unit: "x", figure: ratio(all[0].wall(), all[1].wall()), limit: 1.25}},
	})
	return b.changesUntracked(ctx)
}

// untrackedFiles is how many files the folder has that git does not know.
const untrackedFiles = 200_000

func (b *bench) changesUntracked(ctx context.Context) error {
	dir, err := b.untracked(ctx)
	if err != nil {
		return err
	}
	all, err := b.interleave(ctx, b.longRuns(),
		b.check("sentinel check changes", dir, "changes", "--report", "review"),
		command{name: "git status", dir: dir, args: []string{"git", "status", "--porcelain=v2", "-z", "--untracked-files=all"}},
	)
	if err != nil {
		return err
	}
	b.printer.section(section{
		title: fmt.Sprintf("A folder of %d untracked files", untrackedFiles), series: all,
		verdicts: []verdict{
			{what: "peak memory of git status", unit: "x", figure: float64(all[0].peak()) / float64(all[1].peak()), limit: 1.1},
		},
		notes: []string{fmt.Sprintf("wall time of git status %.2fx", ratio(all[0].wall(), all[1].wall()))},
	})
	return nil
}

// untracked is a repository of one commit and a folder of untracked files, made in cache unless it is there.
func (b *bench) untracked(ctx context.Context) (string, error) {
	dir := filepath.Join(b.cache, fmt.Sprintf("untracked-%d", untrackedFiles))
	if _, err := os.Stat(filepath.Join(dir, "done")); err == nil {
		return dir, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for _, args := range [][]string{
		{"git", "init", "-q", "-b", "main"},
		{"git", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "one"},
	} {
		if _, err := b.output(ctx, dir, args...); err != nil {
			return "", err
		}
	}
	for i := range untrackedFiles {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("file-of-a-usual-length-%06d.txt", i)), nil, 0o644); err != nil {
			return "", err
		}
	}
	return dir, os.WriteFile(filepath.Join(dir, "done"), nil, 0o644)
}
