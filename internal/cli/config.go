package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
	"sentinel/report"
)

func (inv *invocation) configCommand() *cli.Command {
	return &cli.Command{
		Name:      "config",
		Usage:     "make, check or show a configuration",
		ArgsUsage: "init | validate [FILE] | show | schema",
		HideHelp:  true,
		Flags: []cli.Flag{
			&cli.StringFlag{Category: groupRun, Name: "C", Usage: "`DIR` run as if started there"},
			&cli.BoolFlag{Category: groupJudge, Name: "operator", Usage: "with validate: the file is your own, not a repository's"},
		},
		OnUsageError: usageError,
		Action:       inv.config,
	}
}

func (inv *invocation) config(c *cli.Context) error {
	if len(inv.words) == 0 || len(inv.words) > 2 || len(inv.words) == 2 && inv.words[0] != "validate" || len(inv.paths) > 0 {
		return finding.Usagef("one of: init, validate [FILE], show, schema", "config needs to know what to do")
	}
	dir := c.String("C")
	switch inv.words[0] {
	case "init":
		return inv.configInit(dir)
	case "validate":
		path := policy.FileName
		if len(inv.words) == 2 {
			path = inv.words[1]
		}
		return inv.configValidate(under(dir, path), c.Bool("operator"))
	case "show":
		return inv.writeConfiguration(c.Context, dir)
	case "schema":
		enc := json.NewEncoder(inv.stdout)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(policy.Schema(engine.KnownNames(all.Checks())))
	}
	return oneOf("config", inv.words[0], "init", "validate", "show", "schema")
}

// configInit writes a configuration that says what can be set and sets nothing.
func (inv *invocation) configInit(dir string) error {
	path := filepath.Join(dir, policy.FileName)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return finding.Usagef("an existing one is not overwritten", "config init: %w", err)
	}
	_, err = f.WriteString(configTemplate())
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return finding.Unfinishedf("", "config init: %w", err)
	}
	_, err = fmt.Fprintf(inv.stdout, "wrote %s; it counts from the commit on that it is in\n", path)
	return err
}

func configTemplate() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# How sentinel judges this repository. It is read from the commit that a change starts from,\n")
	fmt.Fprintf(&b, "# so a change cannot choose its own judge. Every key may be left out.\n")
	examples := map[string]string{
		"baseline": ".sentinel-baseline", "checks": "[structure]", "exclude": "[vendor/**]", "rules": "{structure/network-connect: warning}",
	}
	for _, k := range policy.Keys() {
		if !k.Operator {
			fmt.Fprintf(&b, "\n# %s\n# %s: %s\n", k.Description, k.Name, examples[k.Name])
		}
	}
	return b.String()
}

func (inv *invocation) configValidate(path string, operator bool) error {
	data, err := readLimited(path, policy.MaxConfigBytes)
	if err == nil {
		_, err = policy.ParseConfig(path, data, operator, engine.KnownNames(all.Checks()))
	}
	if err != nil {
		return finding.Usagef("", "%w", err)
	}
	_, err = fmt.Fprintf(inv.stdout, "%s: no problem found\n", finding.Printable(path))
	return err
}

// writeConfiguration lists each key with its value in force and where that is from.
func (inv *invocation) writeConfiguration(ctx context.Context, dir string) error {
	own, ownSource, err := operatorConfig("", false, dir)
	if err != nil {
		return err
	}
	repository, source, err := engine.RepositoryConfig(ctx, engine.Request{Dir: dirOr(dir), Scope: change.Spec{Kind: finding.ScopeAll}}, all.Checks())
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(inv.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "KEY\tVALUE\tFROM")
	for _, k := range policy.Keys() {
		rows := 0
		for _, from := range []struct {
			config policy.Config
			source string
		}{{own, ownSource}, {repository, source}} {
			if v := from.config.Value(k.Name); v != "" && (rows == 0 || k.Merges()) {
				fmt.Fprintf(t, "%s\t%s\t%s\n", k.Name, v, from.source)
				rows++
			}
		}
		if rows == 0 {
			fmt.Fprintf(t, "%s\t%s\tdefault\n", k.Name, k.Default)
		}
	}
	return t.Flush()
}

func dirOr(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

func (inv *invocation) baselineCommand() *cli.Command {
	return &cli.Command{
		Name:      "baseline",
		Usage:     "write all present findings to a file, so that only new ones are shown from then on",
		ArgsUsage: "[FILE] [flags]",
		HideHelp:  true,
		Flags: []cli.Flag{
			&cli.StringFlag{Category: groupRun, Name: "C", Usage: "`DIR` run as if started there"},
		},
		OnUsageError: usageError,
		Action:       inv.baseline,
	}
}

// defaultBaseline is the file that the template of a configuration names.
const defaultBaseline = ".sentinel-baseline"

// baseline runs everything over the work tree without any baseline, and keeps what is found.
func (inv *invocation) baseline(c *cli.Context) error {
	if len(inv.words) > 1 || len(inv.paths) > 0 {
		return finding.Usagef("", "baseline takes one file")
	}
	path := under(c.String("C"), strings.Join(append(inv.words, defaultBaseline)[:1], ""))
	req := engine.Request{Dir: dirOr(c.String("C")), Version: version(), Scope: change.Spec{Kind: finding.ScopeAll}, Policy: policy.Default()}
	req.NoBaseline = true
	result, err := engine.Run(c.Context, req, all.Checks())
	if err != nil {
		return err
	}
	if n := len(result.Faults); n > 0 {
		return finding.Unfinishedf("see them with: sentinel check --all", "nothing is written: %d faults, so not everything was looked at", n)
	}
	format := report.Format{Name: "baseline", Write: writeBaseline}
	if err := report.WriteFile(c.Context, path, format, result, report.Options{}); err != nil {
		return finding.Unfinishedf("", "%w", err)
	}
	_, err = fmt.Fprintf(inv.stdout, "wrote %d findings to %s\n", len(result.Findings), path)
	return err
}
