//go:build cgo

package syntax

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

func TestNodesHaveTheLayoutOfC(t *testing.T) {
	if size := unsafe.Sizeof(Node{}); size != 20 {
		t.Errorf("a Node has %d bytes, a node of flatten.h 20", size)
	}
}

func TestUnusualTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		complete   bool
		calls      string
	}{
		{"empty", "", true, ""},
		{"blank", " \n\t", true, ""},
		{"byte order mark", "\ufeffexec()", true, "exec"},
		{"only a byte order mark", "\ufeff", true, ""},
		{"CRLF", "exec()\r\n// a\r\nspawn()\r\n", true, "exec spawn"},
		{"no line end", "exec() // a", true, "exec"},
		{"NUL in code", "exec()\x00; spawn()", false, "exec spawn"},
		{"invalid UTF-8 in a string", "exec('\xff\xfe')", true, "exec"},
		{"invalid UTF-8 in code", "exec(); \xff\xfe; spawn()", false, "exec spawn"},
		{"UTF-16", "e\x00x\x00e\x00c\x00(\x00)\x00", false, "c"},
		{"names beyond ASCII", "größe(); 变量()", true, "größe 变量"},
	} {
		for _, lang := range []Language{JavaScript, TypeScript, TSX} {
			tree := mustParse(t, lang, c.text)
			checkTree(t, tree)
			if tree.Complete != c.complete {
				t.Errorf("%s, %s: Complete is %v\n%s", c.name, lang, tree.Complete, outline(tree))
			}
			if got := strings.Join(calls(tree), " "); got != c.calls {
				t.Errorf("%s, %s: calls %q, want %q", c.name, lang, got, c.calls)
			}
		}
	}
}

func TestPositions(t *testing.T) {
	tree := mustParse(t, JavaScript, "\r\n\n  f(\n'é', g)")
	for i, n := range tree.Nodes {
		if string(tree.NodeText(i)) == "g" && (n.Start != 14 || n.End != 15 || n.Row != 3) {
			t.Errorf("g is at %d-%d in row %d, want 14-15 in row 3", n.Start, n.End, n.Row)
		}
	}
}

func TestErrorOffset(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"f(); x = ;\ng()", 9},
		{"f();\nif (a { b }", 10},
		{"f()", -1},
	} {
		tree := mustParse(t, JavaScript, c.text)
		if tree.ErrorOffset != c.want || tree.Complete != (c.want < 0) {
			t.Errorf("%q: Complete %v, ErrorOffset %d, want %d", c.text, tree.Complete, tree.ErrorOffset, c.want)
		}
	}
}

func TestFlow(t *testing.T) {
	const typed = "type A = { b: ?string };\nexport function f(a: A): void { exec(a) }\n"
	if tree := mustParse(t, JavaScript, "/**\n * @flow strict\n */\n"+typed); !tree.Complete || tree.Language != JavaScript {
		t.Errorf("with @flow: Complete %v, Language %s", tree.Complete, tree.Language)
	}
	if tree := mustParse(t, JavaScript, "// @format\n"+typed); tree.Complete {
		t.Error("types are called understood in a file that does not say @flow")
	}
}

func TestDeepNesting(t *testing.T) {
	const depth = 100_000
	for _, c := range []struct{ open, middle, closing string }{
		{"(", "1", ")"}, {"[", "", "]"}, {"a=>", "1", ""}, {"f(", "", ")"}, {"`${", "1", "}`"}, {"<a>", "", "</a>"}, {"a+", "b", ""},
	} {
		tree := mustParse(t, JavaScript, strings.Repeat(c.open, depth)+c.middle+strings.Repeat(c.closing, depth))
		checkTree(t, tree)
		if !tree.Complete {
			t.Errorf("%s nested %d deep is not understood", c.open, depth)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	text := []byte(strings.Repeat("=/[", 100_000)) // takes the grammar quadratic time
	start := time.Now()
	_, err := Parse(JavaScript, text)
	if !errors.Is(err, ErrTimeout) {
		t.Errorf("error %v, want ErrTimeout", err)
	}
	// Real time, which other processes take some of.
	if took := time.Since(start); took < TimeLimit/2 || took > 11*TimeLimit {
		t.Errorf("took %v", took)
	}
	if tree := mustParse(t, JavaScript, "exec()"); !tree.Complete || len(calls(tree)) != 1 {
		t.Error("a parse after the timeout is not right")
	}
}

func TestRefusals(t *testing.T) {
	if _, err := Parse("cobol", []byte("x")); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "cobol") {
		t.Errorf("unknown language: %v", err)
	}
	if _, err := Parse(JavaScript, make([]byte, MaxBytes+1)); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "1048577") {
		t.Errorf("too large: %v", err)
	}
	if _, err := Parse(JavaScript, bytes.Repeat([]byte("a;\n"), MaxBytes/3)); err != nil {
		t.Errorf("as large as may be: %v", err)
	}
}

// The text is that of the caller, and masks must not show.
func TestTextIsNotChanged(t *testing.T) {
	text := []byte("export type * from 'm'; let x: import('n').A<B>")
	before := bytes.Clone(text)
	tree, err := Parse(TypeScript, text)
	if err != nil || !tree.Complete {
		t.Fatalf("error %v, tree %+v", err, tree)
	}
	if !bytes.Equal(text, before) || &tree.Text[0] != &text[0] {
		t.Errorf("the text is %q", tree.Text)
	}
}

func TestConcurrentParses(t *testing.T) {
	text := "import a from 'm'; export type * from 'n'; a(b)" + strings.Repeat("; f(g, { h: `i` })", 200)
	want := outline(mustParse(t, TypeScript, text))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				if got := outline(mustParse(t, TypeScript, text)); got != want {
					t.Error("a concurrent parse gives another tree")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestMemoryIsReleased(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads the resident set from /proc")
	}
	text := strings.Repeat("f(a.b, { c: 'd' }); ", 100_000/20)
	mustParse(t, JavaScript, text)
	before := residentBytes(t)
	const parses = 60
	for range parses {
		mustParse(t, JavaScript, text)
	}
	// A tree takes 6 MB; all of them would be 360.
	if grown := residentBytes(t) - before; grown > 120<<20 {
		t.Errorf("%d parses left %d MB behind", parses, grown>>20)
	}
}
