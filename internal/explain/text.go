package explain

import (
	"fmt"
	"strings"

	"sentinel/checks"
	"sentinel/internal/finding"
)

func checkText(c *checks.Check) string {
	var b strings.Builder
	if doc := strings.TrimSpace(c.Doc); strings.HasPrefix(doc, "# ") {
		b.WriteString(doc)
	} else {
		fmt.Fprintf(&b, "# %s\n\n%s.\n\n%s", c.Name, c.Title, doc)
	}
	b.WriteString("\n\n## Rules\n")
	for _, r := range c.Rules {
		fmt.Fprintf(&b, "\n- `%s` (%s): %s", r.ID, r.Level, r.Title)
	}
	return b.String()
}

func ruleText(r finding.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n- level: %s", r.ID, r.Title, levelText(r.Level))
	if r.Capability != nil {
		fmt.Fprintf(&b, "\n- capability: %s (this code %s)", r.Capability.Name, r.Capability.Phrase)
	}
	if help := strings.TrimSpace(r.Help); help != "" {
		b.WriteString("\n\n" + help)
	}
	writeExamples(&b, "Gives this finding", r.Bad)
	writeExamples(&b, "Does not", r.Good)
	return b.String()
}

// levelText says what a level means for somebody who has not changed the threshold.
func levelText(l finding.Level) string {
	if l == finding.Error {
		return "error (a new one fails the run)"
	}
	return fmt.Sprintf("%s (fails the run only with --fail-on %s)", l, l)
}

func writeExamples(b *strings.Builder, title string, examples []finding.Example) {
	if len(examples) == 0 {
		return
	}
	fmt.Fprintf(b, "\n\n## %s", title)
	for _, e := range examples {
		fmt.Fprintf(b, "\n\n%s:\n", e.Path)
		for line := range strings.Lines(strings.TrimRight(e.Text, "\n")) {
			b.WriteString("\n" + strings.TrimRight("    "+line, " \n"))
		}
	}
}
