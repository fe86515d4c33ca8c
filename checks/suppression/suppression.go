// Package suppression finds sentinel:ignore directives that do not do what their author thinks.
package suppression

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

//go:embed suppression.md
var doc string

//go:embed rules
var ruleFiles embed.FS

var ruleTable = []finding.Rule{
	{ID: "suppression/expired", Title: "A directive's last day has passed", Level: finding.Warning},
	{ID: "suppression/malformed", Title: "A directive cannot be understood and suppresses nothing", Level: finding.Warning},
	{ID: "suppression/unused", Title: "A directive is about a line that has no such finding", Level: finding.Note},
}

// Check is the check.
func Check() *checks.Check {
	return &checks.Check{
		Name:   "suppression",
		Title:  "Comments that switch findings off: whether they are understood, needed and in date",
		Doc:    doc,
		Rules:  checks.Documented(ruleFiles, ruleTable),
		Match:  matches,
		Binary: true,
		Change: check,
	}
}

// matches says in which files directives are looked for: those in a language that a check reads.
func matches(f change.File) bool {
	_, ok := syntax.LanguageOf(f.Path)
	return ok
}

func check(_ context.Context, c *checks.Change) error {
	for _, d := range c.Directives {
		rules := strings.Join(d.Rules, ", ")
		switch {
		case d.Problem != "":
			report(c, d, "suppression/malformed", "suppresses nothing, "+d.Problem)
		case d.Expired && d.Used > 0:
			report(c, d, "suppression/expired", fmt.Sprintf("suppressed %s until %s", rules, d.Until))
		case d.Used == 0 && !d.Unsure:
			report(c, d, "suppression/unused", fmt.Sprintf("suppresses nothing: line %d has no finding of %s", d.Target, rules))
		}
	}
	return nil
}

// report gives the directive's own words as key: what it says makes it the same one elsewhere.
func report(c *checks.Change, d finding.Directive, rule, message string) {
	c.ReportAt(d.Path, d.Region, checks.Report{
		Rule: rule, Message: message, Key: strings.Join(append(d.Rules, d.Until, d.Reason, d.Problem), "\x00"),
	})
}
