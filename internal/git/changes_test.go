package git

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/gittest"
)

// TestChangesAreThoseOfGit compares all four lists with git diff and git status, in every situation and with every git.
func TestChangesAreThoseOfGit(t *testing.T) {
	t.Parallel()
	for _, program := range gittest.Programs(t) {
		version, _ := program.Version(t)
		for _, s := range gittest.Situations() {
			if s.Broken {
				continue
			}
			t.Run(version+"/"+s.Name, func(t *testing.T) {
				t.Parallel()
				f := &fixture{t, s.Build(t, program)}
				r := f.open()
				if r.Info().Bare {
					t.Skip("there is no work tree")
				}
				before := snapshot(t, f.Dir)
				got := allChanges(f, r, s.Base)
				if after := snapshot(t, f.Dir); after != before {
					t.Errorf("the repository was written: %s", firstDifference(before, after))
				}
				if got.between != nil {
					equalLists(t, "committed", got.committed, gitDiff(f, s, got.between...))
				}
				equalLists(t, "staged", got.staged, gitDiff(f, s, "--cached"))
				equalLists(t, "unstaged", got.unstaged, gitDiff(f, s))
				want := gitUntracked(f, s)
				if !slices.Equal(got.untracked, want) {
					t.Errorf("untracked:\n got  %q\n want %q", got.untracked, want)
				}
				if s.Plain {
					libraryChanges(f, s.Base, got)
				}
			})
		}
	}
}

// inventory is what Changes gives, a line a change.
type inventory struct {
	between                     []string // what git diff is asked to compare; empty: nothing is
	committed, staged, unstaged []string
	untracked                   []string
}

func allChanges(f *fixture, r Repository, base string) inventory {
	f.Helper()
	ctx := context.Background()
	var got inventory
	want := Lists{Staged: true, Unstaged: true, Untracked: func(e Entry) {
		if e.OID != "" || e.Mode != "" && (e.Mode != ModeSubmodule || !strings.HasSuffix(e.Path, "/")) {
			f.Errorf("untracked: %+v", e)
		}
		got.untracked = append(got.untracked, e.Path)
	}}
	if base == "" {
		base = "HEAD^"
	}
	if from, err := r.Resolve(ctx, base); err == nil {
		want.Committed, want.From, want.To = true, from, r.Info().Head
		got.between = []string{string(from), "HEAD"}
	}
	c, err := r.Changes(ctx, want)
	f.Must(err)
	for _, list := range [][]Delta{c.Committed, c.Staged, c.Unstaged} {
		inOrder(f, list)
	}
	got.committed, got.staged, got.unstaged = nameStatus(c.Committed), nameStatus(c.Staged), nameStatus(c.Unstaged)
	return got
}

// nameStatus writes deltas as git diff --name-status does.
func nameStatus(deltas []Delta) []string {
	var list []string
	for _, d := range deltas {
		if d.Status == 'R' || d.Status == 'C' {
			list = append(list, fmt.Sprintf("%c%03d %q %q", d.Status, d.Score, d.Old.Path, d.New.Path))
		} else {
			list = append(list, fmt.Sprintf("%c %q", d.Status, d.Path()))
		}
	}
	return list
}

// gitDiff is git's own list. A conflict is in it once, whatever else git says of the path.
func gitDiff(f *fixture, s gittest.Situation, what ...string) []string {
	f.Helper()
	args := append([]string{"diff", "--name-status", "-z", "-M", "-C", "--ignore-submodules=dirty"}, s.OnPurpose.Flags...)
	out, err := f.Execute(f.Env(s.OnPurpose.Env...), "", append(args, what...)...)
	f.Must(err)
	var list, conflicts []string
	all := fields(out)
	for i := 0; i < len(all); i += 2 {
		switch path := all[i+1]; {
		case all[i][0] == 'R' || all[i][0] == 'C':
			list = append(list, fmt.Sprintf("%s %q %q", all[i], path, all[i+2]))
			i++
		case slices.Contains(conflicts, path):
		default:
			if all[i] == "U" {
				conflicts = append(conflicts, path)
			}
			list = append(list, fmt.Sprintf("%s %q", all[i], path))
		}
	}
	return list
}

func gitUntracked(f *fixture, s gittest.Situation) []string {
	f.Helper()
	args := append([]string{"status", "--porcelain=v2", "-z", "--untracked-files=all"}, s.OnPurpose.Flags...)
	out, err := f.Execute(f.Env(s.OnPurpose.Env...), "", args...)
	f.Must(err)
	var list []string
	for _, field := range fields(out) {
		if path, ok := strings.CutPrefix(field, "? "); ok {
			list = append(list, path)
		}
	}
	return list
}

// libraryChanges compares go-git's lists with those of the git program. It knows no similarities, copies and renames
// that are not staged.
func libraryChanges(f *fixture, base string, want inventory) {
	f.Helper()
	opts := f.options()
	opts.Backend = BackendGoGit
	got := allChanges(f, f.openWith(opts), base)
	equalLists(f, "go-git: committed", withoutScore(got.committed), withoutScore(want.committed))
	equalLists(f, "go-git: staged", withoutScore(got.staged), withoutScore(want.staged))
	equalLists(f, "go-git: unstaged", got.unstaged, want.unstaged)
	equalLists(f, "go-git: untracked", got.untracked, want.untracked)
}

func withoutScore(list []string) []string {
	var plain []string
	for _, line := range list {
		_, paths, _ := strings.Cut(line, " ")
		plain = append(plain, line[:1]+" "+paths)
	}
	return plain
}

// TestLibraryNamesWhatItMayTakeOtherwise: where go-git may differ from git, it says so; what it can tell, it tells.
func TestLibraryNamesWhatItMayTakeOtherwise(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	opts := f.options()
	opts.Backend = BackendGoGit
	look := func() (Changes, string) {
		r := f.openWith(opts)
		c, err := r.Changes(t.Context(), Lists{Unstaged: true, Untracked: func(Entry) {}})
		f.Must(err)
		return c, strings.Join(r.Info().Unverified, "\n")
	}
	if _, said := look(); strings.Contains(said, oddRules) {
		t.Errorf("no rule is odd: %q", said)
	}
	f.Write("dir/.gitignore", "[!a-c]y\n")
	if _, said := look(); !strings.Contains(said, oddRules) {
		t.Errorf("nothing is said of a rule with brackets: %q", said)
	}
	f.Git("update-index", "--skip-worktree", "a.txt", "long.txt")
	f.Write("a.txt", "hidden\n")
	f.Remove("long.txt")
	if c, _ := look(); len(c.Unstaged) != 0 || len(c.Hidden) != 1 || c.Hidden[0].Path() != "a.txt" {
		t.Errorf("unstaged %v, hidden %v", c.Unstaged, c.Hidden)
	}
}
