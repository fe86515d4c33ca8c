package git_test

import (
	"os"
	"path/filepath"
	"testing"

	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

func TestModesOfUntrackedPathsAreToldOnRequest(t *testing.T) {
	r := gittest.New(t)
	r.Write("plain", "x")
	r.Must(os.Symlink("plain", filepath.Join(r.Dir, "link")))
	for _, backend := range []git.Backend{git.BackendGit, git.BackendGoGit} {
		for _, modes := range []bool{false, true} {
			repo, err := git.Open(t.Context(), git.Options{Dir: r.Dir, Env: r.Env(), Backend: backend})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]git.Mode{}
			if _, err := repo.Changes(t.Context(), git.Lists{Modes: modes, Untracked: func(e git.Entry) { got[e.Path] = e.Mode }}); err != nil {
				t.Fatal(err)
			}
			want := map[string]git.Mode{"link": "", "plain": ""}
			if modes {
				want = map[string]git.Mode{"link": git.ModeSymlink, "plain": git.ModeRegular}
			}
			if len(got) != 2 || got["link"] != want["link"] || got["plain"] != want["plain"] {
				t.Errorf("%s, modes %v: got %v, want %v", backend, modes, got, want)
			}
			if err := repo.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
