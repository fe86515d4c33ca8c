package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestParseReports(t *testing.T) {
	got, err := parseReports([]string{"text", "json=a,b =.json", "sarif=/tmp/x"}, "sub")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, o := range got {
		paths = append(paths, o.format.Name+" "+filepath.ToSlash(o.path))
	}
	if want := "text |json sub/a,b =.json|sarif /tmp/x"; strings.Join(paths, "|") != want {
		t.Errorf("got %q, want %q", paths, want)
	}
}

func TestParseReportsRefuses(t *testing.T) {
	for want, values := range map[string][]string{
		"only one report can go to standard output": {"text", "json"},
		"names no file":      {"json="},
		"name the same file": {"json=a", "sarif=./a"},
		`"jsn" is not known`: {"jsn=a"},
	} {
		if _, err := parseReports(values, "sub"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", values, err, want)
		}
	}
}
