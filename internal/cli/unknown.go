package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

func unknownFlag(name, command string, known []*cli.Command) error {
	var names []string
	for _, c := range known {
		for _, f := range c.Flags {
			names = append(names, f.Names()...)
		}
	}
	hint := strings.TrimSpace("the flags are listed by: sentinel help " + command)
	if near := policy.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %s?", dashed(near))
	}
	return finding.Usagef(hint, "unknown flag %s", dashed(name))
}

func unknownCommand(name string, commands []*cli.Command) error {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	hint := "the commands are listed by: sentinel help"
	if near := policy.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean: sentinel %s", near)
	} else if slices.Contains(checkNames(), name) {
		hint = fmt.Sprintf("did you mean: sentinel check %s", name)
	}
	return finding.Usagef(hint, "unknown command %q", name)
}

// unknownCheck is about a word after `sentinel check`, which may also be a path in the wrong place.
func unknownCheck(word, dir string) error {
	names := checkNames()
	hint := "the checks are: " + strings.Join(names, ", ")
	if near := policy.Nearest(word, names); near != "" {
		hint = fmt.Sprintf("did you mean %s?", near)
	}
	if _, err := os.Lstat(under(dir, word)); word != "" && err == nil || strings.ContainsAny(word, "/.*") {
		hint = fmt.Sprintf("to limit the run to a path, write it after two dashes: sentinel check -- %s", word)
	}
	return finding.Usagef(hint, "unknown check %q", word)
}

func checkNames() []string {
	var names []string
	for _, c := range all.Checks() {
		names = append(names, c.Name)
	}
	return names
}

// unknownWord is about the word after a command that has words of its own.
func unknownWord(command, word string, known []string) error {
	hint := fmt.Sprintf("write one of: %s", strings.Join(known, ", "))
	if word == "" {
		return finding.Usagef(hint, "%s wants one word more", command)
	}
	if near := policy.Nearest(word, known); near != "" {
		hint = fmt.Sprintf("did you mean: sentinel %s %s", command, near)
	}
	return finding.Usagef(hint, "unknown command %q", command+" "+word)
}
