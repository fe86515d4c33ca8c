package gittest

import (
	"os"
	"path/filepath"
	"testing"
)

// linked goes over to a second work tree of the repository.
func linked(r *Repo, options ...string) {
	r.t.Helper()
	other := filepath.Join(r.Outside, "linked")
	r.Git(append(append([]string{"worktree", "add", "-q"}, options...), other)...)
	r.Dir = other
}

func layouts() []Situation {
	return []Situation{
		plain("linked work tree", func(r *Repo) {
			linked(r)
			r.At(filepath.Join(r.Outside, "repo")).Write("a.txt", "not here\n")
			r.Write("long.txt", "here\n", "u", "x\n")
			r.Add("long.txt")
		}),
		special("linked work tree with relative paths", func(r *Repo) {
			linked(r, "--relative-paths")
			r.Write("long.txt", "here\n", "u", "x\n")
		}).since(2, 48),
		special("extensions.worktreeConfig", func(r *Repo) {
			r.Config("extensions.worktreeConfig", "true")
			linked(r)
			r.Git("config", "--worktree", "core.fileMode", "false")
			r.Must(os.Chmod(r.Path("a.txt"), 0o755))
		}),
		plain("separate git directory", func(r *Repo) {
			r.Git("init", "-q", "--separate-git-dir", filepath.Join(r.Outside, "elsewhere.git"))
			r.Write("a.txt", "c\n")
		}),
		plain(".git is a symbolic link", func(r *Repo) {
			r.Must(os.Rename(r.Path(".git"), filepath.Join(r.Outside, "real.git")))
			r.Link("../real.git", ".git")
			r.Write("a.txt", "c\n")
			r.Add("a.txt")
		}),
		special("core.worktree", func(r *Repo) {
			tree := filepath.Join(r.Dir, "tree")
			r.Must(os.Mkdir(tree, 0o755))
			r.Config("core.worktree", tree)
			r.Dir = tree
			r.Write("a.txt", "c\n", "u", "x\n")
		}),
		from("bare", func(t testing.TB, p Program) *Repo {
			r := Seeded(t, p)
			r.Commit("a.txt", "c\n")
			bare := filepath.Join(r.Outside, "bare.git")
			r.Git("clone", "-q", "--bare", r.Dir, bare)
			r.Dir = bare
			return r
		}).readable(),
	}
}

// Sibling makes another repository with one commit beside this one, and gives its folder.
func (r *Repo) Sibling(name string) string {
	r.t.Helper()
	dir := filepath.Join(r.Outside, name)
	r.Git("init", "-q", "-b", "main", dir)
	r.At(dir).Commit("f", "x\n")
	return dir
}

// submodule adds a submodule of a sibling.
func submodule(r *Repo, paths ...string) {
	r.t.Helper()
	origin := r.Sibling("origin")
	for _, path := range paths {
		r.Git("submodule", "--quiet", "add", origin, path)
	}
	r.Commit()
}

func moveOn(r *Repo, path string) { r.Git("-C", path, "commit", "-q", "--allow-empty", "-m", "on") }

// ownRepository is why a submodule is not looked into.
const ownRepository = "a submodule is a repository of its own, with a configuration of its own that git would act on"

func dirty() Difference { return Difference{Flags: []string{"--ignore-submodules=dirty"}} }

func submodules() []Situation {
	return []Situation{
		special("submodule: clean, moved on, and not checked out", func(r *Repo) {
			submodule(r, "clean", "moved", "absent")
			moveOn(r, "moved")
			r.Git("submodule", "--quiet", "deinit", "-f", "absent")
		}),
		special("submodule: moved on and staged", func(r *Repo) {
			submodule(r, "sm")
			moveOn(r, "sm")
			r.Add("sm")
		}),
		special("submodule: moved on and staged with ignore=all", func(r *Repo) {
			submodule(r, "sm")
			r.Git("config", "-f", ".gitmodules", "submodule.sm.ignore", "all")
			r.Commit()
			moveOn(r, "sm")
			r.Add("-f", "sm")
		}).unless("what is staged is going to be committed, whatever .gitmodules says to ignore", dirty()),
		special("submodule: moved on, committed", func(r *Repo) {
			submodule(r, "sm")
			moveOn(r, "sm")
			r.Commit()
		}),
		special("submodule: added, not committed", func(r *Repo) {
			r.Git("submodule", "--quiet", "add", r.Sibling("origin"), "sm")
		}),
		special("submodule: becomes a file", func(r *Repo) {
			submodule(r, "sm")
			r.Remove("sm")
			r.Write("sm", "a file\n")
		}),
		special("submodule: modified content", func(r *Repo) {
			submodule(r, "sm")
			r.Write("sm/f", "changed\n", "a.txt", "changed\n")
		}).unless(ownRepository, dirty()),
		special("submodule: untracked content", func(r *Repo) {
			submodule(r, "sm")
			r.Write("sm/u", "x\n", "a.txt", "changed\n")
		}).unless(ownRepository, dirty()),
		special("inside a submodule", func(r *Repo) {
			submodule(r, "sm")
			r.Dir = r.Path("sm")
			r.Write("f", "changed\n", "u", "x\n")
			r.Add("f")
		}),
		special("submodule entry without .gitmodules", func(r *Repo) {
			r.Must(os.Rename(r.Sibling("nested"), r.Path("nested")))
			r.Add("nested")
			r.Commit()
			moveOn(r, "nested")
		}),
	}
}
