package git_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

func TestLinkedToIsWhatTheRepositorySays(t *testing.T) {
	r := gittest.New(t)
	r.Write("a", "a")
	r.Git("add", ".")
	r.Git("commit", "-qm", "one")
	linked := filepath.Join(r.Outside, "linked")
	r.Git("worktree", "add", "-q", linked)
	common := filepath.Join(r.Dir, ".git")
	if got := git.LinkedTo(linked); got != common {
		t.Errorf("a linked work tree belongs to %q, want %q", got, common)
	}
	if got := git.LinkedTo(r.Dir); got != "" {
		t.Errorf("the main work tree is linked to %q", got)
	}

	// What only calls itself one: it names the folder of the real one, or the repository itself.
	for name, target := range map[string]string{
		"the folder of another": filepath.Join(common, "worktrees", "linked"), "the repository": common, "nothing": "/nowhere",
	} {
		pretender := filepath.Join(t.TempDir(), "false")
		r.Must(os.Mkdir(pretender, 0o755))
		r.Must(os.WriteFile(filepath.Join(pretender, ".git"), []byte("gitdir: "+target+"\n"), 0o644))
		if got := git.LinkedTo(pretender); got != "" {
			t.Errorf("a .git file that names %s is believed: %q", name, got)
		}
	}
}

func TestFoldersAreAllOfARepository(t *testing.T) {
	r := gittest.New(t)
	r.Write("a", "a")
	r.Git("add", ".")
	r.Git("commit", "-qm", "one")
	common, here, there := filepath.Join(r.Dir, ".git"), filepath.Join(r.Outside, "here"), filepath.Join(r.Outside, "there")
	r.Git("worktree", "add", "-q", "--detach", here)
	r.Git("worktree", "add", "-q", "--detach", there)
	// What the repository only says is a work tree of it.
	r.Write(".git/worktrees/usr/gitdir", r.Outside+"/.git\n", ".git/worktrees/none/gitdir", "")
	own := filepath.Join(common, "worktrees", "here")
	for top, want := range map[string][]string{
		r.Dir: {r.Dir, common, here, there}, here: {here, own, common, r.Dir, there},
	} {
		repo, err := git.Open(t.Context(), git.Options{Dir: top, Env: r.Env()})
		if err != nil {
			t.Fatal(err)
		}
		if got := repo.Info().Folders(); !slices.Equal(got, want) {
			t.Errorf("of %s:\ngot  %q\nwant %q", top, got, want)
		}
		repo.Close()
	}
}
