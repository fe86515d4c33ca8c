package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"sentinel/internal/finding"
)

var update = flag.Bool("update", false, "rewrite the golden files and the generated schema")

// TestGolden shows every format of results that between them have everything and nothing.
func TestGolden(t *testing.T) {
	tests := []struct {
		file    string
		format  string
		result  finding.Result
		options Options
	}{
		{"rich.txt", "text", rich(), Options{}},
		{"rich-verbose.txt", "text", rich(), Options{Verbose: true}},
		{"rich-color.txt", "text", rich(), Options{Color: true}},
		{"rich-narrow.txt", "text", rich(), Options{Width: 72}},
		{"rich.json", "json", rich(), Options{}},
		{"clean.json", "json", clean(), Options{}},
		{"rich.jsonl", "jsonl", rich(), Options{}},
		{"rich.md", "markdown", rich(), Options{}},
		{"clean.md", "markdown", clean(), Options{}},
		{"rich.github.txt", "github", rich(), Options{}},
		{"clean.github.txt", "github", clean(), Options{}},
		{"rich.gitlab.json", "gitlab", rich(), Options{}},
		{"clean.gitlab.json", "gitlab", clean(), Options{}},
		{"rich.junit.xml", "junit", rich(), Options{}},
		{"clean.junit.xml", "junit", clean(), Options{}},
		{"rich.sarif", "sarif", rich(), Options{}},
		{"clean.sarif", "sarif", clean(), Options{}},
		{"review.txt", "text", reviewed(), Options{}},
		{"review-color.txt", "text", reviewed(), Options{Color: true, Width: 80}},
		{"review.review.json", "review", reviewed(), Options{}},
		{"review.json", "json", reviewed(), Options{}},
		{"review.jsonl", "jsonl", reviewed(), Options{}},
		{"review.md", "markdown", reviewed(), Options{}},
		{"review-good.md", "markdown", withReview(goodReview()), Options{}},
		{"review.github.txt", "github", reviewed(), Options{}},
		{"review.gitlab.json", "gitlab", reviewed(), Options{}},
		{"review.junit.xml", "junit", reviewed(), Options{}},
		{"review.sarif", "sarif", reviewed(), Options{}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			golden(t, filepath.Join("testdata", test.file), render(t, test.format, test.result, test.options))
		})
	}
}

func render(t *testing.T, format string, r finding.Result, o Options) []byte {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// golden compares with a file, or rewrites it under -update.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at it with: go test ./report -update && git diff\n%s", path, firstDifference(got, want))
	}
}

func firstDifference(got, want []byte) string {
	gotLines, wantLines := bytes.SplitAfter(got, []byte("\n")), bytes.SplitAfter(want, []byte("\n"))
	i := 0
	for i < len(gotLines)-1 && i < len(wantLines)-1 && bytes.Equal(gotLines[i], wantLines[i]) {
		i++
	}
	return "got  " + string(gotLines[i]) + "want " + string(wantLines[i])
}
