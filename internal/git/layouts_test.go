package git

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func pathSituations() []situation {
	odd := []string{"with space", "quote\"s", "new\nline", "tab\there", "back\\slash", "\u00fcn\u00efcode", "-dash", ":(glob)x", "non-\xff\xfe-utf8", "trail "}
	return []situation{
		with("odd names", true, func(f *fixture) {
			for _, name := range odd {
				f.write(name, "x\n", "d/"+name, "y\n")
			}
			f.commit()
			for i, name := range odd {
				f.write(name, fmt.Sprintf("changed %d\n", i), "u/"+name, "u\n")
			}
			f.git("add", "-u")
			f.git("mv", "d", "e")
		}),
		with("names like git's own", true, func(f *fixture) {
			f.write("HEAD", "x\n", "refs/heads/main", "y\n", "d/config", "z\n")
			f.add("-A")
		}),
		with("very long paths", true, func(f *fixture) {
			deep := strings.Repeat(strings.Repeat("n", 200)+"/", 12)
			f.write(deep+"file", "x\n")
			f.add("-A")
			f.write(deep+"other", "x\n")
		}),
		with("rename of letter case only", true, func(f *fixture) { f.git("mv", "a.txt", "A.txt") }),
		with("many renames", false, func(f *fixture) {
			for i := range 300 {
				f.write(fmt.Sprintf("old/f%d", i), fmt.Sprintf("%d\n%s", i, lines(5+i%7)))
			}
			f.commit()
			f.git("mv", "old", "new")
			f.commit()
		}),
		with("nested repository, not tracked", true, func(f *fixture) {
			f.git("init", "-q", "nested")
			f.write("nested/n", "x\n", "u/v", "y\n")
			f.git("-C", "nested", "add", "n")
			f.git("-C", "nested", "commit", "-q", "-m", "n")
		}),
		{"started in a subfolder", true, func(t testing.TB) *fixture {
			f := seeded(t)
			f.write("a.txt", "changed\n", "dir/u", "x\n")
			f.add("a.txt")
			return f
		}},
	}
}

func layoutSituations() []situation {
	return []situation{
		with("linked work tree", true, func(f *fixture) {
			other := filepath.Join(f.base, "linked")
			f.git("worktree", "add", "-q", other)
			f.write("a.txt", "not here\n")
			f.add("a.txt")
			f.dir = other
			f.write("long.txt", "here\n", "u", "x\n")
			f.add("long.txt")
		}),
		with("extensions.worktreeConfig", false, func(f *fixture) {
			other := filepath.Join(f.base, "linked")
			f.git("worktree", "add", "-q", other)
			f.config("extensions.worktreeConfig", "true")
			f.dir = other
			f.git("config", "--worktree", "core.fileMode", "false")
			f.must(os.Chmod(f.path("a.txt"), 0o755))
		}),
		with("separate git directory", true, func(f *fixture) {
			f.git("init", "-q", "--separate-git-dir", filepath.Join(f.base, "elsewhere.git"))
			f.write("a.txt", "c\n")
		}),
		with(".git is a symbolic link", true, func(f *fixture) {
			f.must(os.Rename(f.path(".git"), filepath.Join(f.base, "real.git")))
			f.must(os.Symlink("../real.git", f.path(".git")))
			f.write("a.txt", "c\n")
			f.add("a.txt")
		}),
		with("core.worktree", false, func(f *fixture) {
			tree := filepath.Join(f.dir, "tree")
			f.must(os.Mkdir(tree, 0o755))
			f.config("core.worktree", tree)
			f.dir = tree
			f.write("a.txt", "c\n", "u", "x\n")
		}),
		with("submodule: clean, moved on, and not checked out", false, func(f *fixture) {
			origin := newSibling(f, "origin")
			f.git("submodule", "--quiet", "add", origin, "clean")
			f.git("submodule", "--quiet", "add", origin, "moved")
			f.git("submodule", "--quiet", "add", origin, "absent")
			f.commit()
			f.git("-C", "moved", "commit", "-q", "--allow-empty", "-m", "on")
			f.git("submodule", "--quiet", "deinit", "-f", "absent")
		}),
		with("submodule, staged with ignore=all", false, func(f *fixture) {
			f.git("submodule", "--quiet", "add", newSibling(f, "origin"), "sm")
			f.git("config", "-f", ".gitmodules", "submodule.sm.ignore", "all")
			f.commit()
			f.git("-C", "sm", "commit", "-q", "--allow-empty", "-m", "on")
			f.add("-f", "sm")
		}),
		with("inside a submodule", false, func(f *fixture) {
			f.git("submodule", "--quiet", "add", newSibling(f, "origin"), "sm")
			f.commit()
			f.dir = f.path("sm")
			f.write("f", "changed\n", "u", "x\n")
			f.add("f")
		}),
		with("submodule entry without .gitmodules", false, func(f *fixture) {
			f.must(os.Rename(newSibling(f, "nested"), f.path("nested")))
			f.add("nested")
			f.commit()
			f.git("-C", "nested", "commit", "-q", "--allow-empty", "-m", "on")
		}),
		{"bare", true, func(t testing.TB) *fixture {
			f := seeded(t)
			f.write("a.txt", "c\n")
			f.commit()
			bare := filepath.Join(f.base, "bare.git")
			f.git("clone", "-q", "--bare", f.dir, bare)
			f.dir = bare
			return f
		}},
	}
}

// newSibling makes another repository with one commit beside the fixture's.
func newSibling(f *fixture, name string) string {
	f.Helper()
	dir := filepath.Join(f.base, name)
	f.git("init", "-q", "-b", "main", dir)
	f.must(os.WriteFile(filepath.Join(dir, "f"), []byte("x\n"), 0o600))
	f.git("-C", dir, "add", "f")
	f.git("-C", dir, "commit", "-q", "-m", "first")
	return dir
}

// cloned is a situation in a clone of a repository with a few commits.
func cloned(name string, plain bool, args []string, change func(f *fixture)) situation {
	return situation{name, plain, func(t testing.TB) *fixture {
		f := seeded(t)
		for i := range 5 {
			f.write("a.txt", fmt.Sprintf("commit %d\n", i), fmt.Sprintf("n%d", i), lines(10+i))
			f.commit()
		}
		f.config("uploadpack.allowFilter", "true")
		target := filepath.Join(f.base, "clone")
		f.git(append(append([]string{"clone", "-q"}, args...), "file://"+f.dir, target)...)
		f.dir = target
		change(f)
		return f
	}}
}

func historySituations() []situation {
	edit := func(f *fixture) {
		f.write("a.txt", "edited\n", "new", "n\n")
		f.add("-A")
		f.write("long.txt", "more\n")
	}
	return []situation{
		cloned("clone", true, nil, edit),
		cloned("shallow, depth 1", true, []string{"--depth=1"}, edit),
		cloned("shallow, depth 2", true, []string{"--depth=2"}, edit),
		cloned("partial clone without blobs", false, []string{"--filter=blob:none"}, func(f *fixture) {
			f.write("new", "n\n")
			f.add("new")
		}),
		cloned("alternates", false, []string{"--no-local"}, func(f *fixture) {
			shared := filepath.Join(f.base, "shared")
			f.git("clone", "-q", "--shared", filepath.Join(f.base, "clone"), shared)
			f.dir = shared
			edit(f)
		}),
		cloned("alternates, relative", false, nil, func(f *fixture) {
			shared := filepath.Join(f.base, "shared")
			f.git("clone", "-q", "--shared", filepath.Join(f.base, "clone"), shared)
			f.dir = shared
			f.write(".git/objects/info/alternates", "../../../clone/.git/objects\n")
			edit(f)
		}),
		with("packed references, commit graph, multi-pack index", true, func(f *fixture) {
			f.write("a.txt", "2\n")
			f.commit()
			f.git("pack-refs", "--all")
			f.git("repack", "-q", "-a", "-d")
			f.git("commit-graph", "write", "--reachable")
			f.git("multi-pack-index", "write")
			edit(f)
		}),
		{"sha256", false, func(t testing.TB) *fixture {
			f := newRepo(t, "--object-format=sha256")
			f.write("a.txt", "1\n", "long.txt", lines(30))
			f.commit()
			f.git("mv", "long.txt", "moved.txt")
			f.write("u", "x\n", "a.txt", "2\n")
			return f
		}},
		{"sha256, unborn", false, func(t testing.TB) *fixture {
			f := newRepo(t, "--object-format=sha256")
			f.write("a.txt", "1\n")
			f.add("a.txt")
			return f
		}},
		with("future time stamps", true, func(f *fixture) {
			when := time.Now().Add(48 * time.Hour)
			f.must(os.Chtimes(f.path("a.txt"), when, when))
		}),
	}
}
