package gittest

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func flags() []Situation {
	return []Situation{
		plain("intent to add", func(r *Repo) { r.Write("ita.txt", "x\n"); r.Add("-N", "ita.txt") }),
		plain("intent to add, removed", func(r *Repo) {
			r.Write("ita.txt", "x\n")
			r.Add("-N", "ita.txt")
			r.Remove("ita.txt")
		}),
		plain("conflict", func(r *Repo) { Conflict(r, "theirs\n", "ours\n") }),
		plain("conflict of a change and a deletion", func(r *Repo) { Conflict(r, "theirs\n", "") }),
		plain("conflict of a deletion and a change", func(r *Repo) { Conflict(r, "", "ours\n") }),
		special("conflict of two additions", func(r *Repo) {
			r.Git("checkout", "-q", "-b", "other")
			r.Commit("both", "theirs\n", "theirs", "x\n")
			r.Git("checkout", "-q", "main")
			r.Commit("both", "ours\n")
			if _, err := r.Try("merge", "other"); err == nil {
				r.t.Fatal("the merge has no conflict")
			}
		}),
		special("assume-unchanged", func(r *Repo) {
			r.Git("update-index", "--assume-unchanged", "a.txt")
			r.Write("a.txt", "hidden\n")
		}),
		plain("skip-worktree", func(r *Repo) {
			r.Git("update-index", "--skip-worktree", "a.txt")
			r.Write("a.txt", "hidden\n")
		}),
		plain("skip-worktree, file absent", func(r *Repo) {
			r.Git("update-index", "--skip-worktree", "a.txt")
			r.Remove("a.txt")
		}),
	}
}

// Conflict leaves a merge half done, of two sides of a.txt; "" stands for a deletion.
func Conflict(r *Repo, theirs, ours string) {
	r.t.Helper()
	side := func(text string) {
		if text == "" {
			r.Git("rm", "-q", "a.txt")
		} else {
			r.Write("a.txt", text)
		}
		r.Commit()
	}
	r.Git("checkout", "-q", "-b", "other")
	side(theirs)
	r.Git("checkout", "-q", "main")
	side(ours)
	if _, err := r.Try("merge", "other"); err == nil {
		r.t.Fatal("the merge has no conflict")
	}
}

func sparse() []Situation {
	return []Situation{
		special("sparse checkout, cone", func(r *Repo) {
			r.Commit("k1/x", "1\n", "k2/y", "2\n")
			r.Git("sparse-checkout", "init", "--cone")
			r.Git("sparse-checkout", "set", "k1")
			r.Write("k1/x", "changed\n", "k1/new", "n\n")
			r.Add("k1")
		}),
		special("sparse checkout, patterns", func(r *Repo) {
			r.Commit("k1/x", "1\n", "k2/y", "2\n")
			r.Config("core.sparseCheckout", "true")
			r.Write(".git/info/sparse-checkout", "/k2/\n")
			r.Git("read-tree", "-mu", "HEAD")
			r.Write("k2/y", "changed\n")
		}),
		special("sparse index", SparseIndex).since(2, 34),
		special("sparse index, version 4", func(r *Repo) {
			r.Config("index.version", "4")
			SparseIndex(r)
			r.Write("k1/ita", "x\n")
			r.Add("-N", "k1/ita")
		}).since(2, 34),
		from("sparse index, sha256", func(t testing.TB, p Program) *Repo {
			r := Init(t, p, "--object-format=sha256")
			SparseIndex(r)
			return r
		}).since(2, 34),
	}
}

// SparseIndex makes an index in which whole folders are one entry each.
func SparseIndex(r *Repo) {
	r.t.Helper()
	r.Write("k1/x", "1\n", "k2/d/y", "2\n", "k2/d/e/z.sh", "3\n", "k3/"+strings.Repeat("n", 200), "4\n", "top", "5\n")
	r.Must(os.Chmod(r.Path("k2/d/e/z.sh"), 0o755))
	r.Commit()
	r.Git("sparse-checkout", "init", "--cone", "--sparse-index")
	r.Git("sparse-checkout", "set", "k1")
	r.Write("k1/x", "changed\n", "k1/new", "n\n")
	r.Add("k1/x")
	if index, err := os.ReadFile(r.Path(".git/index")); err != nil || !bytes.Contains(index, []byte("sdir")) {
		r.t.Fatal("git did not make the index sparse", err)
	}
}

func indexes() []Situation {
	return []Situation{
		special("split index", func(r *Repo) {
			r.Git("update-index", "--split-index")
			r.Write("new", "n\n", "a.txt", "c\n")
			r.Add("new")
		}),
		plain("index version 3: both of its flags", func(r *Repo) {
			r.Write("ita.txt", "x\n")
			r.Add("-N", "ita.txt")
			r.Git("update-index", "--skip-worktree", "a.txt")
			r.Remove("a.txt")
		}),
		plain("index version 4", func(r *Repo) {
			r.Git("update-index", "--index-version", "4")
			r.Write("new", "n\n")
			r.Add("new")
		}),
		plain("untracked cache", func(r *Repo) {
			r.Git("update-index", "--untracked-cache")
			r.Write("u", "n\n")
			r.Git("status")
			r.Write("u2", "n\n")
		}),
		special("file system monitor's extension", func(r *Repo) {
			// The monitor says that everything may have changed.
			r.Config("core.fsmonitor", r.Script("monitor", `printf 'token\0/\0'`))
			r.Git("update-index", "--fsmonitor")
			r.Git("status")
			r.Write("a.txt", "changed\n", "u", "n\n")
		}),
		special("end-of-index and offset table extensions", func(r *Repo) {
			for key, value := range map[string]string{"index.threads": "2", "index.recordEndOfIndexEntries": "true", "index.recordOffsetTable": "true"} {
				r.Config(key, value)
			}
			for i := range 300 {
				r.Write(fmt.Sprintf("many/f%d", i), "x\n")
			}
			r.Add("-A")
			r.Write("a.txt", "changed\n")
		}),
		special("index.skipHash", func(r *Repo) {
			r.Config("index.skipHash", "true")
			r.Write("new", "n\n")
			r.Add("new")
		}),
	}
}

func times() []Situation {
	return []Situation{
		plain("many files changed only in time", func(r *Repo) { r.Older("a.txt", "long.txt", "dir/b.txt") }),
		special("edit of the same size within one tick of the clock", func(r *Repo) {
			tick := time.Now().Add(-time.Hour).Truncate(time.Second)
			r.Config("core.trustctime", "false")
			r.Config("core.checkStat", "minimal")
			r.Write("a.txt", "111\n")
			r.Must(os.Chtimes(r.Path("a.txt"), tick, tick))
			r.Add("a.txt")
			r.Must(os.Chtimes(r.Path(".git/index"), tick, tick))
			r.Write("a.txt", "222\n")
			r.Must(os.Chtimes(r.Path("a.txt"), tick, tick))
		}),
		special("edit of the same size with the time put back", func(r *Repo) {
			r.Older("a.txt")
			r.Git("status")
			info, err := os.Stat(r.Path("a.txt"))
			r.Must(err)
			r.Write("a.txt", "ONE\n")
			r.Must(os.Chtimes(r.Path("a.txt"), info.ModTime(), info.ModTime()))
		}),
		special("core.checkStat=minimal", func(r *Repo) {
			r.Config("core.checkStat", "minimal")
			r.Config("core.trustctime", "false")
			r.Write("a.txt", "longer than before\n")
		}),
		plain("future time stamps", func(r *Repo) {
			when := time.Now().Add(48 * time.Hour)
			r.Must(os.Chtimes(r.Path("a.txt"), when, when))
		}),
	}
}
