package checks_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
)

func sound() *checks.Check {
	return &checks.Check{
		Name: "sound", Title: "A sound check", Doc: "Prose.",
		Match: func(change.File) bool { return true },
		File:  func(context.Context, *checks.File) error { return nil },
		Rules: []finding.Rule{{
			ID: "sound/one-rule", Title: "A sound rule", Level: finding.Note, Help: "Prose.",
			Capability: &finding.Capability{Name: "noise", Phrase: "makes noise"},
			Bad:        []finding.Example{{Path: "a.js"}}, Good: []finding.Example{{Path: "a.js"}},
		}},
	}
}

func TestValidateAcceptsASoundCheck(t *testing.T) {
	if err := checks.Validate([]*checks.Check{sound()}); err != nil {
		t.Fatal(err)
	}
}

func TestValidateAsksNoExamplesOfAGate(t *testing.T) {
	c := sound()
	c.File, c.Match, c.OnRequest, c.Gate = nil, nil, true, func(context.Context, *checks.Gate) error { return nil }
	c.Rules[0].Bad, c.Rules[0].Good = nil, nil
	if err := checks.Validate([]*checks.Check{c}); err != nil {
		t.Error(err)
	}
}

func TestValidateComplains(t *testing.T) {
	tests := []struct {
		want  string
		spoil func(*checks.Check)
	}{
		{"not a word", func(c *checks.Check) { c.Name = "So_und" }},
		{"no prose", func(c *checks.Check) { c.Doc = " \n" }},
		{"2 of File, Change and Gate", func(c *checks.Check) { c.Gate = func(context.Context, *checks.Gate) error { return nil } }},
		{"has to be on request", func(c *checks.Check) {
			c.File, c.Match, c.Gate = nil, nil, func(context.Context, *checks.Gate) error { return nil }
		}},
		{"0 of File, Change and Gate", func(c *checks.Check) { c.File, c.Match = nil, nil }},
		{"belongs to every File check", func(c *checks.Check) { c.Match = nil }},
		{"no rules", func(c *checks.Check) { c.Rules = nil }},
		{"each ID once", func(c *checks.Check) { c.Rules = append(c.Rules, c.Rules[0]) }},
		{"does not begin with", func(c *checks.Check) { c.Rules[0].ID = "other/one-rule" }},
		{"kebab-case", func(c *checks.Check) { c.Rules[0].ID = "sound/One" }},
		{"full stop", func(c *checks.Check) { c.Rules[0].Title = "A rule." }},
		{"longer than 120", func(c *checks.Check) { c.Rules[0].Title = strings.Repeat("x", 121) }},
		{"none of error", func(c *checks.Check) { c.Rules[0].Level = "critical" }},
		{"outside 0.0 to 10.0", func(c *checks.Check) { c.Rules[0].SecuritySeverity = 11 }},
		{"capability", func(c *checks.Check) { c.Rules[0].Capability.Phrase = "Makes noise." }},
		{"no prose", func(c *checks.Check) { c.Rules[0].Help = "" }},
		{"at least one bad and one good", func(c *checks.Check) { c.Rules[0].Good = nil }},
		{"tags are not sorted", func(c *checks.Check) { c.Rules[0].Tags = []string{"b", "a"} }},
	}
	for _, tt := range tests {
		c := sound()
		tt.spoil(c)
		if err := checks.Validate([]*checks.Check{c}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Validate = %v, want %q in it", err, tt.want)
		}
	}
	if err := checks.Validate([]*checks.Check{sound(), sound()}); err == nil || !strings.Contains(err.Error(), "each name once") {
		t.Errorf("Validate of one check twice = %v", err)
	}
}

func TestDocumentedReadsProseAndExamples(t *testing.T) {
	files := fstest.MapFS{"rules/loud.txtar": {Data: []byte("Loud is bad.\n\n-- bad/a.js --\nLOUD\n-- good/b.js --\nquiet\n")}}
	rules := checks.Documented(files, []finding.Rule{{ID: "noise/loud"}, {ID: "noise/none"}})
	loud := rules[0]
	if loud.Help != "Loud is bad." || loud.Bad[0] != (finding.Example{Path: "a.js", Text: "LOUD\n"}) || loud.Good[0].Path != "b.js" {
		t.Errorf("documented rule = %+v", loud)
	}
	if rules[1].Help != "" {
		t.Errorf("a rule without a file got prose: %+v", rules[1])
	}
}
