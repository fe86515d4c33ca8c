package cli

import (
	"fmt"
	"path"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/checks"
	"sentinel/checks/all"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

func (inv *invocation) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule or a check finds, why, and what to do",
		ArgsUsage: "RULE|CHECK",
		HideHelp:  true,
		Action:    inv.explain,
	}
}

// explain prints Markdown, which reads well on a terminal as it is.
func (inv *invocation) explain(*cli.Context) error {
	if len(inv.words) != 1 || len(inv.paths) > 0 {
		return finding.Usagef("the rules are listed by: sentinel rules", "explain takes one rule or check")
	}
	text, err := explanation(inv.words[0], all.Checks())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(inv.stdout, text)
	return err
}

// explanation is about the check or the rule with that name; a rule may be named without its check.
func explanation(name string, all []*checks.Check) (string, error) {
	var names []string
	var short []finding.Rule
	for _, c := range all {
		if c.Name == name {
			return checkText(c), nil
		}
		names = append(names, c.Name)
		for _, r := range c.Rules {
			if r.ID == name {
				return ruleText(r), nil
			}
			if path.Base(r.ID) == name {
				short = append(short, r)
			}
			names = append(names, r.ID)
		}
	}
	if len(short) == 1 {
		return ruleText(short[0]), nil
	}
	hint := "the rules are listed by: sentinel rules"
	if near := policy.Nearest(name, names); near != "" {
		hint = "did you mean: sentinel explain " + near
	} else if near := policy.Nearest(name, shortNames(names)); near != "" {
		hint = "did you mean: sentinel explain " + near
	}
	return "", finding.Usagef(hint, "no rule or check is called %q", name)
}

// shortNames are the IDs' parts after the slash.
func shortNames(ids []string) []string {
	var short []string
	for _, id := range ids {
		short = append(short, path.Base(id))
	}
	return short
}

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
