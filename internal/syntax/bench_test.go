//go:build cgo

package syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// benchFiles are the files below the folder that SENTINEL_BENCH_DIR names, or else below testdata/bench.
func benchFiles(b *testing.B) (languages []Language, texts [][]byte, total int64) {
	b.Helper()
	dir := os.Getenv("SENTINEL_BENCH_DIR")
	if dir == "" {
		dir = filepath.Join("testdata", "bench")
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		lang, ok := LanguageOf(path)
		if err != nil || !ok || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) > MaxBytes {
			return err
		}
		languages, texts, total = append(languages, lang), append(texts, text), total+int64(len(text))
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return languages, texts, total
}

func benchmark(b *testing.B, parse func(Language, []byte) error) {
	languages, texts, total := benchFiles(b)
	b.SetBytes(total)
	for b.Loop() {
		for i, text := range texts {
			if err := parse(languages[i], text); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkParse is what a check costs before it looks at a node; it ought to reach 0.9 of BenchmarkParseOnly.
func BenchmarkParse(b *testing.B) {
	benchmark(b, func(lang Language, text []byte) error {
		_, err := Parse(lang, text)
		return err
	})
}

func BenchmarkParseOnly(b *testing.B) { benchmark(b, ParseOnly) }
