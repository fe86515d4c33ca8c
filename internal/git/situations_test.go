package git

import (
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
