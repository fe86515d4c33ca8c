package gittest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func edit(r *Repo) {
	r.Write("a.txt", "edited\n", "new", "n\n")
	r.Add("-A")
	r.Write("long.txt", "more\n")
}

// cloned is a situation in a clone of a repository with a few commits.
func cloned(name string, options []string, change func(r *Repo)) Situation {
	return special(name, func(r *Repo) {
		for i := range 5 {
			r.Commit("a.txt", fmt.Sprintf("commit %d\n", i), fmt.Sprintf("n%d", i), Lines(10+i))
		}
		clone(r, "clone", options...)
		change(r)
	})
}

// clone goes over to a clone, made as over a network.
func clone(r *Repo, name string, options ...string) {
	r.t.Helper()
	r.Config("uploadpack.allowFilter", "true")
	target := filepath.Join(r.Outside, name)
	r.Git(append(append([]string{"clone", "-q"}, options...), "file://"+r.Dir, target)...)
	r.Dir = target
}

func shared(r *Repo) {
	r.t.Helper()
	target := filepath.Join(r.Outside, "shared")
	r.Git("clone", "-q", "--shared", r.Dir, target)
	r.Dir = target
}

func clones() []Situation {
	return []Situation{
		cloned("clone", nil, edit).readable(),
		cloned("partial clone without blobs", []string{"--filter=blob:none"}, func(r *Repo) {
			r.Write("new", "n\n")
			r.Add("new")
		}),
		cloned("partial clone without blobs, a rename in its history", []string{"--filter=blob:none"}, func(r *Repo) {
			r.Git("mv", "n3", "moved")
			r.Commit("moved", Lines(14))
			edit(r)
		}),
		cloned("alternates", nil, func(r *Repo) { shared(r); edit(r) }),
		cloned("alternates, relative", nil, func(r *Repo) {
			shared(r)
			r.Write(".git/objects/info/alternates", "../../../clone/.git/objects\n")
			edit(r)
		}),
		cloned("upstream", nil, func(r *Repo) { r.Commit("mine", "x\n"); edit(r) }).against("@{upstream}"),
		cloned("fetched again after the upstream went on", nil, func(r *Repo) {
			r.At(filepath.Join(r.Outside, "repo")).Commit("theirs", "x\n")
			r.Commit("mine", "x\n")
			r.Git("fetch", "-q")
		}).against("origin/main"),
		plain("packed references only", func(r *Repo) {
			r.Commit("a.txt", "2\n")
			r.Git("pack-refs", "--all", "--prune")
			edit(r)
		}),
		plain("packed references, commit graph, multi-pack index", func(r *Repo) {
			r.Commit("a.txt", "2\n")
			r.Git("pack-refs", "--all")
			r.Git("repack", "-q", "-a", "-d", "-b")
			r.Git("commit-graph", "write", "--reachable")
			r.Git("multi-pack-index", "write")
			edit(r)
		}),
		special("thousands of references", func(r *Repo) {
			for i := range 2000 {
				r.Write(fmt.Sprintf(".git/refs/tags/t%d", i), r.head()+"\n")
			}
			edit(r)
		}),
	}
}

// head is the commit that is checked out, as the file system has it: git is not started.
func (r *Repo) head() string {
	r.t.Helper()
	text, err := os.ReadFile(r.Path(".git/refs/heads/main"))
	r.Must(err)
	return string(text[:len(text)-1])
}

// merged is a pull request's merge commit, as a CI service checks it out at some depth.
func merged(name, depth string) Situation {
	return special(name, func(r *Repo) {
		r.Git("checkout", "-q", "-b", "topic")
		r.Commit("t1", Lines(12))
		r.Git("mv", "t1", "t2")
		r.Commit("t2", Lines(13))
		r.Git("checkout", "-q", "main")
		r.Commit("m1", "x\n")
		r.Git("merge", "-q", "--no-ff", "-m", "merge", "topic")
		clone(r, "clone", "--depth="+depth)
		edit(r)
	})
}

func shallows() []Situation {
	return []Situation{
		cloned("shallow, depth 1", []string{"--depth=1"}, edit).readable(),
		cloned("shallow, depth 2", []string{"--depth=2"}, edit).readable(),
		cloned("shallow, base is the boundary", []string{"--depth=3"}, edit).against("HEAD~2"),
		cloned("shallow, the base is not there", []string{"--depth=1"}, edit).against("HEAD~1"),
		special("shallow, the merge base is below the boundary", func(r *Repo) {
			fork(r)
			clone(r, "clone", "--depth=2", "--no-single-branch")
		}).against("origin/other"),
		merged("shallow, merge commit at depth 1", "1").against("HEAD^1"),
		merged("shallow, merge commit at depth 2", "2").against("HEAD^1"),
	}
}

// fork has main and other, each two commits on from a common one that has the annotated tag "fork".
func fork(r *Repo) {
	r.t.Helper()
	r.Git("tag", "-a", "-m", "t", "fork")
	r.Git("checkout", "-q", "-b", "other")
	r.Commit("o1", "x\n")
	r.Commit("o2", "x\n")
	r.Git("checkout", "-q", "main")
	r.Git("mv", "long.txt", "m1")
	r.Commit("m1", Lines(42))
	r.Commit("m2", "x\n")
}

func histories() []Situation {
	return []Situation{
		special("fork", func(r *Repo) { fork(r); edit(r) }).against("other"),
		special("annotated tag as base", fork).against("fork"),
		special("abbreviated id as base", func(r *Repo) {
			r.Commit("x", "1\n")
			r.Commit("x", "2\n")
			r.Git("branch", "short", r.Git("rev-parse", "--short", "HEAD~2"))
		}).against("short"),
		special("HEAD on a branch of many levels", func(r *Repo) {
			r.Git("checkout", "-q", "-b", "feature/deep/er")
			r.Commit("x", "1\n")
			r.Git("pack-refs", "--all")
			edit(r)
		}).against("main"),
		special("unrelated histories", func(r *Repo) {
			r.Git("checkout", "-q", "--orphan", "unrelated")
			r.Commit("x", "1\n")
			r.Git("checkout", "-q", "main")
			edit(r)
		}).against("unrelated"),
		special("merge bases that cross", func(r *Repo) {
			fork(r)
			r.Git("branch", "main2", "main")
			r.Git("merge", "-q", "-m", "m", "other")
			r.Commit("x", "1\n")
			r.Git("checkout", "-q", "other")
			r.Git("merge", "-q", "-m", "m", "main2")
			r.Commit("y", "1\n")
		}).against("main"),
		special("merge under way, without a conflict", func(r *Repo) {
			fork(r)
			r.Git("merge", "-q", "--no-commit", "--no-ff", "other")
			r.Write("a.txt", "edited meanwhile\n")
		}),
		special("replace references", func(r *Repo) {
			fork(r)
			r.Git("replace", "main", "other")
		}).unless("what replaces a commit here is not pushed", Difference{Env: []string{"GIT_NO_REPLACE_OBJECTS=1"}}),
		special("grafts", func(r *Repo) {
			fork(r)
			r.Write(".git/info/grafts", r.Git("rev-parse", "main")+" "+r.Git("rev-parse", "fork^{commit}")+"\n")
		}).unless("a graft of this clone is not pushed", Difference{Env: []string{"GIT_GRAFT_FILE=" + os.DevNull}}),
	}
}

func formats() []Situation {
	format := func(name, format, key, value string) Situation {
		return special(name, func(r *Repo) {
			r.Config("core.repositoryFormatVersion", format)
			r.Config(key, value)
			r.Git("mv", "long.txt", "moved.txt")
			r.Write("a.txt", "c\n", "u", "x\n")
		})
	}
	started := func(name string, options ...string) Situation {
		return from(name, func(t testing.TB, p Program) *Repo {
			r := Init(t, p, options...)
			r.Commit("a.txt", "1\n", "long.txt", Lines(30))
			r.Commit("b.txt", "1\n")
			r.Git("mv", "long.txt", "moved.txt")
			r.Write("u", "x\n", "a.txt", "2\n")
			return r
		})
	}
	return []Situation{
		format("extensions.preciousObjects", "1", "extensions.preciousObjects", "true"),
		format("extensions.partialClone", "1", "extensions.partialClone", "origin"),
		format("format version 1 without an extension", "1", "core.fileMode", "true"),
		started("sha256", "--object-format=sha256"),
		from("sha256, unborn", func(t testing.TB, p Program) *Repo {
			r := Init(t, p, "--object-format=sha256")
			r.Write("a.txt", "1\n")
			r.Add("a.txt")
			return r
		}),
		started("reftable", "--ref-format=reftable").since(2, 45),
		started("reftable, sha256", "--ref-format=reftable", "--object-format=sha256").since(2, 45),
	}
}

func damaged() []Situation {
	return []Situation{
		special("index cut off", func(r *Repo) {
			data, err := os.ReadFile(r.Path(".git/index"))
			r.Must(err)
			r.Write(".git/index", string(data[:30]))
		}).broken(),
		special("index of an unknown version", func(r *Repo) {
			r.Write(".git/index", "DIRC\x00\x00\x00\x09\x00\x00\x00\x00")
		}).broken(),
		special("HEAD's commit is missing", func(r *Repo) {
			id := r.head()
			r.Remove(".git/objects/" + id[:2] + "/" + id[2:])
		}).broken(),
		special("HEAD's tree is missing", func(r *Repo) {
			id := r.Git("rev-parse", "HEAD^{tree}")
			r.Remove(".git/objects/" + id[:2] + "/" + id[2:])
			r.Remove(".git/index")
		}).broken(),
		cloned("partial clone without trees, not checked out", []string{"--filter=tree:0", "--no-checkout"}, func(r *Repo) {
			r.Git("remote", "remove", "origin")
			r.Config("remote.origin.promisor", "true")
		}).broken(),
	}
}
