package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/gittest"
)

func TestStateTellsWhatChanged(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("a.txt", "a\n", "b.txt", "b\n", "hidden.txt", "h\n", ".gitignore", "*.log\n")
	r.Git("add", "-A")
	r.Git("commit", "-q", "-m", "base")
	r.Write("b.txt", "changed\n", "new.txt", "new\n", "staged.txt", "s\n")
	r.Git("add", "staged.txt")
	tree := &workTree{req: staged(r)}
	state := func() string {
		t.Helper()
		s, err := tree.state(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	path := func(name string) string { return filepath.Join(r.Dir, name) }
	last := state()
	if again := state(); again != last {
		t.Error("the same state is another the second time")
	}
	r.Write("built.log", "x")
	if state() != last {
		t.Error("what git ignores counts")
	}
	for _, step := range []struct {
		name   string
		change func() error
	}{
		{"a tracked file is written", func() error { r.Write("a.txt", "other\n"); return nil }},
		{"one that differed is written again", func() error { r.Write("b.txt", "longer than before\n"); return nil }},
		{"an untracked file is written", func() error { r.Write("new.txt", "newer\n"); return nil }},
		{"an untracked file becomes a program", func() error { return os.Chmod(path("new.txt"), 0o755) }},
		{"an untracked file is replaced by its like", func() error { return replace(path("new.txt")) }},
		{"a file appears", func() error { r.Write("dir/more.txt", ""); return nil }},
		{"a file goes", func() error { return os.Remove(path("new.txt")) }},
		{"a file is staged", func() error { r.Git("add", "a.txt"); return nil }},
		{"staged content becomes other content", func() error {
			r.Write("staged.txt", "t\n")
			r.Git("add", "staged.txt")
			return nil
		}},
		{"it is committed", func() error { r.Git("commit", "-q", "-m", "next"); return nil }},
		{"another branch has the same commit", func() error { r.Git("checkout", "-q", "-b", "other"); return nil }},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		now := state()
		if now == last {
			t.Errorf("%s: not seen", step.name)
		}
		last = now
	}
}

// replace puts a file of the same content, size, mode and time in the place of another.
func replace(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".log", text, info.Mode()); err != nil {
		return err
	}
	if err := os.Chtimes(path+".log", info.ModTime(), info.ModTime()); err != nil {
		return err
	}
	return os.Rename(path+".log", path)
}

func TestWarningThatCommandsRanOnSomethingElse(t *testing.T) {
	t.Parallel()
	clean := workTree{looked: true, head: "abc"}
	dirty := workTree{looked: true, head: "abc", unstaged: 1}
	index := workTree{looked: true, head: "abc", staged: 1}
	for _, test := range []struct {
		name string
		tree workTree
		kind finding.ScopeKind
		head string
		want bool
	}{
		{"nothing ran", workTree{}, finding.ScopeOverlay, "", false},
		{"the files on disk", dirty, finding.ScopeWorktree, "", false},
		{"all files", dirty, finding.ScopeAll, "", false},
		{"staged, nothing else", index, finding.ScopeStaged, "", false},
		{"staged, and something else", dirty, finding.ScopeStaged, "", true},
		{"HEAD, and nothing else", clean, finding.ScopeRange, "abc", false},
		{"HEAD, and something staged", index, finding.ScopeRange, "abc", true},
		{"another commit", clean, finding.ScopePush, "def", true},
		{"proposed content", clean, finding.ScopeOverlay, "", true},
	} {
		got := test.tree.warning(finding.Scope{Kind: test.kind, Head: test.head, Description: "what was asked for"})
		if (got != "") != test.want || test.want && !strings.HasSuffix(got, ": what was asked for") {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}
