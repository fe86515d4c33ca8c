//go:build cgo

package syntax

import (
	"bytes"
	"errors"
	"testing"
)

func FuzzParse(f *testing.F) {
	languages := []Language{JavaScript, TypeScript, TSX}
	for i, lang := range languages {
		for _, example := range kindExamples {
			if example.lang == lang {
				f.Add(uint8(i), []byte(example.text))
			}
		}
		for _, example := range gapExamples {
			if example.lang == lang {
				f.Add(uint8(i), []byte(example.text))
			}
		}
	}
	f.Add(uint8(0), []byte("// @flow\nlet x: ?y = import('m') & `\\u${z}"))
	f.Fuzz(func(t *testing.T, language uint8, text []byte) {
		before := bytes.Clone(text)
		tree, err := Parse(languages[int(language)%len(languages)], text)
		if err != nil {
			if !errors.Is(err, ErrTimeout) && !errors.Is(err, ErrTooLarge) {
				t.Fatal(err)
			}
			return
		}
		checkTree(t, tree)
		if !bytes.Equal(before, text) {
			t.Fatal("the text was changed")
		}
		for i := range tree.Nodes {
			tree.StringValue(i)
		}
	})
}
