package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"sentinel/internal/engine"
	"sentinel/internal/finding"
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

// TestReviewNeedsItsChecks: a review that nothing makes is refused before anything runs, and not written empty.
func TestReviewNeedsItsChecks(t *testing.T) {
	outputs, err := parseReports([]string{"text", "review=r.json"}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, named := range [][]string{nil, {"structure"}} {
		if err := checkReviewed(outputs, engine.Request{Checks: named}); finding.ExitOf(err) != finding.ExitUsage || !strings.Contains(err.Error(), "neither is asked for") {
			t.Errorf("%q: error %v", named, err)
		}
	}
	for _, named := range [][]string{{"changes"}, {"structure", "validations"}} {
		if err := checkReviewed(outputs, engine.Request{Checks: named}); err != nil {
			t.Errorf("%q: error %v", named, err)
		}
	}
	if err := checkReviewed(outputs[:1], engine.Request{}); err != nil {
		t.Errorf("another report: error %v", err)
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
