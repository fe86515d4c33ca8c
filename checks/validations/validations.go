// Package validations runs an operator's commands in the work tree, such as its tests, and says how they went.
package validations

import (
	"context"
	"embed"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/proc"
)

//go:embed validations.md
var doc string

//go:embed rules
var ruleFiles embed.FS

const (
	deniedRule     = "validations/denied"
	failedRule     = "validations/failed"
	notStartedRule = "validations/not-started"
)

var ruleTable = []finding.Rule{
	{ID: deniedRule, Title: "A validation that was asked for may not run", Level: finding.Error},
	{ID: failedRule, Title: "A validation fails", Level: finding.Error},
	{ID: notStartedRule, Title: "A validation cannot be started", Level: finding.Error},
}

// Check is the check. It runs one command at a time, however many runs there are of it: a program that serves several
// makes it once.
func Check() *checks.Check {
	runner := proc.NewRunner()
	return &checks.Check{
		Name:      "validations",
		Title:     "Commands of yours, such as the tests, run in the work tree and have to pass",
		Doc:       doc,
		Rules:     checks.Documented(ruleFiles, ruleTable),
		OnRequest: true,
		Tools:     tools(),
		Gate:      func(ctx context.Context, g *checks.Gate) error { return validate(ctx, g, runner.Run) },
	}
}
