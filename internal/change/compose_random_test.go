package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

// TestComposedSectionsAreBaseAgainstDisk lays the sections of random repositories over each other, and holds the result
// against git's own comparison of the first side with the last: no file is missing, none is there that does not
// differ, and each old side is the base's own entry.
func TestComposedSectionsAreBaseAgainstDisk(t *testing.T) {
	t.Parallel()
	const seeds = 40
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := gittest.Random(t, gittest.Installed, seed)
			repo, err := git.Open(t.Context(), git.Options{Dir: r.Dir, Env: r.Env()})
			if err != nil {
				t.Fatal(err)
			}
			defer repo.Close()
			c, err := Resolve(t.Context(), repo, r.Dir, Spec{Kind: finding.ScopeSections, Base: gittest.RandomBase})
			if err != nil {
				t.Fatal(err)
			}
			if merged, err := git.MergeHeads(repo.Info()); err != nil || len(merged) > 0 {
				t.Skip("a merge under way: what comes from the other side is left out on purpose")
			}
			compareWithBase(t, r, repo, c)
		})
	}
}

func compareWithBase(t *testing.T, r *gittest.Repo, repo git.Repository, c *Change) {
	t.Helper()
	entries, err := repo.Files(t.Context(), git.OID(c.Scope.Base))
	if err != nil {
		t.Fatal(err)
	}
	base := map[string]git.Entry{}
	for _, e := range entries {
		base[e.Path] = e
	}
	want := differing(r, c.Scope.Base)
	got := map[string]bool{}
	for _, f := range c.Files {
		if f.Status == Unmerged {
			delete(want, f.Path)
			continue
		}
		if f.Status == Deleted && base[f.Path].Mode == "" && f.Old.OID.IsBlob(nil) {
			continue // git, too, calls a file deleted that is gone and was only ever meant to be added
		}
		if f.Old.Present() && base[f.Old.Path] != (git.Entry{Path: f.Old.Path, Mode: f.Old.Mode, OID: f.Old.OID}) {
			t.Errorf("%q: the old side is %+v, the base has %+v", f.Path, f.Old, base[f.Old.Path])
		}
		if f.New.Present() {
			got[f.New.Path] = true
		}
		if f.Old.Present() && f.Status != Copied {
			got[f.Old.Path] = true
		}
	}
	for path := range want {
		if !got[path] {
			t.Errorf("%q differs from the base and is not among the files", path)
		}
	}
	for path := range got {
		if e := base[path]; !want[path] && !unchanged(repo, e) {
			t.Errorf("%q is among the files and does not differ from the base", path)
		}
	}
	if t.Failed() {
		t.Logf("differs: %q", slices.Sorted(maps.Keys(want)))
	}
}

// differing are the paths whose entry in the base is not what is on disk, as git sees it.
func differing(r *gittest.Repo, base string) map[string]bool {
	paths := map[string]bool{}
	for _, out := range []string{
		r.Git("diff", "--name-only", "--no-renames", "--ignore-submodules=dirty", "-z", base),
		r.Git("ls-files", "--others", "--exclude-standard", "-z"),
	} {
		for _, path := range strings.Split(out, "\x00") {
			if path != "" {
				paths[strings.TrimSuffix(path, "/")] = true
			}
		}
	}
	return paths
}

// unchanged reports whether disk has what the base has: a file may have come back to that on the way through the
// sections, which is no mistake.
func unchanged(repo git.Repository, e git.Entry) bool {
	if e.Mode == "" || e.Mode == git.ModeSubmodule {
		return false
	}
	text, err := repo.ReadWorktree(e.Path, 1<<20)
	return err == nil && e.OID.IsBlob(text)
}
