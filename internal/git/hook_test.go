package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sentinel/internal/gittest"
)

// hookCase is a way to commit, each of which gives a hook another index.
type hookCase struct {
	name    string
	prepare func(f *fixture)
	commit  []string
	stdin   string
	// library says that go-git can answer as well.
	library bool
}

func hookCases() []hookCase {
	edit := func(f *fixture) {
		f.Write("a.txt", "staged\n", "new.txt", "n\n")
		f.Add("a.txt", "new.txt")
		f.Write("dir/b.txt", "not staged\n", "long.txt", gittest.Lines(42))
	}
	return []hookCase{
		{"plain", edit, []string{"commit", "-m", "x"}, "", true},
		{"-a", edit, []string{"commit", "-a", "-m", "x"}, "", true},
		{"-- path", edit, []string{"commit", "-m", "x", "--", "long.txt"}, "", true},
		{"--include path", edit, []string{"commit", "-m", "x", "--include", "long.txt"}, "", true},
		{"-p", edit, []string{"commit", "-p", "-m", "x"}, "y\nn\n", true},
		{"--amend", edit, []string{"commit", "--amend", "-m", "x"}, "", true},
		{"-a --amend", edit, []string{"commit", "-a", "--amend", "-m", "x"}, "", true},
		{"from a subfolder", func(f *fixture) { edit(f); f.Dir = f.Path("dir") }, []string{"commit", "-m", "x", "--", "b.txt"}, "", true},
		{"first commit", func(f *fixture) {
			f.Remove(".git")
			f.Git("init", "-q")
			f.Add("a.txt")
		}, []string{"commit", "-m", "x"}, "", true},
		{"first commit of a path", func(f *fixture) {
			f.Remove(".git")
			f.Git("init", "-q")
			f.Add("a.txt", "long.txt")
		}, []string{"commit", "-m", "x", "--", "a.txt"}, "", true},
		{"linked work tree, -a", func(f *fixture) {
			linked := filepath.Join(f.Outside, "linked")
			f.Git("worktree", "add", "-q", linked)
			edit(f)
			f.Dir = linked
			f.Write("long.txt", gittest.Lines(43))
		}, []string{"commit", "-a", "-m", "x"}, "", true},
		{"--git-dir and --work-tree", func(f *fixture) {
			f.Must(os.Rename(f.Path(".git"), filepath.Join(f.Outside, "apart.git")))
			f.Write("a.txt", "c\n")
		}, []string{"--git-dir=../apart.git", "--work-tree=.", "commit", "-a", "-m", "x"}, "", true},
		{"submodule, -a", func(f *fixture) {
			f.Git("submodule", "--quiet", "add", f.Sibling("origin"), "sm")
			f.Commit()
			f.Dir = f.Path("sm")
			f.Write("f", "changed\n")
		}, []string{"commit", "-a", "-m", "x"}, "", false},
		{"split index, -a", func(f *fixture) {
			f.Git("update-index", "--split-index")
			f.Config("core.splitIndex", "true")
			edit(f)
		}, []string{"commit", "-a", "-m", "x"}, "", false},
		{"merge", func(f *fixture) {
			f.Git("checkout", "-q", "-b", "other")
			f.Write("o", "x\n")
			f.Commit()
			f.Git("checkout", "-q", "main")
			f.Write("m", "x\n")
			f.Commit()
			f.Git("merge", "-q", "--no-ff", "--no-commit", "other")
		}, []string{"commit", "-m", "x"}, "", true},
	}
}

// TestHooksSeeTheIndexThatIsCommitted runs real hooks, which run this test's own binary, and compares with what
// git says in the same hook.
func TestHooksSeeTheIndexThatIsCommitted(t *testing.T) {
	t.Parallel()
	for _, c := range hookCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := seeded(t)
			c.prepare(f)
			hooks := filepath.Join(f.Outside, "hooks")
			f.Must(os.Mkdir(hooks, 0o755))
			self, err := os.Executable()
			f.Must(err)
			ours, library, theirs := filepath.Join(f.Outside, "ours"), filepath.Join(f.Outside, "library"), filepath.Join(f.Outside, "theirs")
			f.Script("hooks/pre-commit", strings.Join([]string{
				"git diff --cached --raw -z --no-abbrev --find-renames=50% --find-copies=50% > '" + theirs + "' || exit 1",
				helperVariable + "='" + ours + "' '" + self + "' || exit 1",
				helperVariable + "='" + library + "' SENTINEL_TEST_BACKEND=go-git '" + self + "' || echo refused > '" + library + "'",
			}, "\n"))
			before, _ := f.Try("rev-parse", "HEAD")
			if out, err := f.commitWith(c.stdin, hooks, c.commit); err != nil {
				t.Fatal(out, err)
			}
			if after := f.headOf(c.commit); after == before {
				t.Fatal("nothing was committed")
			}
			want, err := os.ReadFile(theirs)
			f.Must(err)
			equalLists(t, "staged", textLines(f, ours), rawFields(string(want)))
			if len(want) == 0 {
				t.Error("git itself sees no change, so this test proves nothing")
			}
			if c.library {
				equalLists(t, "go-git: staged", textLines(f, library), rawFields(string(want)))
			}
		})
	}
}

func (f *fixture) commitWith(stdin, hooks string, args []string) (string, error) {
	return f.Execute(f.Env(), stdin, append([]string{"-c", "core.hooksPath=" + hooks}, args...)...)
}

// headOf asks for HEAD with the same options before the command.
func (f *fixture) headOf(commit []string) string {
	f.Helper()
	var global []string
	for _, arg := range commit {
		if !strings.HasPrefix(arg, "--") {
			break
		}
		global = append(global, arg)
	}
	return f.Git(append(global, "rev-parse", "HEAD")...)
}

func textLines(f *fixture, path string) []string {
	f.Helper()
	text, err := os.ReadFile(path)
	f.Must(err)
	if len(text) == 0 {
		return nil
	}
	return strings.Split(string(text), "\n")
}

// TestHookVariablesOfAnotherRepositoryDoNotCount: a hook of one repository may check another.
func TestHookVariablesOfAnotherRepositoryDoNotCount(t *testing.T) {
	t.Parallel()
	other := seeded(t)
	other.Write("other.txt", "x\n")
	other.Add("other.txt")
	f := seeded(t)
	f.Write("mine.txt", "x\n")
	f.Add("mine.txt")
	for name, env := range map[string][]string{
		"all":                    {"GIT_DIR=" + other.Path(".git"), "GIT_INDEX_FILE=" + other.Path(".git/index"), "GIT_WORK_TREE=" + other.Dir},
		"directory":              {"GIT_DIR=" + other.Path(".git")},
		"index":                  {"GIT_INDEX_FILE=" + other.Path(".git/index.lock")},
		"objects":                {"GIT_OBJECT_DIRECTORY=" + other.Path(".git/objects")},
		"relative, as git says":  {"GIT_DIR=.git", "GIT_INDEX_FILE=.git/index", "GIT_PREFIX="},
		"a directory that is no": {"GIT_DIR=" + f.Outside},
	} {
		opts := f.options(env...)
		opts.HookEnv = true
		r := f.openWith(opts)
		deltas, err := r.DiffIndex(context.Background())
		f.Must(err)
		if len(deltas) != 1 || deltas[0].Path() != "mine.txt" {
			t.Errorf("%s: staged %v", name, deltas)
		}
	}
}

// TestHookVariablesCountOnlyInHooks: a stray GIT_DIR in a shell must not change what is looked at.
func TestHookVariablesCountOnlyInHooks(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("mine.txt", "x\n")
	f.Add("mine.txt")
	f.Must(os.WriteFile(filepath.Join(f.Outside, "index"), nil, 0o600))
	r := f.openWith(f.options("GIT_DIR=/nonsense", "GIT_INDEX_FILE="+filepath.Join(f.Outside, "index")))
	deltas, err := r.DiffIndex(context.Background())
	f.Must(err)
	if len(deltas) != 1 {
		t.Errorf("staged %v", deltas)
	}
}

// TestIndexOutsideCountsInHooks: "GIT_INDEX_FILE=/tmp/x git commit" commits that index, and no other.
func TestIndexOutsideCountsInHooks(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	own := filepath.Join(f.Outside, "own-index")
	f.Write("elsewhere.txt", "x\n")
	_, err := f.Execute(f.Env("GIT_INDEX_FILE="+own), "", "add", "elsewhere.txt")
	f.Must(err)
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options("GIT_INDEX_FILE=" + own)
		opts.HookEnv, opts.Backend = true, backend
		entries, err := f.openWith(opts).Files(context.Background(), "")
		f.Must(err)
		if len(entries) != 1 || entries[0].Path != "elsewhere.txt" {
			t.Errorf("%s: index %v", backend, entries)
		}
	}
	opts := f.options("GIT_INDEX_FILE=" + filepath.Join(f.Outside, "gone"))
	opts.HookEnv = true
	if _, err := Open(context.Background(), opts); err == nil || !strings.Contains(err.Error(), "GIT_INDEX_FILE") {
		t.Errorf("an index that is not there: %v", err)
	}
}

// TestHookOfABareRepository runs where git runs post-receive: in the repository itself, with GIT_DIR=".".
func TestHookOfABareRepository(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	bare := f.Path("nested-bare.git") // inside a work tree, which without GIT_DIR would be refused
	f.Git("clone", "-q", "--bare", f.Dir, bare)
	head := f.id("HEAD")
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := Options{Dir: bare, Env: f.Env("GIT_DIR=."), HookEnv: true, Backend: backend}
		r := f.openWith(opts)
		if info := r.Info(); !info.Bare || info.GitDir != bare || info.Head != head {
			t.Errorf("%s: %+v", backend, info)
		}
	}
}
