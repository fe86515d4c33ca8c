//go:build cgo

package syntax

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// A parse has memory of its own, whatever else is parsed on the same thread and on others meanwhile.
func TestParsesDoNotShareMemory(t *testing.T) {
	texts := []string{
		"", "let a = 1;", "f(", strings.Repeat("1,", 10_000), strings.Repeat("x = {a: [1, 2], b: `c${d}`};\n", 500),
		strings.Repeat("(", 5_000), strings.Repeat("<T>", 1_000) + "x", "\x00\xff" + strings.Repeat("é", 3_000),
	}
	want := make([]*Tree, len(texts))
	for i, text := range texts {
		want[i] = parseText(t, text)
	}
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for i := range 3 * len(texts) {
				k := (i + worker) % len(texts)
				if err := ParseOnly(TypeScript, []byte(texts[k])); err != nil {
					t.Errorf("text %d: %v", k, err)
				}
				if got := parseText(t, texts[k]); !slices.Equal(got.Nodes, want[k].Nodes) || got.Complete != want[k].Complete {
					t.Errorf("text %d: another tree than alone", k)
				}
			}
		})
	}
	wait.Wait()
}

func parseText(t *testing.T, text string) *Tree {
	tree, err := Parse(TypeScript, []byte(text))
	if err != nil {
		t.Errorf("%.20q: %v", text, err)
		return &Tree{}
	}
	return tree
}
