// Package checktest runs the examples of a File check: those of its rules, and testdata/*.txtar.
//
// A rule's bad example must give that rule's finding, its good one must not. Where a line of a bad example
// ends in "// found: MESSAGE", exactly the lines that do must have a finding, with that message.
//
// A file of testdata says in its comment what it shows, and holds input files, and then:
//
//	want       one line a finding, "path:line:col rule message", and one for every file that was
//	           not understood whole, "path:line incomplete: reason"
//	want.json  optional: the documents of the input files, an object with a key for each path
//
// With -update, want and want.json are rewritten to what the check says.
package checktest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"sentinel/checks"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// Run runs all examples of a check. It is called from a test in the check's own folder.
func Run(t *testing.T, c *checks.Check) {
	if c.File == nil {
		t.Fatalf("checktest runs File checks, %s is of another kind", c.Name)
	}
	t.Run("rules", func(t *testing.T) { runRules(t, c) })
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { runArchive(t, c, path) })
	}
}

const (
	wantFindings  = "want"
	wantDocuments = "want.json"
)

func runArchive(t *testing.T, c *checks.Check, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.TrimSpace(string(archive.Comment))) == 0 {
		t.Errorf("%s does not say what it shows", path)
	}
	inputs := slices.Clone(archive.Files)
	inputs = slices.DeleteFunc(inputs, func(f txtar.File) bool { return f.Name == wantFindings || f.Name == wantDocuments })
	var outcomes []Outcome
	for _, f := range inputs {
		outcomes = append(outcomes, File(t, c, f.Name, f.Data))
	}
	got := map[string]string{wantFindings: findings(outcomes), wantDocuments: documents(t, outcomes)}

	if !slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return f.Name == wantFindings }) {
		archive.Files = append(archive.Files, txtar.File{Name: wantFindings})
	}
	for i, f := range archive.Files {
		text, expected := got[f.Name]
		if !expected || text == string(f.Data) {
			continue
		}
		if !*update {
			t.Errorf("%s, section %s:\n%s", path, f.Name, difference(string(f.Data), text))
			continue
		}
		archive.Files[i].Data = []byte(text)
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func findings(outcomes []Outcome) string {
	var b strings.Builder
	for _, o := range outcomes {
		for _, f := range o.Findings {
			fmt.Fprintf(&b, "%s:%d:%d %s %s\n", o.Path, f.Region.StartLine, f.Region.StartColumn, f.RuleID, f.Message)
		}
		for _, g := range o.Incomplete {
			fmt.Fprintf(&b, "%s:%d incomplete: %s\n", o.Path, g.Line, g.Reason)
		}
	}
	return b.String()
}

// difference shows the lines that only one of two texts has. It is for people: order is not compared,
// so two texts that differ in order alone are shown whole.
func difference(want, got string) string {
	missing := linesWithout(want, got)
	extra := linesWithout(got, want)
	if len(missing)+len(extra) == 0 {
		return "want:\n" + want + "got, in another order:\n" + got
	}
	var b strings.Builder
	for _, l := range missing {
		b.WriteString("- " + l + "\n")
	}
	for _, l := range extra {
		b.WriteString("+ " + l + "\n")
	}
	return b.String()
}

func linesWithout(a, b string) []string {
	count := map[string]int{}
	for _, l := range strings.Split(b, "\n") {
		count[l]++
	}
	var only []string
	for _, l := range strings.Split(a, "\n") {
		if count[l]--; count[l] < 0 {
			only = append(only, l)
		}
	}
	return only
}
