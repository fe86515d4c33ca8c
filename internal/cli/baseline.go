package cli

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
	"sentinel/report"
)

const baselineHelp = `  sentinel baseline        write .sentinel-baseline at the top of the work tree
  sentinel baseline FILE   write FILE

It holds what sentinel check --all finds under the configuration in force, no
matter whether a baseline has it already. To make it count, name it in
.sentinel.yaml at the top, by its path from there, and commit both:

  baseline: .sentinel-baseline

It is read from the commit that a change starts from, so no change can accept
itself. For one run, sentinel check --baseline FILE reads it from disk.

A finding is known by its rule, its code and its file, not by its line. It stays
known when it moves within its file or with it.
`

func (inv *invocation) baselineCommand() *cli.Command {
	var flags []cli.Flag
	for _, f := range configFlags() {
		if f.Names()[0] != "baseline" {
			flags = append(flags, f)
		}
	}
	return &cli.Command{
		Name:         "baseline",
		Usage:        "keep all present findings in a file, so that only new ones are shown",
		ArgsUsage:    "[FILE] [flags]",
		Description:  baselineHelp,
		HideHelp:     true,
		Flags:        append(flags, &cli.StringFlag{Category: groupRun, Name: "C", Usage: "`DIR` run as if started there"}),
		OnUsageError: usageError,
		Action:       inv.baseline,
	}
}

// defaultBaseline is the file that the template of a configuration names.
const defaultBaseline = ".sentinel-baseline"

// baseline looks at everything as "check --all" does, but without any baseline, and keeps what is found.
func (inv *invocation) baseline(c *cli.Context) error {
	if len(inv.words) > 1 || len(inv.paths) > 0 {
		return finding.Usagef("", "baseline takes one file")
	}
	dir := c.String("C")
	top, _, err := topOf(c.Context, dir)
	if err != nil {
		return err
	}
	path := fromHere(filepath.Join(top, defaultBaseline))
	if len(inv.words) == 1 {
		path = under(dir, inv.words[0])
	}
	req := engine.Request{Dir: dirOr(dir), Version: version(), Scope: change.Spec{Kind: finding.ScopeAll}, NoBaseline: true}
	if err := setPolicy(c, &req); err != nil {
		return err
	}
	req.Checks = judgingOnly(req.Checks)
	result, err := engine.Run(c.Context, req, all.Checks())
	if err != nil {
		return err
	}
	if n := len(result.Faults); n > 0 {
		return finding.Unfinishedf("see what failed with: sentinel check --all", "nothing is written: not everything could be looked at (%s)", number(n, "fault"))
	}
	format := report.Format{Name: "baseline", Write: writeBaseline}
	if err := report.WriteFile(c.Context, path, format, result, report.Options{}); err != nil {
		return finding.Unfinishedf("", "%w", err)
	}
	inv.say("wrote %s to %s", number(len(result.Findings), "finding"), path)
	inv.sayLeftOut(req, result)
	return inv.sayNext(c.Context, req, top, path)
}

// sayLeftOut says what could have had findings and is not in the file.
func (inv *invocation) sayLeftOut(req engine.Request, r finding.Result) {
	suppressed, skipped := map[string]int{}, map[string]int{}
	for _, s := range r.Suppressed {
		suppressed[map[finding.SuppressedBy]string{
			finding.ByDirective: "by a directive in the file", finding.ByPolicy: "because its rule is off",
		}[s.By]]++
	}
	for _, s := range r.Skips {
		skipped[s.Reason.Explain()]++
	}
	for _, why := range slices.Sorted(maps.Keys(suppressed)) {
		inv.say("left out: %s, suppressed %s", number(suppressed[why], "finding"), why)
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		inv.say("not looked at: %s (%s)", number(skipped[why], "file"), why)
	}
	if n := len(r.Incomplete); n > 0 {
		inv.say("not understood whole: %s; what is found there later is new", number(n, "file"))
	}
	if len(req.Checks) > 0 {
		inv.say("only these checks ran: %s (by your configuration)", strings.Join(req.Checks, ", "))
	}
	for _, s := range r.Policy {
		if s.Key == "checks" {
			inv.say("only these checks ran: %s (by %s)", strings.Trim(s.Value, "[]"), s.Source)
		}
	}
	for _, warning := range r.Warnings {
		inv.say("warning: %s", warning)
	}
}

// sayNext says what is to be done for the file to count.
func (inv *invocation) sayNext(ctx context.Context, req engine.Request, top, path string) error {
	fromTop, inside := within(top, path)
	if !inside {
		inv.say("next: sentinel check --baseline %s (it is outside the repository, so %s cannot name it)", path, policy.FileName)
		return nil
	}
	known, source := req.Baseline, req.BaselineSource
	if known == "" && !req.IgnoreRepository {
		config, from, err := engine.RepositoryConfig(ctx, req, all.Checks())
		if err != nil {
			return err
		}
		known, source = config.Baseline, from
	}
	switch known {
	case fromTop:
		inv.say("next: commit it; it counts from that commit on")
	case "":
		inv.say("next: write \"baseline: %s\" into %s and commit both; or, for one run: sentinel check --baseline %s", fromTop, policy.FileName, path)
	default:
		inv.say("next: this file does not count yet, because %s names %s: write that one, or name this one there", source, known)
	}
	return nil
}

// within is a path as seen from the top of the repository, with slashes, if it is inside.
func within(top, path string) (string, bool) {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err == nil {
		top, err = filepath.EvalSymlinks(top)
	}
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(top, filepath.Join(folder, filepath.Base(path)))
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// number is a count with its noun.
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
