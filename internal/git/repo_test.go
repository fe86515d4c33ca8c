package git

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sentinel/internal/gittest"
)

// fixture is a repository made with the real git, and the test that it is for.
type fixture struct {
	testing.TB
	*gittest.Repo
}

// newFixture is a folder without a repository.
func newFixture(t testing.TB) *fixture { return &fixture{t, gittest.Folder(t, gittest.Installed)} }

// newRepo is a fixture with an empty repository.
func newRepo(t testing.TB, initArgs ...string) *fixture {
	return &fixture{t, gittest.Init(t, gittest.Installed, initArgs...)}
}

// seeded is a repository with a commit: a file, one in a folder, and a larger one that renames can be seen by.
func seeded(t testing.TB) *fixture { return &fixture{t, gittest.Seeded(t, gittest.Installed)} }

// id gives the object id of a revision.
func (f *fixture) id(rev string) OID {
	f.Helper()
	return OID(f.Git("rev-parse", rev))
}

// options are those for opening the fixture.
func (f *fixture) options(more ...string) Options {
	return Options{Dir: f.Dir, Env: f.Env(more...)}
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
	f.Must(err)
	f.Cleanup(func() {
		f.Must(r.Close())
		left, err := os.ReadDir(tmp)
		f.Must(err)
		if len(left) > 0 {
			f.Errorf("Close left %v", left)
		}
	})
	return r
}

// snapshot describes all files below a folder: names, modes, sizes, times, inodes and content. Two equal snapshots
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
		line := fmt.Sprintf("%s %s %d %s %s", path, info.Mode(), info.Size(), info.ModTime().Format(time.RFC3339Nano), inode(info))
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
