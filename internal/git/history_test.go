package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/gittest"
)

// branched has a fork: main and other, each two commits on from a common one.
func branched(t testing.TB) *fixture {
	f := seeded(t)
	f.Git("tag", "-a", "-m", "t", "fork")
	f.Git("checkout", "-q", "-b", "other")
	for i := range 2 {
		f.Write(fmt.Sprintf("o%d", i), "x\n")
		f.Commit()
	}
	f.Git("checkout", "-q", "main")
	for i := range 2 {
		f.Write(fmt.Sprintf("m%d", i), "x\n")
		f.Commit()
	}
	return f
}

// TestResolveSearches: a search reads to its end, so that "^{commit}" behind it would be part of the text.
func TestResolveSearches(t *testing.T) {
	t.Parallel()
	f := branched(t)
	f.Git("commit", "-q", "--allow-empty", "-m", "find me")
	want := f.id("HEAD")
	for name, r := range backends(f) {
		got, err := r.Resolve(context.Background(), ":/find m")
		if name == string(BackendGoGit) {
			if !errors.Is(err, ErrUnsupported) {
				t.Errorf("%s: %s, %v; want ErrUnsupported", name, got, err)
			}
		} else if err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	f := branched(t)
	f.Git("checkout", "-q", "--orphan", "unrelated")
	f.Commit()
	f.Git("checkout", "-q", "main")
	ctx := context.Background()
	for name, r := range backends(f) {
		for _, rev := range []string{"HEAD", "main", "other", "fork", "main~1", string(f.id("fork")), "refs/heads/other", string(f.id("main")[:10])} {
			got, err := r.Resolve(ctx, rev)
			if want := f.id(rev + "^{commit}"); err != nil || got != want {
				t.Errorf("%s: Resolve(%q) = %s, %v; want %s", name, rev, got, err, want)
			}
		}
		bases, err := r.MergeBases(ctx, f.id("main"), f.id("other"))
		if err != nil || !slices.Equal(bases, []OID{f.id("fork^{commit}")}) {
			t.Errorf("%s: MergeBases = %v, %v", name, bases, err)
		}
		if bases, err := r.MergeBases(ctx, f.id("main"), f.id("unrelated")); err != nil || len(bases) != 0 {
			t.Errorf("%s: merge bases of unrelated histories: %v, %v", name, bases, err)
		}
		if _, err := r.MergeBases(ctx, f.id("main"), OID(strings.Repeat("1", 40))); !errors.Is(err, ErrMissingObject) {
			t.Errorf("%s: a merge base with an absent commit: %v", name, err)
		}
		if parents, err := r.Parents(ctx, f.id("main")); err != nil || !slices.Equal(parents, []OID{f.id("main~1")}) {
			t.Errorf("%s: Parents = %v, %v", name, parents, err)
		}
		if _, err := r.DiffTrees(ctx, OID(strings.Repeat("1", 40)), f.id("main")); !errors.Is(err, ErrMissingObject) {
			t.Errorf("%s: a difference to an absent commit: %v", name, err)
		}
		all, err := r.DiffTrees(ctx, "", f.id("main"))
		if err != nil || len(all) != 5 || all[0].Status != 'A' {
			t.Errorf("%s: everything against nothing: %v, %v", name, all, err)
		}
	}
}

func TestCrissCrossHasSeveralMergeBases(t *testing.T) {
	t.Parallel()
	f := branched(t)
	f.Git("branch", "main2", "main")
	f.Git("merge", "-q", "-m", "m", "other")
	f.Git("checkout", "-q", "other")
	f.Git("merge", "-q", "-m", "m", "main2")
	want := strings.Fields(f.Git("merge-base", "--all", "main", "other"))
	got, err := f.open().MergeBases(context.Background(), f.id("main"), f.id("other"))
	if err != nil || len(got) != 2 || string(got[0]) != want[0] || string(got[1]) != want[1] {
		t.Errorf("MergeBases = %v, %v; want %v", got, err, want)
	}
}

func TestNewCommits(t *testing.T) {
	t.Parallel()
	f := branched(t)
	clone := filepath.Join(f.Outside, "clone")
	f.Git("clone", "-q", "-b", "main", f.Dir, clone)
	f.Dir = clone
	f.Write("n1", "x\n")
	f.Commit()
	f.Write("n2", "x\n")
	f.Commit()
	ctx := context.Background()
	for name, r := range backends(f) {
		for _, remote := range []string{"origin", "", "https://host.invalid/x.git", "or*", "-x"} {
			commits, boundary, err := r.NewCommits(ctx, f.id("HEAD"), remote)
			if err != nil || !slices.Equal(commits, []OID{f.id("HEAD"), f.id("HEAD~1")}) || !slices.Equal(boundary, []OID{f.id("origin/main")}) {
				t.Errorf("%s: NewCommits(%q) = %v, %v, %v", name, remote, commits, boundary, err)
			}
		}
		commits, _, err := r.NewCommits(ctx, f.id("origin/other"), "origin")
		if err != nil || len(commits) != 0 {
			t.Errorf("%s: of what the remote has: %v, %v", name, commits, err)
		}
	}
	f.Git("remote", "remove", "origin")
	for name, r := range backends(f) {
		commits, boundary, err := r.NewCommits(ctx, f.id("HEAD"), "origin")
		if err != nil || len(commits) != 5 || len(boundary) != 0 || commits[0] != f.id("HEAD") {
			t.Errorf("%s: without remotes: %v, %v, %v", name, commits, boundary, err)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("d/new\nline", "x\n", ":(top)x", "y\n", "d/*", "z\n")
	f.Must(os.Symlink("a.txt", f.Path("link")))
	f.Commit()
	ctx := context.Background()
	for name, r := range backends(f) {
		for _, path := range []string{"a.txt", "dir/b.txt", "d/new\nline", ":(top)x", "d/*", "link"} {
			got, err := r.Lookup(ctx, f.id("HEAD"), path)
			if want := f.id("HEAD:" + path); err != nil || got.OID != want || got.Path != path {
				t.Errorf("%s: Lookup(%q) = %+v, %v; want %s", name, path, got, err, want)
			}
		}
		for _, path := range []string{"", "dir", "dir/", "none", "a.txt/x", "../a.txt", "/a.txt", "*", "-r", "a\x00b"} {
			if got, err := r.Lookup(ctx, f.id("HEAD"), path); err != nil || got != (Entry{}) {
				t.Errorf("%s: Lookup(%q) = %+v, %v; want none", name, path, got, err)
			}
		}
		if _, err := r.Lookup(ctx, OID(strings.Repeat("1", 40)), "a.txt"); !errors.Is(err, ErrMissingObject) {
			t.Errorf("%s: in an absent commit: %v", name, err)
		}
	}
}

// TestShallowParentsAreNamed: that a parent is cut off must not look like a first commit.
func TestShallowParentsAreNamed(t *testing.T) {
	t.Parallel()
	f := branched(t)
	want := f.id("main~1")
	clone := filepath.Join(f.Outside, "clone")
	f.Git("clone", "-q", "--depth=1", "file://"+f.Dir, clone)
	f.Dir = clone
	ctx := context.Background()
	for name, r := range backends(f) {
		parents, err := r.Parents(ctx, f.id("HEAD"))
		if err != nil || !slices.Equal(parents, []OID{want}) || !r.Info().Shallow {
			t.Errorf("%s: Parents = %v, %v; %+v", name, parents, err, r.Info())
		}
		if has, err := r.Has(ctx, want); err != nil || has {
			t.Errorf("%s: Has(%s) = %v, %v", name, want, has, err)
		}
		if _, err := r.Resolve(ctx, "HEAD~1"); !errors.Is(err, ErrUnknownRevision) {
			t.Errorf("%s: Resolve(HEAD~1): %v", name, err)
		}
		if _, err := r.Resolve(ctx, string(want)); !errors.Is(err, ErrMissingObject) {
			t.Errorf("%s: Resolve(%s): %v, want ErrMissingObject too", name, want, err)
		}
	}
}

// TestReplacedHistoryDoesNotCount: what is pushed is what is there, not what replaces it here.
func TestReplacedHistoryDoesNotCount(t *testing.T) {
	t.Parallel()
	f := branched(t)
	want := f.Git("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "main~1", "main")
	main, before, blob, other := f.id("main"), f.id("main~1"), f.id("main:a.txt"), f.id("other")
	commits := []OID{main, before, f.id("fork^{commit}")}
	f.Git("replace", "main", "other")
	f.Git("replace", string(f.id("main:a.txt")), string(f.id("main:long.txt")))
	f.Write(".git/info/grafts", string(f.id("other"))+"\n")
	for name, r := range backends(f) {
		deltas, err := r.DiffTrees(context.Background(), before, main)
		f.Must(err)
		equalLists(t, name, rawLines(deltas), rawFields(want))
		if got, _, err := r.NewCommits(context.Background(), main, ""); err != nil || !slices.Equal(got, commits) {
			t.Errorf("%s: new commits %v, %v; want %v", name, got, err, commits)
		}
		if data, err := r.ReadObject(context.Background(), blob, large); err != nil || string(data) != "one\n" {
			t.Errorf("%s: replaced content %q, %v", name, data, err)
		}
		if parents, err := r.Parents(context.Background(), other); err != nil || len(parents) != 1 {
			t.Errorf("%s: grafted parents %v, %v", name, parents, err)
		}
	}
}

// TestPartialCloneFindsExactRenames: without the blobs nothing else can be known, and that is said.
func TestPartialCloneFindsExactRenames(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("gone.txt", gittest.Lines(50), "moves.txt", gittest.Lines(30))
	f.Commit()
	f.Git("mv", "moves.txt", "moved.txt")
	f.Git("mv", "gone.txt", "here.txt")
	f.Write("here.txt", gittest.Lines(52))
	f.Commit()
	f.Config("uploadpack.allowFilter", "true")
	clone := filepath.Join(f.Outside, "clone")
	f.Git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+f.Dir, clone)
	f.Dir = clone
	r := f.open()
	if len(r.Info().Unverified) != 0 || !r.Info().Partial {
		t.Errorf("at first: %+v", r.Info())
	}
	deltas, err := r.DiffTrees(context.Background(), f.id("HEAD~1"), f.id("HEAD"))
	f.Must(err)
	var got []string
	for _, d := range deltas {
		got = append(got, fmt.Sprintf("%c %s", d.Status, d.Path()))
	}
	if want := []string{"D gone.txt", "A here.txt", "R moved.txt"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !slices.Equal(r.Info().Unverified, []string{onlyExact}) {
		t.Errorf("Unverified = %q", r.Info().Unverified)
	}
	if _, err := r.ReadObject(context.Background(), deltas[0].Old.OID, large); !errors.Is(err, ErrMissingObject) {
		t.Errorf("an object that was not fetched: %v", err)
	}
}
