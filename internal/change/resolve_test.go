package change

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

// list is one line a file: status, path, where it came from, and where the new content is.
func list(t *testing.T, r *gittest.Repo, spec Spec) string {
	t.Helper()
	return describe(resolve(t, r, spec))
}

func describe(c *Change) string {
	var b strings.Builder
	for _, f := range c.Files {
		fmt.Fprintf(&b, "%s %s", f.Status, f.Path)
		if f.Old.Present() && f.Old.Path != f.Path {
			b.WriteString(" from " + f.Old.Path)
		}
		switch {
		case !f.New.Present():
		case f.New.Memory != nil:
			b.WriteString(" in memory")
		case f.New.OID == "":
			b.WriteString(" on disk")
		}
		b.WriteString("\n")
	}
	for _, s := range c.Skips {
		fmt.Fprintf(&b, "skip %s %s\n", s.Path, s.Reason)
	}
	for _, f := range c.Faults {
		fmt.Fprintf(&b, "fault %s %s\n", f.Path, f.Code)
	}
	return b.String()
}

func open(t *testing.T, r *gittest.Repo) git.Repository {
	t.Helper()
	repo, err := git.Open(context.Background(), git.Options{Dir: r.Dir, Env: r.Env()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { repo.Close() })
	return repo
}

func resolve(t *testing.T, r *gittest.Repo, spec Spec) *Change {
	t.Helper()
	c, err := Resolve(context.Background(), open(t, r), r.Dir, spec)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWorktreeIsHeadAgainstDisk(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do   func(*gittest.Repo)
		want string
	}{
		"edited":                {func(r *gittest.Repo) { r.Write("a", "2\n") }, "modified a on disk\n"},
		"staged":                {func(r *gittest.Repo) { r.Write("a", "2\n"); r.Git("add", "a") }, "modified a\n"},
		"staged, edited again":  {func(r *gittest.Repo) { r.Write("a", "2\n"); r.Git("add", "a"); r.Write("a", "3\n") }, "modified a on disk\n"},
		"untracked":             {func(r *gittest.Repo) { r.Write("n/new", "x") }, "added n/new on disk\n"},
		"ignored":               {func(r *gittest.Repo) { r.Write(".git/info/exclude", "new\n", "new", "x") }, ""},
		"intent to add":         {func(r *gittest.Repo) { r.Write("new", "x"); r.Git("add", "-N", "new") }, "added new on disk\n"},
		"deleted":               {func(r *gittest.Repo) { os.Remove(r.Dir + "/a") }, "deleted a\n"},
		"staged, then deleted":  {func(r *gittest.Repo) { r.Write("n", "x"); r.Git("add", "n"); os.Remove(r.Dir + "/n") }, ""},
		"unstaged but kept":     {func(r *gittest.Repo) { r.Git("rm", "-q", "--cached", "a") }, "modified a on disk\n"},
		"renamed":               {func(r *gittest.Repo) { r.Git("mv", "long", "other") }, "renamed other from long\n"},
		"renamed, then edited":  {func(r *gittest.Repo) { r.Git("mv", "long", "other"); r.Write("other", "x") }, "renamed other from long on disk\n"},
		"renamed, then deleted": {func(r *gittest.Repo) { r.Git("mv", "long", "other"); os.Remove(r.Dir + "/other") }, "deleted long\n"},
		"a link":                {func(r *gittest.Repo) { os.Symlink("a", r.Dir+"/link") }, "added link on disk\nskip link symlink\n"},
		"a repository inside":   {func(r *gittest.Repo) { r.Git("init", "-q", "inner"); r.Write("inner/f", "x") }, "added inner on disk\nskip inner nested-repository\n"},
		"only touched":          {func(r *gittest.Repo) { os.Chtimes(r.Dir+"/a", someday, someday) }, ""},
		"assumed unchanged": {func(r *gittest.Repo) {
			r.Git("update-index", "--assume-unchanged", "a")
			r.Write("a", "2\n")
		}, "modified a on disk\n"},
		"skipped, but there": {func(r *gittest.Repo) {
			r.Git("update-index", "--skip-worktree", "a", "long")
			r.Write("a", "2\n")
		}, "modified a on disk\n"},
		"skipped, and not there":  {func(r *gittest.Repo) { r.Git("update-index", "--skip-worktree", "a"); os.Remove(r.Dir + "/a") }, ""},
		"a conflict":              {conflict, "unmerged a on disk\nfault a unmerged\n"},
		"nothing":                 {func(*gittest.Repo) {}, ""},
		"staged and edited back":  {func(r *gittest.Repo) { r.Write("a", "2\n"); r.Git("add", "a"); r.Write("a", "1\n") }, "modified a on disk\n"},
		"staged deletion, edited": {func(r *gittest.Repo) { r.Git("rm", "-q", "a"); r.Write("a", "new") }, "modified a on disk\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t)
			r.Commit("a", "1\n", "long", strings.Repeat("some line\n", 20))
			test.do(r)
			if got := list(t, r, Spec{Kind: finding.ScopeWorktree}); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func conflict(r *gittest.Repo) {
	r.Git("checkout", "-q", "-b", "side")
	r.Commit("a", "side\n")
	r.Git("checkout", "-q", "main")
	r.Commit("a", "main\n")
	r.Git("read-tree", "-m", "main~1", "main", "side")
}

func TestAllIsEveryFileOnDisk(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("edited", "1", "same", "1", "gone", "1", "hidden", "1")
	r.Git("update-index", "--assume-unchanged", "hidden")
	r.Write("edited", "2", "new", "x", "hidden", "2")
	os.Remove(filepath.Join(r.Dir, "gone"))
	want := "present edited on disk\npresent hidden on disk\npresent new on disk\npresent same\n"
	if got := list(t, r, Spec{Kind: finding.ScopeAll}); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestRange(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("a", "1")
	r.Git("checkout", "-q", "-b", "side")
	r.Commit("b", "1")
	r.Git("checkout", "-q", "main")
	r.Commit("c", "something else\n")
	for spec, want := range map[rangeCase]string{
		{"main", "side", false}: "added b\n",
		{"main", "side", true}:  "added b\ndeleted c\n",
		{"side", "", false}:     "added c\n",
	} {
		if got := list(t, r, Spec{Kind: finding.ScopeRange, Base: spec.base, Head: spec.head, Direct: spec.direct}); got != want {
			t.Errorf("%+v: got:\n%swant:\n%s", spec, got, want)
		}
	}
}

type rangeCase struct {
	base, head string
	direct     bool
}

func TestBaseThatIsNotThere(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("a", "1")
	r.Git("checkout", "-q", "--orphan", "other")
	r.Commit("b", "1")
	for base, hint := range map[string]string{
		"nowhere":      "git fetch",
		"--output=x":   "git fetch",
		"main":         "--range main..HEAD",
		"a\x1b[31mred": "git fetch",
	} {
		_, err := Resolve(context.Background(), open(t, r), r.Dir, Spec{Kind: finding.ScopeRange, Base: base})
		var f *finding.Failure
		if finding.ExitOf(err) != finding.ExitUnfinished || !asFailure(err, &f) || !strings.Contains(f.Hint, hint) {
			t.Errorf("%q: error %v, hint %q; want a hint with %q", base, err, f.Hint, hint)
		}
	}
	if _, err := os.Stat(filepath.Join(r.Dir, "x")); err == nil {
		t.Error("--output=x made a file")
	}
}

func TestPaths(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("src/a", "1", "src2/b", "1", "c", "1")
	spec := Spec{Kind: finding.ScopeWorktree, Paths: []string{"src", filepath.Join(r.Dir, "c")}}
	if got, want := list(t, r, spec), "added c on disk\nadded src/a on disk\n"; got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	spec.Paths = []string{"sr", "."}
	c := resolve(t, r, spec)
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], `"sr"`) || len(c.Files) != 3 {
		t.Errorf("warnings %q, %d files", c.Warnings, len(c.Files))
	}
	spec.Paths = []string{"../elsewhere"}
	if _, err := Resolve(context.Background(), open(t, r), r.Dir, spec); finding.ExitOf(err) != finding.ExitUsage {
		t.Errorf("outside: %v", err)
	}
}

func TestBareRepositoryHasNothingStaged(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("a", "1")
	bare := filepath.Join(t.TempDir(), "bare.git")
	r.Git("clone", "-q", "--bare", ".", bare)
	repo, err := git.Open(context.Background(), git.Options{Dir: bare, Env: r.Env()})
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	for _, kind := range []finding.ScopeKind{finding.ScopeStaged, finding.ScopeWorktree} {
		if _, err := Resolve(context.Background(), repo, bare, Spec{Kind: kind}); finding.ExitOf(err) != finding.ExitUnfinished {
			t.Errorf("%s: %v", kind, err)
		}
	}
	c, err := Resolve(context.Background(), repo, bare, Spec{Kind: finding.ScopeAll})
	if err != nil || describe(c) != "present a\n" {
		t.Errorf("all: %v, %v", c, err)
	}
}

func TestNameOfBranchAndTag(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("a", "1")
	r.Git("checkout", "-q", "-b", "side")
	r.Commit("b", "1")
	r.Git("tag", "main")
	r.Git("config", "core.warnAmbiguousRefs", "false")
	_, err := Resolve(context.Background(), open(t, r), r.Dir, Spec{Kind: finding.ScopeRange, Base: "main"})
	var f *finding.Failure
	if finding.ExitOf(err) != finding.ExitUnfinished || !asFailure(err, &f) || !strings.Contains(f.Hint, "refs/heads/main") {
		t.Errorf("error %v", err)
	}
	if got := list(t, r, Spec{Kind: finding.ScopeRange, Base: "refs/heads/main"}); got != "added b\n" {
		t.Errorf("in full: %s", got)
	}
}

func TestHintsThatRepair(t *testing.T) {
	t.Parallel()
	upstream := gittest.New(t)
	upstream.Commit("a", "1")
	upstream.Commit("b", "1")
	upstream.Git("checkout", "-q", "-b", "side")
	upstream.Commit("c", "1")
	full, shallow := filepath.Join(t.TempDir(), "full"), filepath.Join(t.TempDir(), "shallow")
	upstream.Git("clone", "-q", ".", full)
	upstream.Git("clone", "-q", "--depth", "1", "--branch", "side", "file://"+upstream.Dir, shallow)
	for _, test := range []struct{ dir, base, hint string }{
		{full, "main", "did you mean origin/main?"},
		{full, "origin/other", "`git fetch origin +refs/heads/other:refs/remotes/origin/other`"},
		{full, "deadbeef", "`git fetch`"},
		{shallow, "origin/main", "`git fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main`"},
		{shallow, "HEAD~1", "`git fetch --unshallow`"},
	} {
		r := upstream.At(test.dir)
		_, err := Resolve(context.Background(), open(t, r), r.Dir, Spec{Kind: finding.ScopeRange, Base: test.base})
		var f *finding.Failure
		if !asFailure(err, &f) || !strings.Contains(f.Hint, test.hint) {
			t.Errorf("%s in %s: error %v, want the hint %s", test.base, filepath.Base(test.dir), err, test.hint)
			continue
		}
		_, command, ok := strings.Cut(f.Hint, "`git ")
		if !ok || !strings.Contains(command, "--unshallow") {
			continue
		}
		command, _, _ = strings.Cut(command, "`")
		r.Git(strings.Fields(command)...)
		if _, err := Resolve(context.Background(), open(t, r), r.Dir, Spec{Kind: finding.ScopeRange, Base: test.base}); err != nil {
			t.Errorf("%s after `git %s`: %v", test.base, command, err)
		}
		break // the clone is no longer shallow
	}
}

func TestMergeBringsOnlyItsOwn(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("both", "1\n2\n3\n4\n5\n", "gone", "1")
	r.Git("checkout", "-q", "-b", "side")
	r.Commit("both", "1\n2\n3\n4\nside\n", "theirs", "1")
	r.Git("rm", "-q", "gone")
	r.Commit()
	r.Git("checkout", "-q", "main")
	r.Commit("both", "main\n2\n3\n4\n5\n")
	r.Git("merge", "-q", "--no-commit", "side")
	r.Write("own", "nothing like the others\n")
	r.Git("add", "own")
	for _, kind := range []finding.ScopeKind{finding.ScopeStaged, finding.ScopeWorktree} {
		c := resolve(t, r, Spec{Kind: kind})
		if got, want := describe(c), "modified both\nadded own\n"; got != want {
			t.Errorf("%s: got:\n%swant:\n%s", kind, got, want)
		}
		if n := len(c.Files[0].Others); n != 1 {
			t.Errorf("%s: both has %d further base sides", kind, n)
		}
	}
}
