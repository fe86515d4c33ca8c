package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func testBench(t *testing.T) *bench {
	t.Helper()
	b, err := newBench(options{cache: t.TempDir(), out: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSyntheticRepositoryIsTheSameEveryTime(t *testing.T) {
	var heads [2]string
	for i := range heads {
		b := testBench(t)
		dir, err := b.synthetic(t.Context(), 200)
		if err != nil {
			t.Fatal(err)
		}
		if heads[i], err = b.output(t.Context(), dir, "git", "rev-parse", "HEAD", ":packages/p000/src/d00/added.ts"); err != nil {
			t.Fatal(err)
		}
	}
	if heads[0] != heads[1] {
		t.Errorf("first %s, then %s", heads[0], heads[1])
	}
}

func TestSyntheticRepositoryIsWhatTheRowsSay(t *testing.T) {
	b := testBench(t)
	dir, err := b.synthetic(t.Context(), 200)
	if err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) []string {
		t.Helper()
		out, err := b.output(t.Context(), dir, append([]string{"git"}, args...)...)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(out)
	}
	if got := len(git("ls-tree", "-r", "--name-only", "HEAD")); got != 200 {
		t.Errorf("%d files in HEAD, want 200", got)
	}
	if got := git("rev-list", "--count", "HEAD"); got[0] != "100" {
		t.Errorf("%s commits, want 100", got[0])
	}
	staged := git("diff", "--cached", "--name-only")
	if len(staged) != 5 {
		t.Errorf("%d files are staged, want 5: %q", len(staged), staged)
	}
	for _, path := range staged {
		if ext := filepath.Ext(path); ext != ".ts" && ext != ".js" {
			t.Errorf("%s is staged, want TypeScript and JavaScript", path)
		}
	}
	if rest := git("status", "--porcelain"); len(rest) != 10 {
		t.Errorf("status says more than the five staged files: %q", rest)
	}
}

func TestSyntheticRepositoryIsMadeOnce(t *testing.T) {
	b := testBench(t)
	dir, err := b.synthetic(t.Context(), 200)
	if err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(dir, "mark")
	if err := os.WriteFile(mark, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if again, err := b.synthetic(t.Context(), 200); err != nil || again != dir {
		t.Fatalf("second time: %s, %v", again, err)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Errorf("it was made again: %v", err)
	}
}
