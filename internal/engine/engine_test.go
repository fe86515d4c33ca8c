package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/gittest"
	"sentinel/internal/policy"
)

// words is a File check that finds the word BAD, gives up at the word UNCLEAR, and breaks at other words.
func words() *checks.Check {
	return &checks.Check{
		Name: "words",
		Rules: []finding.Rule{{
			ID: "words/bad", Title: "A bad word", Level: finding.Error,
			Capability: &finding.Capability{Name: "badness", Phrase: "says bad words"},
		}},
		Match: func(f change.File) bool { return strings.HasSuffix(f.Path, ".txt") },
		File: func(_ context.Context, f *checks.File) error {
			for _, word := range []string{"BAD", "WORSE"} {
				for at := 0; ; {
					i := bytes.Index(f.Text[at:], []byte(word))
					if i < 0 {
						break
					}
					at += i + len(word)
					f.Report(checks.Report{Rule: "words/bad", Span: finding.Span{Start: at - len(word), End: at}, Message: "says " + word, Key: word})
				}
			}
			switch {
			case bytes.Contains(f.Text, []byte("PANIC")):
				panic("at the word PANIC")
			case bytes.Contains(f.Text, []byte("ERROR")):
				return errors.New("at the word ERROR")
			case bytes.Contains(f.Text, []byte("UNKNOWN")):
				f.Report(checks.Report{Rule: "words/none"})
			}
			if i := bytes.Index(f.Text, []byte("UNCLEAR")); i >= 0 {
				f.Incomplete(i, "not understood")
			}
			return f.Document(map[string]int{"length": len(f.Text)})
		},
		Summarize: func(docs []finding.Document, l checks.Looked) (any, error) {
			return map[string]int{"files": len(docs), "incomplete": len(l.Incomplete), "faults": len(l.Faults)}, nil
		},
	}
}

func staged(r *gittest.Repo) Request {
	return Request{
		Dir: r.Dir, Env: r.Env(), Scope: change.Spec{Kind: finding.ScopeStaged}, Policy: policy.Default(), Documents: true,
	}
}

func mustRun(t *testing.T, req Request, list ...*checks.Check) finding.Result {
	t.Helper()
	result, err := Run(context.Background(), req, list)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// brief is one line a finding: path:line:column attribution level [from path].
func brief(r finding.Result) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s:%d:%d %s %s", f.Path, f.Region.StartLine, f.Region.StartColumn, f.Attribution, f.Level)
		if f.MovedFrom != nil {
			b.WriteString(" from " + f.MovedFrom.Path)
		}
		b.WriteString("\n")
	}
	for _, g := range r.Capabilities {
		fmt.Fprintf(&b, "%s now %s", g.Path, g.Capability.Phrase)
		if g.MovedFrom != nil {
			b.WriteString(" from " + g.MovedFrom.Path)
		}
		b.WriteString("\n")
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "%s fault %s\n", f.Path, f.Code)
	}
	return b.String()
}

func TestAttribution(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		base, head map[string]string
		moves      [][2]string
		want       string
	}{
		"a new file": {
			head: map[string]string{"a.txt": "x\n  BAD\n"},
			want: "a.txt:2:3 introduced error\na.txt now says bad words\n",
		},
		"lines shift": {
			base: map[string]string{"a.txt": "BAD\n"},
			head: map[string]string{"a.txt": "new\nlines\nBAD\n"},
			want: "a.txt:3:1 existing error\n",
		},
		"one more of what was there weighs less": {
			base: map[string]string{"a.txt": "BAD\n"},
			head: map[string]string{"a.txt": "BAD\nBAD\n"},
			want: "a.txt:1:1 existing error\na.txt:2:1 introduced warning\n",
		},
		"a rename": {
			base:  map[string]string{"a.txt": "BAD\nsome\nlines\nso that\ngit sees\nthe rename\n"},
			moves: [][2]string{{"a.txt", "b.txt"}},
			want:  "b.txt:1:1 existing error from a.txt\n",
		},
		"code moves between files": {
			base: map[string]string{"a.txt": "BAD\nstays\n", "b.txt": "other\n"},
			head: map[string]string{"a.txt": "stays\n", "b.txt": "other\nBAD\n"},
			want: "b.txt:2:1 existing error from a.txt\nb.txt now says bad words from a.txt\n",
		},
		"a file is split": {
			base: map[string]string{"a.txt": "BAD\nWORSE\n"},
			head: map[string]string{"a.txt": "BAD\n", "b.txt": "WORSE and\nmuch more\n"},
			want: "a.txt:1:1 existing error\nb.txt:1:1 existing error from a.txt\nb.txt now says bad words from a.txt\n",
		},
		"a copy is new": {
			base: map[string]string{"a.txt": "BAD\nsome\nlines\nso that\ngit sees\nthe copy\n"},
			head: map[string]string{"a.txt": "BAD\nsome\nlines\nso that\ngit sees\nthe copy\nand a change\n", "b.txt": "BAD\nsome\nlines\nso that\ngit sees\nthe copy\n"},
			want: "a.txt:1:1 existing error\nb.txt:1:1 introduced error\nb.txt now says bad words\n",
		},
		"a moved one does not hide a new one": {
			base: map[string]string{"a.txt": "BAD\n", "b.txt": "other\n"},
			head: map[string]string{"a.txt": "none\n", "b.txt": "other\nBAD\nBAD\n"},
			want: "b.txt:2:1 existing error from a.txt\nb.txt:3:1 introduced error\nb.txt now says bad words\n",
		},
		"what grows too large has lost nothing": {
			base: map[string]string{"a.txt": "BAD\n"},
			head: map[string]string{"a.txt": "BAD\n" + strings.Repeat("x", 1<<20), "b.txt": "BAD\n"},
			want: "b.txt:1:1 introduced error\nb.txt now says bad words\n",
		},
		"what becomes a pointer has lost nothing": {
			base: map[string]string{"a.txt": "BAD\n"},
			head: map[string]string{"a.txt": "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("0", 64) + "\nsize 1\n", "b.txt": "BAD\n"},
			want: "b.txt:1:1 introduced error\nb.txt now says bad words\n",
		},
		"what is not understood any more has lost nothing": {
			base: map[string]string{"a.txt": "BAD\n"},
			head: map[string]string{"a.txt": "UNCLEAR\n", "b.txt": "BAD\n"},
			want: "b.txt:1:1 introduced error\nb.txt now says bad words\n",
		},
		"what breaks the check has lost nothing": {
			base: map[string]string{"a.txt": "BAD\n"},
			head: map[string]string{"a.txt": "PANIC\n", "b.txt": "BAD\n"},
			want: "b.txt:1:1 introduced error\nb.txt now says bad words\na.txt fault check-panicked\n",
		},
		"what was let pass in a test is new in code": {
			base:  map[string]string{"test/a.txt": "BAD\nsome\nlines\nso that\ngit sees\nthe rename\n"},
			moves: [][2]string{{"test/a.txt", "a.txt"}},
			want:  "a.txt:1:1 introduced error\na.txt now says bad words\n",
		},
		"moved from a test it is new in code": {
			base: map[string]string{"test/a.txt": "BAD\n", "b.txt": "other\n"},
			head: map[string]string{"test/a.txt": "none\n", "b.txt": "other\nBAD\n"},
			want: "b.txt:2:1 introduced error\nb.txt now says bad words\n",
		},
		"moved to a test it is not": {
			base: map[string]string{"a.txt": "BAD\n", "test/b.txt": "other\n"},
			head: map[string]string{"a.txt": "none\n", "test/b.txt": "other\nBAD\n"},
			want: "test/b.txt:2:1 existing warning from a.txt\ntest/b.txt now says bad words from a.txt\n",
		},
		"renamed from a name that no check reads": {
			base:  map[string]string{"a.md": "BAD\nsome\nlines\nso that\ngit sees\nthe rename\n"},
			moves: [][2]string{{"a.md", "a.txt"}},
			want:  "a.txt:1:1 introduced error\na.txt now says bad words\n",
		},
		"test code weighs less": {
			head: map[string]string{"test/a.txt": "BAD"},
			want: "test/a.txt:1:1 introduced warning\ntest/a.txt now says bad words\n",
		},
		"nothing new": {
			base: map[string]string{"a.txt": "BAD"},
			head: map[string]string{"b.txt": "good"},
			want: "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t)
			r.Commit()
			write(r, test.base)
			r.Git("add", "-A")
			r.Git("commit", "-q", "--allow-empty", "-m", "base")
			write(r, test.head)
			for _, m := range test.moves {
				r.Git("mv", m[0], m[1])
			}
			r.Git("add", "-A")
			if got := brief(mustRun(t, staged(r), words())); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func write(r *gittest.Repo, files map[string]string) {
	for path, text := range files {
		r.Write(path, text)
	}
}

func TestBrokenCheckLeavesOtherFiles(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("a.txt", "BAD", "error.txt", "ERROR", "panic.txt", "PANIC", "unknown.txt", "UNKNOWN", "unclear.txt", "x\nUNCLEAR", "z.txt", "BAD")
	r.Git("add", "-A")
	result := mustRun(t, staged(r), words())
	want := "a.txt:1:1 introduced error\nz.txt:1:1 introduced error\na.txt now says bad words\nz.txt now says bad words\n" +
		"error.txt fault check-failed\npanic.txt fault check-panicked\nunknown.txt fault check-failed\n"
	if got := brief(result); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	if c := result.Coverage[0]; c.Files != 6 || c.Complete != 2 || c.Incomplete != 1 || c.Unreadable != 3 || c.Skipped != 0 {
		t.Errorf("coverage %+v", c)
	}
	if len(result.Incomplete) != 1 || result.Incomplete[0].Line != 2 {
		t.Errorf("incomplete %+v", result.Incomplete)
	}
	if got := string(result.Documents[0].Data); got != `{"faults":3,"files":3,"incomplete":1}` {
		t.Errorf("summary %s", got)
	}
}

func TestFaultNeverExitsZero(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("panic.txt", "PANIC")
	r.Git("add", "-A")
	if v := mustRun(t, staged(r), words()).Verdict; v.ExitCode != finding.ExitUnfinished || v.Outcome != finding.Unfinished {
		t.Errorf("verdict %+v", v)
	}
}

func TestSameBytesWhateverTheWorkersAndTheCache(t *testing.T) {
	r := gittest.New(t)
	for i := range 60 {
		r.Write(fmt.Sprintf("d%d/%02d.txt", i%7, i), strings.Repeat("BAD x\n", i%5)+strings.Repeat("WORSE\n", i%3))
	}
	r.Write("odd-\xff.txt", "UNCLEAR", "null.txt", "a\x00b", "big.txt", strings.Repeat("BAD ", 300_000))
	r.Git("add", "-A")
	req := staged(r)
	req.CacheDir = t.TempDir()
	var first []byte
	for i, workers := range []int{1, 2, 8, 3} {
		old := runtime.GOMAXPROCS(workers)
		result := mustRun(t, req, words())
		runtime.GOMAXPROCS(old)
		if len(result.Skips) != 2 {
			t.Fatalf("skips: %+v", result.Skips)
		}
		data, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(first, data) {
			t.Errorf("run %d differs", i)
		}
	}
}

func TestCacheIsUsedAndDamageIsHarmless(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("a.txt", "BAD")
	r.Git("add", "-A")
	req := staged(r)
	req.CacheDir = t.TempDir()
	calls := 0
	counting := words()
	inner := counting.File
	counting.File = func(ctx context.Context, f *checks.File) error { calls++; return inner(ctx, f) }
	want := brief(mustRun(t, req, counting))
	if got := brief(mustRun(t, req, counting)); got != want || calls != 1 {
		t.Fatalf("second run: %d calls in all, want 1; %s", calls, got)
	}
	damage(t, req.CacheDir)
	if got := brief(mustRun(t, req, counting)); got != want || calls != 2 {
		t.Errorf("after damage: %d calls in all, want 2; %s", calls, got)
	}
}

func TestTimeBudget(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("a.txt", "BAD")
	r.Git("add", "-A")
	req := staged(r)
	ctx, cancel := WithBudget(context.Background(), 1)
	defer cancel()
	result, err := Run(ctx, req, []*checks.Check{words()})
	if finding.ExitOf(err) != finding.ExitTimedOut || result.Verdict.ExitCode != finding.ExitTimedOut || len(result.Faults) == 0 {
		t.Errorf("err %v, verdict %+v, faults %+v", err, result.Verdict, result.Faults)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, staged(r), []*checks.Check{words()}); !errors.Is(err, context.Canceled) {
		t.Errorf("err %v", err)
	}
}

func TestCheckOnRequestHasToBeNamed(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	asked := &checks.Check{Name: "asked", OnRequest: true, Change: func(context.Context, *checks.Change) error { return errors.New("ran") }}
	if result := mustRun(t, staged(r), asked, words()); len(result.Faults) != 0 || len(result.Coverage) != 1 {
		t.Errorf("unnamed: coverage %+v, faults %+v", result.Coverage, result.Faults)
	}
	req := staged(r)
	req.Checks = []string{"asked"}
	if result := mustRun(t, req, asked, words()); len(result.Faults) != 1 {
		t.Errorf("named, it did not run: %+v", result.Coverage)
	}
}

func TestUnknownCheck(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	req := staged(r)
	req.Checks = []string{"words", "wrods"}
	if _, err := Run(context.Background(), req, []*checks.Check{words()}); finding.ExitOf(err) != finding.ExitUsage {
		t.Errorf("err %v", err)
	}
}
