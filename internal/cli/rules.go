package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/finding"
)

func (inv *invocation) rulesCommand() *cli.Command {
	return &cli.Command{
		Name:         "rules",
		Usage:        "list all the rules",
		ArgsUsage:    "[--json]",
		HideHelp:     true,
		Flags:        []cli.Flag{&cli.BoolFlag{Category: groupReport, Name: "json", Usage: "everything about them, for programs"}},
		OnUsageError: usageError,
		Action:       inv.rules,
	}
}

func (inv *invocation) rules(c *cli.Context) error {
	if len(inv.words)+len(inv.paths) > 0 {
		return finding.Usagef("one rule is explained by: sentinel explain RULE", "rules takes no arguments")
	}
	var rules []finding.Rule
	for _, check := range all.Checks() {
		rules = append(rules, check.Rules...)
	}
	if c.Bool("json") {
		return writeRulesJSON(inv.stdout, rules)
	}
	return writeRulesTable(inv.stdout, rules)
}

func writeRulesJSON(w io.Writer, rules []finding.Rule) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string][]finding.Rule{"rules": rules})
}

func writeRulesTable(w io.Writer, rules []finding.Rule) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "RULE\tLEVEL\tFINDS")
	for _, r := range rules {
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.ID, r.Level, r.Title)
	}
	return t.Flush()
}
