package git

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fixture is a repository made with the real git, cut off from the user's configuration and from an outer git.
type fixture struct {
	testing.TB
	dir  string // where git runs and Open starts
	base string // a folder for everything of this test, outside dir
	tmp  string // TMPDIR of what is tested
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{TB: t, dir: filepath.Join(base, "repo"), base: base, tmp: filepath.Join(base, "tmp")}
	for _, dir := range []string{f.dir, f.tmp, filepath.Join(base, "home")} {
		f.must(os.MkdirAll(dir, 0o755))
	}
	// No maintenance process after each commit: there are hundreds.
	f.must(os.WriteFile(filepath.Join(base, "home/.gitconfig"), []byte("[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"), 0o600))
	return f
}

// newRepo is a fixture with an empty repository.
func newRepo(t testing.TB, initArgs ...string) *fixture {
	f := newFixture(t)
	f.git(append([]string{"init", "-q", "-b", "main"}, initArgs...)...)
	return f
}

// seeded is a repository with a commit: a file, one in a folder, and a larger one that renames can be seen by.
func seeded(t testing.TB) *fixture {
	f := newRepo(t)
	f.write("a.txt", "one\n", "dir/b.txt", "two\n", "long.txt", lines(40))
	f.commit()
	return f
}

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of a file that is long enough\n", i)
	}
	return b.String()
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// environ is what both git and the tested code are given.
func (f *fixture) environ(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(f.base, "home"), "TMPDIR=" + f.tmp, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C", "GIT_TEMPLATE_DIR=",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	}, more...)
}

// try runs git and reports whether it succeeded.
func (f *fixture) try(args ...string) (string, error) { return f.tryWith(nil, args...) }

func (f *fixture) tryWith(env []string, args ...string) (string, error) {
	return f.execute(f.environ(env...), "", args...)
}

func (f *fixture) tryStdin(stdin string, args ...string) (string, error) {
	return f.execute(f.environ(), stdin, args...)
}

func (f *fixture) execute(env []string, stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = f.dir, env, strings.NewReader(stdin)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, problems.String())
	}
	return out.String(), err
}

// git runs git and gives what it wrote.
func (f *fixture) git(args ...string) string {
	f.Helper()
	out, err := f.try(args...)
	f.must(err)
	return out
}

// id gives the object id of a revision.
func (f *fixture) id(rev string) OID {
	f.Helper()
	return OID(strings.TrimSpace(f.git("rev-parse", rev)))
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// write writes files: path, content, path, content ...
func (f *fixture) write(pairs ...string) {
	f.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		f.must(os.MkdirAll(filepath.Dir(f.path(pairs[i])), 0o755))
		f.must(os.WriteFile(f.path(pairs[i]), []byte(pairs[i+1]), 0o644))
	}
}

func (f *fixture) remove(names ...string) {
	f.Helper()
	for _, name := range names {
		f.must(os.RemoveAll(f.path(name)))
	}
}

func (f *fixture) add(args ...string) { f.Helper(); f.git(append([]string{"add"}, args...)...) }

func (f *fixture) commit() {
	f.Helper()
	f.add("-A")
	f.git("commit", "-q", "--allow-empty", "-m", "commit")
}

func (f *fixture) config(key, value string) { f.Helper(); f.git("config", key, value) }

// script writes an executable outside the repository.
func (f *fixture) script(name, body string) string {
	f.Helper()
	path := filepath.Join(f.base, name)
	f.must(os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return path
}

// older makes files look as if they had been written long ago, so that the index's times can be trusted.
func (f *fixture) older(names ...string) {
	f.Helper()
	for _, name := range names {
		when := time.Now().Add(-time.Hour)
		f.must(os.Chtimes(f.path(name), when, when))
	}
}

// options are those for opening the fixture.
func (f *fixture) options(more ...string) Options {
	return Options{Dir: f.dir, Env: f.environ(more...)}
}

// open opens the repository and, at the end of the test, sees that nothing is left behind.
func (f *fixture) open() Repository {
	f.Helper()
	return f.openWith(f.options())
}

func (f *fixture) openWith(opts Options) Repository {
	f.Helper()
	tmp := f.TempDir()
	opts.Env = append(opts.Env, "TMPDIR="+tmp)
	r, err := Open(context.Background(), opts)
	f.must(err)
	f.Cleanup(func() {
		f.must(r.Close())
		left, err := os.ReadDir(tmp)
		f.must(err)
		if len(left) > 0 {
			f.Errorf("Close left %v", left)
		}
	})
	return r
}

// snapshot describes all files below a folder: names, modes, times, inodes' sizes and content. Two equal snapshots
// mean that nothing was written in between.
func snapshot(t testing.TB, dir string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %s %d %s", path, info.Mode(), info.Size(), info.ModTime().Format(time.RFC3339Nano))
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		all = append(all, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "\n")
}

// firstDifference is for a message about two snapshots.
func firstDifference(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range b {
		if !slices.Contains(a, line) {
			return line
		}
	}
	return "something is gone"
}

// equalLists compares two lists as sets, sorted, and says what is missing and what is too much.
func equalLists(t testing.TB, what string, got, want []string) {
	t.Helper()
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("%s:\n got  %q\n want %q", what, got, want)
}
