package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

const (
	syntheticCommits = 100
	syntheticStaged  = 5
	// syntheticVersion is in the folder's name: a changed generator does not find the repositories of the last one.
	syntheticVersion = 1
)

// syntheticTime is the time of the last commit and of every file: older than the index, so that git trusts what the
// index says of them as it does in a repository that has lain for a while.
var syntheticTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// synthetic is the folder of a repository of n files, made in cache unless it is there, with a change of five
// TypeScript and JavaScript files staged.
func (b *bench) synthetic(ctx context.Context, n int) (string, error) {
	dir := filepath.Join(b.cache, fmt.Sprintf("synthetic-%d-%d", syntheticVersion, n))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	unfinished := dir + ".unfinished"
	if err := os.RemoveAll(unfinished); err != nil {
		return "", err
	}
	if err := b.makeSynthetic(ctx, unfinished, n); err != nil {
		return "", fmt.Errorf("make a repository of %d files: %w", n, err)
	}
	return dir, os.Rename(unfinished, dir)
}

func (b *bench) makeSynthetic(ctx context.Context, dir string, n int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if _, err := b.output(ctx, dir, "git", "init", "-q", "-b", "main"); err != nil {
		return err
	}
	if err := b.importHistory(ctx, dir, n); err != nil {
		return err
	}
	if _, err := b.output(ctx, dir, "git", "reset", "-q", "--hard"); err != nil {
		return err
	}
	paths, err := writeStaged(dir, n)
	if err != nil {
		return err
	}
	if _, err := b.output(ctx, dir, append([]string{"git", "add", "--"}, paths...)...); err != nil {
		return err
	}
	if err := setTimes(dir); err != nil {
		return err
	}
	_, err = b.output(ctx, dir, "git", "update-index", "-q", "--refresh")
	return err
}

// importHistory streams the commits into git fast-import, which makes one pack of them.
func (b *bench) importHistory(ctx context.Context, dir string, n int) error {
	cmd := exec.CommandContext(ctx, "git", "fast-import", "--quiet", "--date-format=raw")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, b.env, os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	return errors.Join(writeHistory(stdin, n), stdin.Close(), cmd.Wait())
}

// writeHistory writes commits that each add a share of the files and change one added before. The format is that of
// git-fast-import(1).
func writeHistory(out io.Writer, n int) error {
	w := bufio.NewWriterSize(out, 1<<20)
	for c := range syntheticCommits {
		message := fmt.Sprintf("Commit %d", c)
		at := syntheticTime.Unix() - int64(syntheticCommits-c)*3600
		fmt.Fprintf(w, "commit refs/heads/main\ncommitter A <a@example.com> %d +0000\ndata %d\n%s\n", at, len(message), message)
		for i := c; i < n; i += syntheticCommits {
			writeFile(w, i, 0)
		}
		if c > 0 && c-1 < n {
			writeFile(w, c-1, 1)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func writeFile(w io.Writer, i, version int) {
	text := syntheticText(i, version)
	fmt.Fprintf(w, "M 100644 inline %s\ndata %d\n%s\n", syntheticPath(i), len(text), text)
}

// writeStaged changes four files, far from each other, and adds one. One of them newly starts a process, so that both
// sides of it have to be looked at.
func writeStaged(dir string, n int) ([]string, error) {
	const step = 8 // the last files are left alone
	if n/step < len(kinds) {
		return nil, fmt.Errorf("%d files are too few, the least is %d", n, step*len(kinds))
	}
	var paths []string
	for i := range syntheticStaged - 1 {
		at := i * (n / step) / len(kinds) * len(kinds) // a TypeScript file: kinds starts with it
		if i%2 == 1 {
			at += slices.Index(kinds, ".js")
		}
		added := "\nexport const changed = 'yes';\n"
		if i == 0 {
			added += "import { execFile } from 'node:child_process';\nexport const list = () => execFile('ls');\n"
		}
		paths = append(paths, syntheticPath(at))
		if err := appendTo(filepath.Join(dir, syntheticPath(at)), added); err != nil {
			return nil, err
		}
	}
	added := "packages/p000/src/d00/added.ts"
	return append(paths, added), os.WriteFile(filepath.Join(dir, added), []byte(syntheticText(0, 2)), 0o644)
}

func appendTo(path, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(old, text...), 0o644)
}

func setTimes(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ".git":
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		return os.Chtimes(path, syntheticTime, syntheticTime)
	})
}
