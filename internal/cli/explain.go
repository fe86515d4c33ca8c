package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/explain"
	"sentinel/internal/finding"
)

func (inv *invocation) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "say what a rule or a check finds, why, and what to do; or what a code means",
		ArgsUsage: "RULE|CHECK|CODE",
		HideHelp:  true,
		Action:    inv.explain,
	}
}

// explain prints Markdown, which reads well on a terminal as it is.
func (inv *invocation) explain(*cli.Context) error {
	if len(inv.words) != 1 || len(inv.paths) > 0 {
		return finding.Usagef("the rules are listed by: sentinel rules", "explain takes one rule, check or code")
	}
	name := inv.words[0]
	text, known := explain.Topic(name, all.Checks())
	if !known {
		hint := "the rules are listed by: sentinel rules"
		if near := explain.Nearest(name, all.Checks()); near != "" {
			hint = "did you mean: sentinel explain " + near
		}
		return finding.Usagef(hint, "no rule, check or code is called %q", name)
	}
	_, err := fmt.Fprintln(inv.stdout, text)
	return err
}
