package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sentinel/internal/gittest"
)

// confined is a repository in f.Dir, the only root, and another one outside with a name and an id that must not come
// to light.
type confined struct {
	*fixture
	secret *gittest.Repo
	id     string
}

func newConfined(t testing.TB) confined {
	f := seeded(t)
	secret := f.At(filepath.Join(f.Outside, "elsewhere"))
	f.Must(os.Mkdir(secret.Dir, 0o755))
	secret.Git("init", "-q", "-b", "confidential")
	return confined{f, secret, secret.Commit("secret-plan.txt", "x\n")}
}

// refused opens the repository in both ways, and sees that each refuses it and tells nothing.
func (c confined) refused(dir string, more ...string) {
	c.Helper()
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := c.options(more...)
		opts.Dir, opts.Roots, opts.Backend, opts.HookEnv = dir, []string{c.Dir}, backend, len(more) > 0
		r, err := Open(c.Context(), opts)
		if !errors.Is(err, ErrOutsideRoot) {
			c.Errorf("%s: %v", backend, err)
			if err == nil {
				c.Must(r.Close())
			}
			continue
		}
		told := strings.ReplaceAll(err.Error(), dir, "")
		for _, word := range []string{"elsewhere", "secret", "confidential", c.id[:7], c.Outside} {
			if strings.Contains(told, word) {
				c.Errorf("%s tells %q: %v", backend, word, err)
			}
		}
	}
}

func TestWhatLiesOutsideTheRootsIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]func(c confined) (dir string){
		"the folder itself":                func(c confined) string { return c.secret.Dir },
		"a folder that is not there":       func(c confined) string { return filepath.Join(c.Outside, "nothing/at/all") },
		"a folder whose name begins alike": func(c confined) string { return c.sibling("repo-evil") },
		"a symbolic link to a folder": func(c confined) string {
			c.Link(c.secret.Dir, "link")
			return c.Path("link")
		},
		"a symbolic link that leads nowhere": func(c confined) string {
			c.Link(filepath.Join(c.Outside, "nothing"), "link")
			return c.Path("link")
		},
		"a .git file": func(c confined) string {
			c.Write("inner/.git", "gitdir: "+c.secret.Path(".git")+"\n")
			return c.Path("inner")
		},
		"a .git file with a relative path": func(c confined) string {
			c.Write("inner/.git", "gitdir: ../../elsewhere/.git\n")
			return c.Path("inner")
		},
		"a .git file that leads nowhere": func(c confined) string {
			c.Write("inner/.git", "gitdir: "+filepath.Join(c.Outside, "nothing/.git")+"\n")
			return c.Path("inner")
		},
		"a .git that is a symbolic link": func(c confined) string {
			c.Must(os.Mkdir(c.Path("inner"), 0o755))
			c.Link(c.secret.Path(".git"), "inner/.git")
			return c.Path("inner")
		},
		"the common directory": func(c confined) string {
			c.Write("inner/.git/HEAD", "ref: refs/heads/confidential\n", "inner/.git/commondir", c.secret.Path(".git")+"\n")
			return c.Path("inner")
		},
		"the work tree, by configuration": func(c confined) string {
			c.Config("core.worktree", c.secret.Dir)
			return c.Dir
		},
		"the work tree, above": func(c confined) string {
			c.Config("core.worktree", c.Outside)
			return c.Dir
		},
		"the index":            func(c confined) string { return c.replaced(".git/index", c.secret.Path(".git/index")) },
		"HEAD":                 func(c confined) string { return c.replaced(".git/HEAD", c.secret.Path(".git/HEAD")) },
		"references":           func(c confined) string { return c.replaced(".git/refs/heads", c.secret.Path(".git/refs/heads")) },
		"the object directory": func(c confined) string { return c.replaced(".git/objects", c.secret.Path(".git/objects")) },
		"packs":                func(c confined) string { return c.replaced(".git/objects/pack", c.secret.Path(".git/objects")) },
		"an alternate":         func(c confined) string { return c.alternate(c.secret.Path(".git/objects")) },
		"an alternate with a relative path": func(c confined) string {
			return c.alternate("../../../elsewhere/.git/objects")
		},
		"an alternate in quotes": func(c confined) string {
			return c.alternate(quoted(strings.Replace(c.secret.Path(".git/objects"), "elsewhere", `else\167here`, 1)))
		},
		"an alternate of an alternate": func(c confined) string {
			c.Write("more/info/alternates", "# a comment\n\n"+c.secret.Path(".git/objects")+"\n")
			return c.alternate(c.Path("more"))
		},
	}
	for name, arm := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newConfined(t)
			c.refused(arm(c))
		})
	}
}

// sibling is a repository beside the root.
func (c confined) sibling(name string) string {
	dir := filepath.Join(c.Outside, name)
	c.Must(os.Mkdir(dir, 0o755))
	c.At(dir).Git("init", "-q")
	return dir
}

// replaced puts a link in the place of a part of the repository.
func (c confined) replaced(name, target string) string {
	c.Remove(name)
	c.Link(target, name)
	return c.Dir
}

func (c confined) alternate(path string) string {
	c.Write(".git/objects/info/alternates", path+"\n")
	return c.Dir
}

// A repository of which the root is only a part is told from none at all, but is not read.
func TestTheRootIsPartOfARepository(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	opts := f.options()
	opts.Dir, opts.Roots = f.Path("dir"), []string{f.Path("dir")}
	if _, err := Open(t.Context(), opts); !errors.Is(err, ErrOutsideRoot) {
		t.Errorf("a part of a repository: %v", err)
	}
	f.Remove(".git")
	if _, err := Open(t.Context(), opts); !errors.Is(err, ErrNotARepository) || errors.Is(err, ErrOutsideRoot) {
		t.Errorf("a plain folder: %v", err)
	}
}

func TestAHookNamesWhatLiesOutside(t *testing.T) {
	t.Parallel()
	c := newConfined(t)
	c.refused(c.Dir, "GIT_DIR="+c.secret.Path(".git"))
	c.refused(c.Dir, "GIT_INDEX_FILE="+c.secret.Path(".git/index"))
}

// What lies inside is read as ever, however it is put together.
func TestWhatLiesInsideTheRootsIsRead(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Must(os.Mkdir(f.Path("..config"), 0o755))
	f.Git("worktree", "add", "-q", f.Path("linked"))
	f.Git("clone", "-q", "--shared", ".", "shared")
	f.Link("shared", "link")
	alias := filepath.Join(f.Outside, "alias")
	f.Must(os.Symlink(f.Dir, alias))
	for _, dir := range []string{f.Dir, f.Path("dir"), f.Path("..config"), f.Path("linked"), f.Path("shared"), f.Path("link"), alias} {
		opts := f.options()
		opts.Dir, opts.Roots = dir, []string{f.TempDir(), alias}
		r := f.openWith(opts)
		if _, err := r.Changes(t.Context(), Lists{Staged: true, Unstaged: true, Untracked: func(Entry) {}}); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestARootThatCannotBe(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	for _, root := range []string{"", ".", "repo", filepath.Join(f.Outside, "nothing")} {
		opts := f.options()
		opts.Roots = []string{root}
		if _, err := Open(t.Context(), opts); err == nil || errors.Is(err, ErrOutsideRoot) {
			t.Errorf("root %q: %v", root, err)
		}
	}
}
