package git

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// dissimilar is a repository whose HEAD has n files in a folder, of which the parent has none alike and m others.
func dissimilar(t testing.TB, m, n int) *fixture {
	f := newRepo(t)
	var stream strings.Builder
	commit := func(folder string, n int) {
		fmt.Fprintf(&stream, "commit refs/heads/main\ncommitter C <c@example.com> 1700000000 +0000\ndata 0\ndeleteall\n")
		for i := range n {
			text := strings.Repeat(fmt.Sprintf("%s %d\n", folder, i), 3)
			fmt.Fprintf(&stream, "M 100644 inline %s/%d\ndata %d\n%s", folder, i, len(text), text)
		}
	}
	commit("old", m)
	commit("new", n)
	_, err := f.Execute(f.Env(), stream.String(), "fast-import", "--quiet")
	f.Must(err)
	return f
}

// TestRenamesLimited goes to git's limit and one file beyond, in each list. Git's own warning decides.
func TestRenamesLimited(t *testing.T) {
	t.Parallel()
	lists := map[string]struct {
		prepare func(f *fixture)
		want    Lists
		diff    []string
	}{
		"committed": {func(f *fixture) {}, Lists{Committed: true}, []string{"HEAD^", "HEAD"}},
		"staged": {func(f *fixture) {
			f.Git("read-tree", "HEAD")
			f.Git("reset", "-q", "--soft", "HEAD^")
		}, Lists{Staged: true}, []string{"--cached"}},
		"unstaged": {func(f *fixture) {
			f.Git("reset", "-q", "--hard")
			f.Git("reset", "-q", "HEAD^")
			f.Add("-N", "new")
		}, Lists{Unstaged: true}, nil},
	}
	for name, list := range lists {
		for _, added := range []int{renameLimit, renameLimit + 1} {
			t.Run(fmt.Sprintf("%s/%d", name, added), func(t *testing.T) {
				t.Parallel()
				f := dissimilar(t, renameLimit, added)
				list.prepare(f)
				want := list.want
				if want.Committed {
					want.From, want.To = f.id("HEAD^"), f.id("HEAD")
				}
				got, err := f.open().Changes(t.Context(), want)
				f.Must(err)
				if n := len(got.Committed) + len(got.Staged) + len(got.Unstaged); n < renameLimit {
					t.Fatalf("%d changes", n)
				}
				if warned := warnsOfRenames(f, list.diff...); got.RenamesLimited != warned || warned != (added > renameLimit) {
					t.Errorf("RenamesLimited is %v, git's warning %v", got.RenamesLimited, warned)
				}
			})
		}
	}
}

// warnsOfRenames reports whether git diff says that it did not look for all renames.
func warnsOfRenames(f *fixture, what ...string) bool {
	f.Helper()
	args := []string{"diff", "--name-status", "-M", "-C", fmt.Sprintf("-l%d", renameLimit)}
	cmd := exec.Command("git", append(args, what...)...)
	cmd.Dir, cmd.Env = f.Dir, f.Env()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	f.Must(cmd.Run())
	return strings.Contains(stderr.String(), "rename detection was skipped")
}
