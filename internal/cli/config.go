package cli

import (
	"context"
	"encoding/json"
	"errors"
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
	"sentinel/internal/git"
	"sentinel/internal/policy"
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
		return inv.configInit(c.Context, dir)
	case "validate":
		return inv.configValidate(c.Context, dir, strings.Join(inv.words[1:], ""), c.Bool("operator"))
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

// topOf is the top of the work tree that dir is in, where the files that count are. Outside a repository it is dir
// itself.
func topOf(ctx context.Context, dir string) (top string, inRepository bool, err error) {
	repo, err := openRepository(ctx, dir)
	if errors.Is(err, git.ErrNotARepository) {
		return dirOr(dir), false, nil
	}
	if err != nil {
		return "", false, err
	}
	top = repo.Info().Top
	if err := repo.Close(); err != nil {
		return "", false, finding.Unfinishedf("", "%w", err)
	}
	if top == "" {
		return "", false, finding.Usagef("change to a work tree of it", "a bare repository has no files on disk")
	}
	return top, true, nil
}

// configInit writes a configuration that says what can be set and sets nothing.
func (inv *invocation) configInit(ctx context.Context, dir string) error {
	top, inRepository, err := topOf(ctx, dir)
	if err != nil {
		return err
	}
	path := fromHere(filepath.Join(top, policy.FileName))
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
	if !inRepository {
		inv.say("wrote %s; this is no repository: it counts at the top of one, from the commit on that it is in", path)
		return nil
	}
	inv.say("wrote %s; it counts from the commit on that it is in", path)
	return nil
}

func configTemplate() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# How sentinel judges this repository. It is read from the commit that a change starts from,\n")
	fmt.Fprintf(&b, "# so a change cannot choose its own judge. Every key may be left out.\n")
	examples := map[string]string{
		"baseline": ".sentinel-baseline", "checks": "[structure]", "exclude": "[vendor/**]", "rules": "{structure/network-connect: warning}",
		"validations": "{test: {argv: [npm, test], timeout: 5m}}",
	}
	for _, k := range policy.Keys() {
		if !k.Operator {
			fmt.Fprintf(&b, "\n# %s\n# %s: %s\n", k.Description, k.Name, examples[k.Name])
		}
	}
	return b.String()
}

// configValidate looks at a file, or at the one that counts for "".
func (inv *invocation) configValidate(ctx context.Context, dir, file string, operator bool) error {
	top, inRepository, err := topOf(ctx, dir)
	if err != nil && file == "" {
		return err
	}
	path := fromHere(filepath.Join(top, policy.FileName))
	if file != "" {
		path = under(dir, file)
	}
	data, err := readLimited(path, policy.MaxConfigBytes)
	if err == nil {
		_, err = policy.ParseConfig(path, data, operator, engine.KnownNames(all.Checks()))
	}
	if err != nil {
		return finding.Usagef("", "%w", err)
	}
	inv.say("%s: no problem found", path)
	if inRepository && filepath.Base(path) == policy.FileName && !isIn(path, top) {
		inv.say("but it does not count there: only %s is read", fromHere(filepath.Join(top, policy.FileName)))
	}
	return nil
}

// isIn reports whether a file lies directly in a folder.
func isIn(path, folder string) bool {
	a, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return false
	}
	b, err := os.Stat(folder)
	return err == nil && os.SameFile(a, b)
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
				if k.Name == "validations" && from.source == source {
					from.source += ", with --allow-repo-config"
				}
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
