package gittest

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func basic() []Situation {
	return []Situation{
		from("unborn, empty", func(t testing.TB, p Program) *Repo { return Init(t, p) }).readable(),
		from("unborn, staged", func(t testing.TB, p Program) *Repo {
			r := Init(t, p)
			r.Write("a", "1\n", "d/b", "2\n", "u", "3\n")
			r.Add("a", "d")
			return r
		}).readable(),
		plain("clean", func(*Repo) {}),
		plain("added, modified, deleted, untracked", func(r *Repo) {
			r.Write("new.txt", "n\n", "a.txt", "changed\n", "u.txt", "u\n", "sub/deep/u.txt", "u\n")
			r.Add("new.txt", "a.txt")
			r.Git("rm", "-q", "dir/b.txt")
			r.Write("long.txt", Lines(41))
		}),
		plain("detached HEAD", func(r *Repo) {
			r.Git("checkout", "-q", "--detach")
			r.Write("a.txt", "2\n")
			r.Add("a.txt")
		}),
		plain("staged and edited again", func(r *Repo) {
			r.Write("a.txt", "staged\n")
			r.Add("a.txt")
			r.Write("a.txt", "edited again\n")
		}),
		plain("staged new file, edited again", func(r *Repo) {
			r.Write("n", "x\n")
			r.Add("n")
			r.Write("n", "y\n")
		}),
		plain("staged new file, removed from disk", func(r *Repo) {
			r.Write("n", "x\n")
			r.Add("n")
			r.Remove("n")
		}),
		plain("staged deletion, file kept on disk", func(r *Repo) { r.Git("rm", "-q", "--cached", "a.txt") }),
		plain("deleted on disk only", func(r *Repo) { r.Remove("a.txt", "dir") }),
		plain("no index file", func(r *Repo) { r.Remove(".git/index") }),
	}
}

func renames() []Situation {
	return []Situation{
		plain("rename, exact", func(r *Repo) { r.Git("mv", "long.txt", "moved.txt") }),
		special("rename with a change", func(r *Repo) {
			r.Git("mv", "long.txt", "dir/moved.txt")
			r.Write("dir/moved.txt", Lines(44))
			r.Add("-A")
		}),
		special("rename, committed", func(r *Repo) {
			r.Git("mv", "long.txt", "moved.txt")
			r.Commit("moved.txt", Lines(45))
		}),
		special("rename of files between half and three fifths similar", func(r *Repo) {
			r.Git("mv", "long.txt", "moved.txt")
			r.Commit("moved.txt", Lines(22)+strings.Repeat("nothing alike, and not a word of what was\n", 17))
		}),
		special("rename of files less than half similar", func(r *Repo) {
			r.Git("mv", "long.txt", "moved.txt")
			r.Commit("moved.txt", Lines(14)+strings.Repeat("nothing alike, and not a word of what was\n", 24))
		}),
		special("rename, staged and then edited on disk", func(r *Repo) {
			r.Git("mv", "long.txt", "moved.txt")
			r.Write("moved.txt", Lines(43))
		}),
		special("rename with intent to add", func(r *Repo) {
			r.Must(os.Rename(r.Path("long.txt"), r.Path("moved.txt")))
			r.Add("-N", "moved.txt")
		}),
		plain("empty file renamed", func(r *Repo) {
			r.Commit("empty", "")
			r.Git("mv", "empty", "moved")
		}),
		special("one of several equal files renamed", func(r *Repo) {
			r.Commit("d1", Lines(9), "d2", Lines(9), "d3", Lines(9))
			r.Git("mv", "d2", "e2")
			r.Git("mv", "d3", "e3")
		}),
		special("many renames", func(r *Repo) {
			for i := range 300 {
				r.Write(fmt.Sprintf("old/f%d", i), fmt.Sprintf("%d\n%s", i, Lines(5+i%7)))
			}
			r.Commit()
			r.Git("mv", "old", "new")
			r.Commit()
		}),
		special("more renames with changes than git looks for", func(r *Repo) {
			for i := range 1100 {
				r.Write(fmt.Sprintf("old/f%d", i), fmt.Sprintf("%d\n%s", i, Lines(5)))
			}
			r.Commit()
			r.Git("mv", "old", "new")
			for i := range 1100 {
				r.Write(fmt.Sprintf("new/f%d", i), fmt.Sprintf("%d\n%s", i, Lines(6)))
			}
			r.Commit()
		}),
		plain("rename of letter case only", func(r *Repo) { r.Git("mv", "a.txt", "A.txt") }),
	}
}

func copies() []Situation {
	return []Situation{
		special("copy of a changed file", func(r *Repo) {
			r.Commit("copy.txt", Lines(40), "long.txt", Lines(43))
		}),
		special("copy, staged", func(r *Repo) {
			r.Write("copy.txt", Lines(41), "long.txt", Lines(43))
			r.Add("-A")
		}),
		special("copy of a file that did not change", func(r *Repo) {
			r.Commit("copy.txt", Lines(40))
		}),
	}
}

func types() []Situation {
	return []Situation{
		plain("mode changes", func(r *Repo) {
			r.Must(os.Chmod(r.Path("a.txt"), 0o755))
			r.Add("a.txt")
			r.Must(os.Chmod(r.Path("long.txt"), 0o755))
		}),
		plain("core.fileMode=false", func(r *Repo) {
			r.Config("core.fileMode", "false")
			r.Must(os.Chmod(r.Path("a.txt"), 0o755))
		}),
		plain("symbolic links", func(r *Repo) {
			r.Link("a.txt", "ok")
			r.Link("nowhere", "dangling")
			r.Commit()
			r.Remove("ok")
			r.Link("long.txt", "ok")
			r.Link("x", "untracked")
		}),
		plain("type changes", func(r *Repo) {
			r.Remove("a.txt", "long.txt")
			r.Link("dir/b.txt", "a.txt")
			r.Add("a.txt")
			r.Link("dir/b.txt", "long.txt")
		}),
		plain("type changes, committed", func(r *Repo) {
			r.Remove("a.txt")
			r.Link("dir/b.txt", "a.txt")
			r.Commit()
		}),
		plain("file becomes folder, folder becomes file", func(r *Repo) {
			r.Remove("a.txt", "dir")
			r.Write("a.txt/inside", "x\n", "dir", "y\n")
		}),
		plain("file becomes folder, folder becomes file, staged", func(r *Repo) {
			r.Remove("a.txt", "dir")
			r.Write("a.txt/inside", "x\n", "dir", "y\n")
			r.Add("-A")
		}),
		plain("parent folder becomes a symbolic link", func(r *Repo) {
			r.Write("elsewhere/b.txt", "two\n")
			r.Remove("dir")
			r.Link("elsewhere", "dir")
		}),
	}
}
