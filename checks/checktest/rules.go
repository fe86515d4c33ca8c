package checktest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// foundMark begins the comment on a line of a bad example that must have a finding.
const foundMark = "// found: "

func runRules(t *testing.T, c *checks.Check) {
	everyFileBelongs(t, c)
	for _, r := range c.Rules {
		_, name, _ := strings.Cut(r.ID, "/")
		t.Run(name, func(t *testing.T) {
			for _, e := range r.Bad {
				badExample(t, c, r, e)
			}
			for _, e := range r.Good {
				if got := messages(File(t, c, e.Path, []byte(e.Text)), r.ID); len(got) > 0 {
					t.Errorf("good example %s gives: %v", e.Path, got)
				}
			}
		})
	}
}

// badExample wants the rule's finding on all marked lines and nowhere else, or anywhere when none is marked.
func badExample(t *testing.T, c *checks.Check, r finding.Rule, e finding.Example) {
	got := messages(File(t, c, e.Path, []byte(e.Text)), r.ID)
	if len(got) == 0 {
		t.Errorf("bad example %s gives no finding", e.Path)
	}
	want := map[int]string{}
	for i, line := range strings.Split(e.Text, "\n") {
		if _, message, ok := strings.Cut(line, foundMark); ok {
			want[i+1] = message
		}
	}
	if len(want) == 0 {
		return
	}
	for line, message := range want {
		if !slices.Contains(got[line], message) {
			t.Errorf("bad example %s, line %d: want %q, got %q", e.Path, line, message, got[line])
		}
	}
	for line, found := range got {
		if _, ok := want[line]; !ok {
			t.Errorf("bad example %s, line %d: not marked, got %q", e.Path, line, found)
		}
	}
}

// messages are the messages of a rule's findings by line.
func messages(o Outcome, rule string) map[int][]string {
	byLine := map[int][]string{}
	for _, f := range o.Findings {
		if f.RuleID == rule {
			byLine[f.Region.StartLine] = append(byLine[f.Region.StartLine], f.Message)
		}
	}
	return byLine
}

// everyFileBelongs finds documentation that nothing reads: a misspelt file name, or a section that is
// neither bad/ nor good/.
func everyFileBelongs(t *testing.T, c *checks.Check) {
	paths, err := filepath.Glob("rules/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name, isArchive := strings.CutSuffix(filepath.Base(path), ".txtar")
		if _, ok := c.Rule(c.Name + "/" + name); !ok || !isArchive {
			t.Errorf("%s belongs to no rule of %s", path, c.Name)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(data).Files {
			if !strings.HasPrefix(f.Name, "bad/") && !strings.HasPrefix(f.Name, "good/") {
				t.Errorf("%s: section %s is neither bad/PATH nor good/PATH", path, f.Name)
			}
		}
	}
}
