package cli

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/proc"
)

func validationFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Category: groupValidate, Name: "validate", KeepSpace: true, Usage: "`COMMAND` one to run, without a shell: \"go test ./...\"; it has to exit with 0; may be repeated"},
		&cli.StringSliceFlag{Category: groupValidate, Name: "validation", Usage: "`NAME` one that your configuration has; may be repeated"},
		&cli.StringFlag{Category: groupValidate, Name: "validation-timeout", Usage: "`DURATION` the limit of each that has none of its own, 2m if left out; all together get 5m, or the longest limit"},
		&cli.BoolFlag{Category: groupValidate, Name: "allow-repo-config", Usage: "commands of the repository's own configuration count, too"},
	}
}

// setValidations reads which commands are to run. Those of the configuration are set by setPolicy.
func setValidations(c *cli.Context, v *engine.Validations) error {
	if c.Bool("allow-repo-config") && c.Bool("no-repo-config") {
		return finding.Usagef("give one of them", "--allow-repo-config and --no-repo-config cannot be combined")
	}
	v.AllowRepository = c.Bool("allow-repo-config")
	v.Names = c.StringSlice("validation")
	for _, text := range c.StringSlice("validate") {
		argv, err := proc.Split(text)
		if err != nil {
			return &finding.Failure{Exit: finding.ExitUsage, Code: finding.ErrorArguments, Err: fmt.Errorf("--validate: %w", err)}
		}
		v.AdHoc = append(v.AdHoc, argv)
	}
	var err error
	v.Timeout, err = duration(c, "validation-timeout")
	return err
}

// duration is the value of a flag for a time limit, 0 where it is not given.
func duration(c *cli.Context, flag string) (time.Duration, error) {
	if !c.IsSet(flag) {
		return 0, nil
	}
	d, err := time.ParseDuration(c.String(flag))
	if err != nil || d <= 0 {
		return 0, finding.Usagef("write a number and a unit, such as 30s or 5m", "--%s %q is not a duration", flag, c.String(flag))
	}
	return d, nil
}

// lockDir is where runs note that they are under way, "" where the user has no folder for caches.
func lockDir() string {
	cache := cacheDir()
	if cache == "" {
		return ""
	}
	return filepath.Join(cache, "locks")
}

// tellWaiting makes the engine say on standard error what it waits for.
func (inv *invocation) tellWaiting(req *engine.Request, d display) {
	req.Waiting = func(what string) {
		line := "waiting for " + what + "\n"
		if d.progress {
			line = eraseLine + line
		}
		fmt.Fprint(inv.stderr, line)
	}
}

// judgingOnly are the checks of a list that run nothing; none where the list is empty.
func judgingOnly(names []string) []string {
	var kept []string
	for _, c := range all.Checks() {
		if slices.Contains(names, c.Name) && c.Gate == nil {
			kept = append(kept, c.Name)
		}
	}
	return kept
}

// validationCandidates are the commands of the user's configuration, as far as it can be read.
func validationCandidates() []candidate {
	config, _, err := operatorConfig("", false, "")
	if err != nil {
		return nil
	}
	var list []candidate
	for _, name := range slices.Sorted(maps.Keys(config.Validations)) {
		command := config.Validations[name]
		meaning := command.Description
		if meaning == "" {
			meaning = finding.Printable(strings.Join(command.Argv, " "))
		}
		list = append(list, candidate{name, meaning})
	}
	return list
}
