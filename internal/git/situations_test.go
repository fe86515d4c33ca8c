package git

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// situation is a state that a repository can be in. plain ones go-git can read as well.
type situation struct {
	name  string
	plain bool
	build func(t testing.TB) *fixture
}

// with makes a situation of a seeded repository.
func with(name string, plain bool, change func(f *fixture)) situation {
	return situation{name, plain, func(t testing.TB) *fixture {
		f := seeded(t)
		change(f)
		return f
	}}
}

func TestAnswersAreThoseOfGit(t *testing.T) {
	t.Parallel()
	var all []situation
	for _, list := range [][]situation{basicSituations(), indexSituations(), contentSituations(), pathSituations(), layoutSituations(), historySituations()} {
		all = append(all, list...)
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			f := s.build(t)
			r := f.open()
			agreement(f, r)
			if s.plain {
				secondOpinion(f, r.Info())
			}
		})
	}
	if len(all) < 60 {
		t.Errorf("only %d situations", len(all))
	}
}

func basicSituations() []situation {
	return []situation{
		{"unborn, empty", true, func(t testing.TB) *fixture { return newRepo(t) }},
		{"unborn, staged", true, func(t testing.TB) *fixture {
			f := newRepo(t)
			f.write("a", "1\n", "d/b", "2\n", "u", "3\n")
			f.add("a", "d")
			return f
		}},
		with("clean", true, func(f *fixture) {}),
		with("added, modified, deleted, untracked", true, func(f *fixture) {
			f.write("new.txt", "n\n", "a.txt", "changed\n", "u.txt", "u\n", "sub/deep/u.txt", "u\n")
			f.add("new.txt", "a.txt")
			f.git("rm", "-q", "dir/b.txt")
			f.write("long.txt", lines(41))
		}),
		with("detached HEAD", true, func(f *fixture) {
			f.git("checkout", "-q", "--detach")
			f.write("a.txt", "2\n")
			f.add("a.txt")
		}),
		with("staged and edited again", true, func(f *fixture) {
			f.write("a.txt", "staged\n")
			f.add("a.txt")
			f.write("a.txt", "edited again\n")
		}),
		with("staged new file, removed from disk", true, func(f *fixture) {
			f.write("n", "x\n")
			f.add("n")
			f.remove("n")
		}),
		with("staged deletion, file kept on disk", true, func(f *fixture) { f.git("rm", "-q", "--cached", "a.txt") }),
		with("no index file", true, func(f *fixture) { f.remove(".git/index") }),
		with("rename, exact", true, func(f *fixture) { f.git("mv", "long.txt", "moved.txt") }),
		with("rename with a change", false, func(f *fixture) {
			f.git("mv", "long.txt", "dir/moved.txt")
			f.write("dir/moved.txt", lines(44))
			f.add("-A")
		}),
		with("rename, committed", false, func(f *fixture) {
			f.git("mv", "long.txt", "moved.txt")
			f.write("moved.txt", lines(45))
			f.commit()
		}),
		with("copy of a changed file", false, func(f *fixture) {
			f.write("copy.txt", lines(40), "long.txt", lines(43))
			f.commit()
		}),
		with("mode changes", true, func(f *fixture) {
			f.must(os.Chmod(f.path("a.txt"), 0o755))
			f.add("a.txt")
			f.must(os.Chmod(f.path("long.txt"), 0o755))
		}),
		with("core.fileMode=false", true, func(f *fixture) {
			f.config("core.fileMode", "false")
			f.must(os.Chmod(f.path("a.txt"), 0o755))
		}),
		with("symbolic links", true, func(f *fixture) {
			f.must(os.Symlink("a.txt", f.path("ok")))
			f.must(os.Symlink("nowhere", f.path("dangling")))
			f.commit()
			f.remove("ok")
			f.must(os.Symlink("long.txt", f.path("ok")))
			f.must(os.Symlink("x", f.path("untracked")))
		}),
		with("type changes", true, func(f *fixture) {
			f.remove("a.txt", "long.txt")
			f.must(os.Symlink("dir/b.txt", f.path("a.txt")))
			f.add("a.txt")
			f.must(os.Symlink("dir/b.txt", f.path("long.txt")))
		}),
		with("file becomes folder, folder becomes file", true, func(f *fixture) {
			f.remove("a.txt", "dir")
			f.write("a.txt/inside", "x\n", "dir", "y\n")
		}),
		with("parent folder becomes a symbolic link", true, func(f *fixture) {
			f.write("elsewhere/b.txt", "two\n")
			f.remove("dir")
			f.must(os.Symlink("elsewhere", f.path("dir")))
		}),
	}
}

func indexSituations() []situation {
	return []situation{
		with("intent to add", true, func(f *fixture) { f.write("ita.txt", "x\n"); f.add("-N", "ita.txt") }),
		with("intent to add, removed", false, func(f *fixture) {
			f.write("ita.txt", "x\n")
			f.add("-N", "ita.txt")
			f.remove("ita.txt")
		}),
		with("conflict", true, func(f *fixture) { conflict(f, "theirs\n", "ours\n") }),
		with("conflict of a change and a deletion", true, func(f *fixture) { conflict(f, "theirs\n", "") }),
		with("conflict of a deletion and a change", true, func(f *fixture) { conflict(f, "", "ours\n") }),
		with("assume-unchanged", false, func(f *fixture) {
			f.git("update-index", "--assume-unchanged", "a.txt")
			f.write("a.txt", "hidden\n")
		}),
		with("skip-worktree", true, func(f *fixture) {
			f.git("update-index", "--skip-worktree", "a.txt")
			f.write("a.txt", "hidden\n")
		}),
		with("sparse checkout, cone", false, func(f *fixture) {
			f.write("k1/x", "1\n", "k2/y", "2\n")
			f.commit()
			f.git("sparse-checkout", "set", "--cone", "k1")
			f.write("k1/x", "changed\n", "k1/new", "n\n")
			f.add("k1")
		}),
		with("sparse checkout, patterns", false, func(f *fixture) {
			f.write("k1/x", "1\n", "k2/y", "2\n")
			f.commit()
			f.git("sparse-checkout", "set", "--no-cone", "/k2/")
			f.write("k2/y", "changed\n")
		}),
		with("sparse index", false, func(f *fixture) { sparseIndex(f) }),
		with("sparse index, version 4", false, func(f *fixture) {
			f.config("index.version", "4")
			sparseIndex(f)
			f.write("k1/ita", "x\n")
			f.add("-N", "k1/ita")
		}),
		{"sparse index, sha256", false, func(t testing.TB) *fixture {
			f := newRepo(t, "--object-format=sha256")
			sparseIndex(f)
			return f
		}},
		with("split index", false, func(f *fixture) {
			f.git("update-index", "--split-index")
			f.write("new", "n\n", "a.txt", "c\n")
			f.add("new")
		}),
		with("index version 4", true, func(f *fixture) {
			f.git("update-index", "--index-version", "4")
			f.write("new", "n\n")
			f.add("new")
		}),
		with("untracked cache", true, func(f *fixture) {
			f.git("update-index", "--untracked-cache")
			f.write("u", "n\n")
			f.git("status")
			f.write("u2", "n\n")
		}),
		with("index.skipHash", true, func(f *fixture) {
			f.config("index.skipHash", "true")
			f.write("new", "n\n")
			f.add("new")
		}),
		with("many files changed only in time", true, func(f *fixture) { f.older("a.txt", "long.txt", "dir/b.txt") }),
		with("edit of the same size within one tick of the clock", false, func(f *fixture) {
			tick := time.Now().Add(-time.Hour).Truncate(time.Second)
			f.config("core.trustctime", "false")
			f.config("core.checkStat", "minimal")
			f.write("a.txt", "111\n")
			f.must(os.Chtimes(f.path("a.txt"), tick, tick))
			f.add("a.txt")
			f.must(os.Chtimes(f.path(".git/index"), tick, tick))
			f.write("a.txt", "222\n")
			f.must(os.Chtimes(f.path("a.txt"), tick, tick))
		}),
		with("edit of the same size with the time put back", false, func(f *fixture) {
			f.older("a.txt")
			f.git("status")
			info, err := os.Stat(f.path("a.txt"))
			f.must(err)
			f.write("a.txt", "ONE\n")
			f.must(os.Chtimes(f.path("a.txt"), info.ModTime(), info.ModTime()))
		}),
		with("core.checkStat=minimal", false, func(f *fixture) {
			f.config("core.checkStat", "minimal")
			f.config("core.trustctime", "false")
			f.write("a.txt", "longer than before\n")
		}),
	}
}

// sparseIndex makes an index in which whole folders are one entry each.
func sparseIndex(f *fixture) {
	f.write("k1/x", "1\n", "k2/d/y", "2\n", "k2/d/e/z.sh", "3\n", "k3/"+strings.Repeat("n", 200), "4\n", "top", "5\n")
	f.must(os.Chmod(f.path("k2/d/e/z.sh"), 0o755))
	f.commit()
	f.git("sparse-checkout", "set", "--cone", "--sparse-index", "k1")
	f.write("k1/x", "changed\n", "k1/new", "n\n")
	f.add("k1/x")
	if index, err := os.ReadFile(f.path(".git/index")); err != nil || !isSparse(index) {
		f.Fatal("git did not make the index sparse", err)
	}
}

// conflict leaves a merge half done; "" stands for a deletion.
func conflict(f *fixture, theirs, ours string) {
	side := func(text string) {
		if text == "" {
			f.git("rm", "-q", "a.txt")
		} else {
			f.write("a.txt", text)
		}
		f.commit()
	}
	f.git("checkout", "-q", "-b", "other")
	side(theirs)
	f.git("checkout", "-q", "main")
	side(ours)
	if _, err := f.try("merge", "other"); err == nil {
		f.Fatal("the merge has no conflict")
	}
}

func contentSituations() []situation {
	return []situation{
		with("text=auto, CRLF on disk", false, func(f *fixture) {
			f.write(".gitattributes", "* text=auto\n")
			f.commit()
			f.write("a.txt", "one\r\n", "long.txt", strings.ReplaceAll(lines(41), "\n", "\r\n"))
		}),
		with("core.autocrlf=true, CRLF on disk", false, func(f *fixture) {
			f.config("core.autocrlf", "true")
			f.write("a.txt", "one\r\n")
		}),
		with("eol=crlf attribute", false, func(f *fixture) {
			f.write(".gitattributes", "*.txt eol=crlf\n")
			f.commit()
			f.write("a.txt", "one\r\n")
		}),
		with("ident and working-tree-encoding", false, func(f *fixture) {
			f.write(".gitattributes", "*.id ident\n*.u16 working-tree-encoding=UTF-16LE\n", "x.id", "$Id$\n", "x.u16", "h\x00i\x00\n\x00")
			f.commit()
			f.remove("x.id")
			f.git("checkout", "-q", "x.id")
			f.older("x.id", "x.u16")
		}),
		with("binary and large files", true, func(f *fixture) {
			f.write("bin", "\x00\x01\xff\xfe"+strings.Repeat("\x00", 100000), "empty", "")
			f.add("bin", "empty")
		}),
		with("ignore rules", true, func(f *fixture) {
			f.write(".gitignore", "*.log\nbuild/\n!keep.log\n/only-top\n", "x.log", "", "keep.log", "", "build/x", "",
				"only-top", "", "d/only-top", "", "d/.gitignore", "!x.log\n*.tmp\r\n", "d/x.log", "", "d/y.tmp", "")
		}),
		with("ignored folder with a negated child", true, func(f *fixture) {
			f.write(".gitignore", "out/\n!out/keep\n", "out/keep", "", "out/drop", "")
		}),
		with("tracked file that is ignored", true, func(f *fixture) {
			f.write(".gitignore", "a.txt\n", "a.txt", "changed\n")
		}),
		with("info/exclude", true, func(f *fixture) {
			f.must(os.MkdirAll(f.path(".git/info"), 0o755))
			f.write(".git/info/exclude", "*.priv\n", "k.priv", "", "seen", "")
		}),
		with("core.excludesFile, in an included file", false, func(f *fixture) {
			f.must(os.WriteFile(filepath.Join(f.base, "rules"), []byte("*.priv\n"), 0o600))
			f.must(os.WriteFile(filepath.Join(f.base, "inc"), []byte("[core]\nexcludesFile = "+filepath.Join(f.base, "rules")+"\n"), 0o600))
			f.config("include.path", filepath.Join(f.base, "inc"))
			f.write("k.priv", "", "seen", "")
		}),
		with("the user's own ignore file", false, func(f *fixture) {
			f.must(os.MkdirAll(filepath.Join(f.base, "home/.config/git"), 0o755))
			f.must(os.WriteFile(filepath.Join(f.base, "home/.config/git/ignore"), []byte("*.swp\n"), 0o600))
			f.write("k.swp", "", "seen", "")
		}),
		with("configuration with odd syntax", false, func(f *fixture) {
			text, err := os.ReadFile(f.path(".git/config"))
			f.must(err)
			f.write(".git/config", "\ufeff"+string(text)+"[core]\n\tautocrlf = in\\\nput ; a comment\n\tsafecrlf\n[old.style]\n\tkey\n[remote \"x\"]\n\tfetch = nonsense\n")
			f.write("a.txt", "one\r\n")
		}),
		with("FIFO and socket among untracked files", false, func(f *fixture) {
			fifo(f, f.path("pipe"))
			f.write("u", "x\n")
		}),
	}
}

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
