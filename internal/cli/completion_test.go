package cli

import (
	"strings"
	"testing"
)

func TestEveryCommandAndFlagIsCompleted(t *testing.T) {
	for _, c := range commands() {
		if got := complete([]string{c.Name}, commands()); len(got) == 0 || got[0].meaning != c.Usage {
			t.Errorf("%s: %v", c.Name, got)
		}
		for _, f := range c.Flags {
			word := dashed(f.Names()[0])
			if got := complete([]string{c.Name, word}, commands()); len(got) == 0 || got[0].value != word || got[0].meaning == "" {
				t.Errorf("%s %s: %v", c.Name, word, got)
			}
		}
	}
}

// FuzzComplete: whatever stands on a line, candidates begin with the last word and are one line each.
func FuzzComplete(f *testing.F) {
	f.Add("check", "--report", "=", "s")
	f.Add("hooks", "run", "pre-push", "")
	f.Add("=", "=", "--", "-")
	f.Add("help", "-C", "--=", "--report=")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		for _, got := range complete([]string{a, b, c, d}, commands()) {
			if d != "=" && !strings.HasPrefix(got.value, strings.TrimSpace(d)) || strings.ContainsAny(got.value+got.meaning, "\t\n") {
				t.Errorf("%q %q %q %q: %q", a, b, c, d, got)
			}
		}
	})
}
