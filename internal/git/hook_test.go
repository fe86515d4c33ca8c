package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		f.write("a.txt", "staged\n", "new.txt", "n\n")
		f.add("a.txt", "new.txt")
		f.write("dir/b.txt", "not staged\n", "long.txt", lines(42))
	}
	return []hookCase{
		{"plain", edit, []string{"commit", "-m", "x"}, "", true},
		{"-a", edit, []string{"commit", "-a", "-m", "x"}, "", true},
		{"-- path", edit, []string{"commit", "-m", "x", "--", "long.txt"}, "", true},
		{"--include path", edit, []string{"commit", "-m", "x", "--include", "long.txt"}, "", true},
		{"-p", edit, []string{"commit", "-p", "-m", "x"}, "y\nn\n", true},
		{"--amend", edit, []string{"commit", "--amend", "-m", "x"}, "", true},
		{"-a --amend", edit, []string{"commit", "-a", "--amend", "-m", "x"}, "", true},
		{"from a subfolder", func(f *fixture) { edit(f); f.dir = f.path("dir") }, []string{"commit", "-m", "x", "--", "b.txt"}, "", true},
		{"first commit", func(f *fixture) {
			f.remove(".git")
			f.git("init", "-q")
			f.add("a.txt")
		}, []string{"commit", "-m", "x"}, "", true},
		{"first commit of a path", func(f *fixture) {
			f.remove(".git")
			f.git("init", "-q")
			f.add("a.txt", "long.txt")
		}, []string{"commit", "-m", "x", "--", "a.txt"}, "", true},
		{"linked work tree, -a", func(f *fixture) {
			linked := filepath.Join(f.base, "linked")
			f.git("worktree", "add", "-q", linked)
			edit(f)
			f.dir = linked
			f.write("long.txt", lines(43))
		}, []string{"commit", "-a", "-m", "x"}, "", true},
		{"--git-dir and --work-tree", func(f *fixture) {
			f.must(os.Rename(f.path(".git"), filepath.Join(f.base, "apart.git")))
			f.write("a.txt", "c\n")
		}, []string{"--git-dir=../apart.git", "--work-tree=.", "commit", "-a", "-m", "x"}, "", true},
		{"submodule, -a", func(f *fixture) {
			f.git("submodule", "--quiet", "add", newSibling(f, "origin"), "sm")
			f.commit()
			f.dir = f.path("sm")
			f.write("f", "changed\n")
		}, []string{"commit", "-a", "-m", "x"}, "", false},
		{"split index, -a", func(f *fixture) {
			f.git("update-index", "--split-index")
			f.config("core.splitIndex", "true")
			edit(f)
		}, []string{"commit", "-a", "-m", "x"}, "", false},
		{"merge", func(f *fixture) {
			f.git("checkout", "-q", "-b", "other")
			f.write("o", "x\n")
			f.commit()
			f.git("checkout", "-q", "main")
			f.write("m", "x\n")
			f.commit()
			f.git("merge", "-q", "--no-ff", "--no-commit", "other")
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
			hooks := filepath.Join(f.base, "hooks")
			f.must(os.Mkdir(hooks, 0o755))
			self, err := os.Executable()
			f.must(err)
			ours, library, theirs := filepath.Join(f.base, "ours"), filepath.Join(f.base, "library"), filepath.Join(f.base, "theirs")
			f.script("hooks/pre-commit", strings.Join([]string{
				"git diff --cached --raw -z --no-abbrev --find-renames=50% --find-copies=50% > '" + theirs + "' || exit 1",
				helperVariable + "='" + ours + "' '" + self + "' || exit 1",
				helperVariable + "='" + library + "' SENTINEL_TEST_BACKEND=go-git '" + self + "' || echo refused > '" + library + "'",
			}, "\n"))
			before, _ := f.try("rev-parse", "HEAD")
			if out, err := f.commitWith(c.stdin, hooks, c.commit); err != nil {
				t.Fatal(out, err)
			}
			if after := f.headOf(c.commit); after == before {
				t.Fatal("nothing was committed")
			}
			want, err := os.ReadFile(theirs)
			f.must(err)
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
	return f.tryStdin(stdin, append([]string{"-c", "core.hooksPath=" + hooks}, args...)...)
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
	return f.git(append(global, "rev-parse", "HEAD")...)
}

func textLines(f *fixture, path string) []string {
	f.Helper()
	text, err := os.ReadFile(path)
	f.must(err)
	if len(text) == 0 {
		return nil
	}
	return strings.Split(string(text), "\n")
}

// TestHookVariablesOfAnotherRepositoryDoNotCount: a hook of one repository may check another.
func TestHookVariablesOfAnotherRepositoryDoNotCount(t *testing.T) {
	t.Parallel()
	other := seeded(t)
	other.write("other.txt", "x\n")
	other.add("other.txt")
	f := seeded(t)
	f.write("mine.txt", "x\n")
	f.add("mine.txt")
	for name, env := range map[string][]string{
		"all":                    {"GIT_DIR=" + other.path(".git"), "GIT_INDEX_FILE=" + other.path(".git/index"), "GIT_WORK_TREE=" + other.dir},
		"directory":              {"GIT_DIR=" + other.path(".git")},
		"index":                  {"GIT_INDEX_FILE=" + other.path(".git/index.lock")},
		"objects":                {"GIT_OBJECT_DIRECTORY=" + other.path(".git/objects")},
		"relative, as git says":  {"GIT_DIR=.git", "GIT_INDEX_FILE=.git/index", "GIT_PREFIX="},
		"a directory that is no": {"GIT_DIR=" + f.base},
	} {
		opts := f.options(env...)
		opts.HookEnv = true
		r := f.openWith(opts)
		deltas, err := r.DiffIndex(context.Background())
		f.must(err)
		if len(deltas) != 1 || deltas[0].Path() != "mine.txt" {
			t.Errorf("%s: staged %v", name, deltas)
		}
	}
}

// TestHookVariablesCountOnlyInHooks: a stray GIT_DIR in a shell must not change what is looked at.
func TestHookVariablesCountOnlyInHooks(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.write("mine.txt", "x\n")
	f.add("mine.txt")
	f.must(os.WriteFile(filepath.Join(f.base, "index"), nil, 0o600))
	r := f.openWith(f.options("GIT_DIR=/nonsense", "GIT_INDEX_FILE="+filepath.Join(f.base, "index")))
	deltas, err := r.DiffIndex(context.Background())
	f.must(err)
	if len(deltas) != 1 {
		t.Errorf("staged %v", deltas)
	}
}

// TestIndexOutsideCountsInHooks: "GIT_INDEX_FILE=/tmp/x git commit" commits that index, and no other.
func TestIndexOutsideCountsInHooks(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	own := filepath.Join(f.base, "own-index")
	f.write("elsewhere.txt", "x\n")
	_, err := f.tryWith([]string{"GIT_INDEX_FILE=" + own}, "add", "elsewhere.txt")
	f.must(err)
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options("GIT_INDEX_FILE=" + own)
		opts.HookEnv, opts.Backend = true, backend
		entries, err := f.openWith(opts).Files(context.Background(), "")
		f.must(err)
		if len(entries) != 1 || entries[0].Path != "elsewhere.txt" {
			t.Errorf("%s: index %v", backend, entries)
		}
	}
	opts := f.options("GIT_INDEX_FILE=" + filepath.Join(f.base, "gone"))
	opts.HookEnv = true
	if _, err := Open(context.Background(), opts); err == nil || !strings.Contains(err.Error(), "GIT_INDEX_FILE") {
		t.Errorf("an index that is not there: %v", err)
	}
}

// TestHookOfABareRepository runs where git runs post-receive: in the repository itself, with GIT_DIR=".".
func TestHookOfABareRepository(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	bare := f.path("nested-bare.git") // inside a work tree, which without GIT_DIR would be refused
	f.git("clone", "-q", "--bare", f.dir, bare)
	head := f.id("HEAD")
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := Options{Dir: bare, Env: f.environ("GIT_DIR=."), HookEnv: true, Backend: backend}
		r := f.openWith(opts)
		if info := r.Info(); !info.Bare || info.GitDir != bare || info.Head != head {
			t.Errorf("%s: %+v", backend, info)
		}
	}
}
