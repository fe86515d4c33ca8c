package cli

import (
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/hooks"
	"sentinel/internal/finding"
	"sentinel/internal/tools"
	"sentinel/report"
)

// positional is what may follow a command, given the words that do already.
func positional(command string, given []string, commands []*cli.Command) []candidate {
	first := len(given) == 0
	switch {
	case command == "" || command == "help" && first:
		return commandCandidates(commands)
	case command == "check":
		return without(given, checkCandidates())
	case command == "explain" && first:
		return append(checkCandidates(), ruleCandidates()...)
	case command == "hooks" && first:
		return plain(hookVerbs()...)
	case command == "hooks" && (given[0] != "run" || len(given) == 1):
		return without(given, plain(hooks.Names()...))
	case command == "completion" && first:
		return plain(shellNames()...)
	case command == "mcp" && first:
		return plain("config")
	case command == "mcp" && len(given) == 1 && given[0] == "config":
		return plain(clientNames()...)
	case command == "config" && first:
		return plain("init", "validate", "show", "schema")
	}
	return nil
}

// flagValues are the values of a flag that has a fixed set of them.
func flagValues(flag string) []candidate {
	switch flag {
	case "report":
		return formatCandidates()
	case "toolsets":
		return plain(tools.Toolsets()...)
	case "fail-on":
		return plain(string(finding.Error), string(finding.Warning), string(finding.Note), string(finding.Never))
	case "validation":
		return validationCandidates()
	case "color":
		return plain("auto", "always", "never")
	}
	return nil
}

func commandCandidates(commands []*cli.Command) []candidate {
	var list []candidate
	for _, c := range commands {
		list = append(list, candidate{c.Name, c.Usage})
	}
	return list
}

func flagsOf(commands []*cli.Command) []candidate {
	meanings := map[string]string{"--help": "explain the command"}
	for _, c := range commands {
		for _, f := range c.Flags {
			_, meanings[dashed(f.Names()[0])] = describe(f)
		}
	}
	var list []candidate
	for _, flag := range slices.Sorted(maps.Keys(meanings)) {
		list = append(list, candidate{flag, meanings[flag]})
	}
	return list
}

func checkCandidates() []candidate {
	var list []candidate
	for _, c := range all.Checks() {
		list = append(list, candidate{c.Name, c.Title})
	}
	return list
}

func ruleCandidates() []candidate {
	var list []candidate
	for _, c := range all.Checks() {
		for _, r := range c.Rules {
			list = append(list, candidate{r.ID, r.Title})
		}
	}
	return list
}

func formatCandidates() []candidate {
	var list []candidate
	for _, f := range report.Formats() {
		list = append(list, candidate{f.Name, f.Description})
	}
	return list
}

func without(given []string, candidates []candidate) []candidate {
	return slices.DeleteFunc(candidates, func(c candidate) bool { return slices.Contains(given, c.value) })
}
