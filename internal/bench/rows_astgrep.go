package main

import (
	"context"
	"crypto/sha256"
	_ "embed" // for the rules
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// astGrepRules finds by name what sentinel finds by where it comes from: the seven kinds of call.
//
//go:embed testdata/astgrep.yml
var astGrepRules string

// sameCalls looks at the TypeScript of several repositories for the same calls.
func (b *bench) sameCalls(ctx context.Context) error {
	s := section{title: "The same calls found by ast-grep with seven rules"}
	tool, name, installed := b.astGrep(ctx)
	switch {
	case !installed:
		s.unmeasured = append(s.unmeasured, "@ast-grep/cli is not installed: run make bench-tools")
	case len(b.ts) == 0:
		s.unmeasured = append(s.unmeasured, "needs -ts DIR,DIR... with about 20 MB of TypeScript")
	}
	if len(s.unmeasured) > 0 {
		b.printer.section(s)
		return nil
	}
	dir, size, err := b.corpus(ctx)
	if err != nil {
		return err
	}
	s.bytes = size
	s.series, err = b.interleave(ctx, b.longRuns(),
		b.check("sentinel check --all, cold", dir, "--all", "--no-cache"),
		command{name: name + " scan", dir: dir, args: []string{tool, "scan", "--inline-rules", astGrepRules, "--report-style", "short", "--color", "never", "."}})
	if err != nil {
		return err
	}
	s.verdicts = []verdict{{what: "as fast as ast-grep", unit: "x", figure: ratio(s.series[1].wall(), s.series[0].wall()), limit: 1.3, atLeast: true}}
	s.notes = []string{fmt.Sprintf("%.1f MB of TypeScript without JSX", float64(size)/1e6)}
	b.printer.section(s)
	return nil
}

// corpus is a repository of all the TypeScript of the -ts repositories, made in the cache unless it is there, and the
// size of that. It has nothing else, so that both tools look at the same bytes, and no .tsx, which ast-grep has as a
// language with rules of its own.
func (b *bench) corpus(ctx context.Context) (dir string, size int64, err error) {
	var heads []string
	for _, from := range b.ts {
		head, err := b.output(ctx, from, "git", "rev-parse", "HEAD")
		if err != nil {
			return "", 0, err
		}
		heads = append(heads, head)
	}
	sum := sha256.Sum256([]byte(strings.Join(heads, " ")))
	dir = filepath.Join(b.cache, "corpus-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
		return dir, sizeOf(dir), nil
	}
	for i, from := range b.ts {
		if err := b.copyTypeScript(ctx, from, filepath.Join(dir, strconv.Itoa(i)+"-"+filepath.Base(from))); err != nil {
			return "", 0, err
		}
	}
	for _, args := range [][]string{
		{"git", "init", "-q", "-b", "main"},
		{"git", "add", "--force", "."},
		{"git", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "Corpus"},
	} {
		if _, err := b.output(ctx, dir, args...); err != nil {
			return "", 0, err
		}
	}
	return dir, sizeOf(dir), nil
}

func (b *bench) copyTypeScript(ctx context.Context, from, to string) error {
	list, err := b.output(ctx, from, "git", "ls-files", "-z", "*.ts", "*.mts", "*.cts")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(from, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // not checked out
		}
		if err != nil {
			return err
		}
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// sizeOf adds up the files that copyTypeScript wrote.
func sizeOf(dir string) int64 {
	var size int64
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.Type().IsRegular():
			info, err := entry.Info()
			if err != nil {
				return err
			}
			size += info.Size()
		}
		return nil
	})
	return size
}
