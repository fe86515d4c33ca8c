package structure_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"sentinel/checks"
	"sentinel/checks/structure"
	"sentinel/internal/change"
	"sentinel/internal/syntax"
)

// source is a file of the corpus to measure on.
type source struct {
	path string
	lang syntax.Language
	text []byte
}

// corpus reads the folder that SENTINEL_BENCH_SOURCES names: a checkout with some hundred files.
func corpus(b *testing.B) []source {
	root := os.Getenv("SENTINEL_BENCH_SOURCES")
	if root == "" {
		b.Skip("set SENTINEL_BENCH_SOURCES to a folder of sources")
	}
	check := structure.Check()
	var files []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !check.Match(change.File{Path: path}) {
			return err
		}
		text, err := os.ReadFile(path)
		lang, _ := syntax.LanguageOf(path)
		files = append(files, source{path, lang, text})
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return files
}

// BenchmarkParse and BenchmarkParseAndCheck are to be compared: the check may cost a tenth of parsing.
func BenchmarkParse(b *testing.B) { benchmark(b, func(*syntax.Tree, source) error { return nil }) }

func BenchmarkParseAndCheck(b *testing.B) {
	check := structure.Check()
	benchmark(b, func(tree *syntax.Tree, s source) error {
		f := checks.NewFile(s.path, 0, s.text, func() (*syntax.Tree, error) { return tree, nil })
		return check.File(context.Background(), f)
	})
}

func benchmark(b *testing.B, each func(*syntax.Tree, source) error) {
	files := corpus(b)
	size := 0
	for _, s := range files {
		size += len(s.text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range files {
			tree, err := syntax.Parse(s.lang, s.text)
			if err != nil {
				b.Fatal(err)
			}
			if err := each(tree, s); err != nil {
				b.Fatal(err)
			}
		}
	}
}
