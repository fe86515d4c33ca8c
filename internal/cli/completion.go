package cli

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/internal/finding"
)

//go:embed completion/sentinel.*
var completionScripts embed.FS

const completionHelp = `  bash         source <(sentinel completion bash)                      in ~/.bashrc
  zsh          source <(sentinel completion zsh)                       in ~/.zshrc
  fish         sentinel completion fish | source                       in config.fish
  powershell   sentinel completion powershell | Out-String | Invoke-Expression

The scripts ask sentinel itself, with: sentinel completion words -- WORD...
`

// shells are the shells there is a script for, and what its name ends with.
func shells() map[string]string {
	return map[string]string{"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1"}
}

func (inv *invocation) completionCommand() *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "print a script that makes a shell complete what you type",
		ArgsUsage:   "bash|zsh|fish|powershell",
		Description: completionHelp,
		HideHelp:    true,
		Action:      inv.completion,
	}
}

func (inv *invocation) completion(c *cli.Context) error {
	shell := strings.Join(inv.words, " ")
	if shell == "words" {
		return inv.printCandidates(c.App.Commands)
	}
	end, known := shells()[shell]
	if !known || len(inv.paths) > 0 {
		return unknownWord("completion", shell, shellNames())
	}
	script, err := completionScripts.ReadFile("completion/sentinel." + end)
	if err != nil {
		return err
	}
	_, err = inv.stdout.Write(script)
	return err
}

func shellNames() []string { return []string{"bash", "zsh", "fish", "powershell"} }

// printCandidates completes the last of the words after "--": one candidate a line, with a tab and what it means.
func (inv *invocation) printCandidates(commands []*cli.Command) error {
	if len(inv.paths) == 0 {
		return finding.Usagef("", "completion words takes the words to complete after --")
	}
	for _, c := range complete(inv.paths, commands) {
		if _, err := fmt.Fprintf(inv.stdout, "%s\t%s\n", c.value, c.meaning); err != nil {
			return err
		}
	}
	return nil
}

// candidate is what a word may become. The meaning is one line, and may be empty.
type candidate struct{ value, meaning string }

// plain are candidates that explain themselves.
func plain(values ...string) []candidate {
	var list []candidate
	for _, v := range values {
		list = append(list, candidate{value: v})
	}
	return list
}

// complete gives what the last word may become, nothing where that is a file's name or anything at all.
func complete(words []string, commands []*cli.Command) []candidate {
	last := len(words) - 1
	before, word := splitAtEquals(words[:last], strings.TrimSpace(words[last]))
	if slices.Contains(before, "--") {
		return nil
	}
	name := commandIn(before, commands)
	known := commands
	if name != "" {
		if known = nil; findCommand(name, commands) != nil {
			known = []*cli.Command{findCommand(name, commands)}
		}
	}
	if flag := waitsForValue(before, known); flag != nil {
		return beginning(word, flagValues(flag.Names()[0]))
	}
	if option, _, ok := strings.Cut(word, "="); ok && isFlag(word) {
		return beginning(word, valuesBehind(option+"=", known))
	}
	if strings.HasPrefix(word, "-") {
		return beginning(word, flagsOf(known))
	}
	return beginning(word, positional(name, positionals(before, known), commands))
}

// splitAtEquals undoes what bash does to --name=value: it makes three words of it.
func splitAtEquals(before []string, word string) ([]string, string) {
	if word == "=" {
		return before, ""
	}
	if n := len(before); n >= 2 && before[n-1] == "=" {
		return before[:n-1], word
	}
	return before, word
}

// waitsForValue is the flag that the next word is the value of, or nil.
func waitsForValue(before []string, known []*cli.Command) cli.Flag {
	if len(before) == 0 || !isFlag(before[len(before)-1]) {
		return nil
	}
	name, hasValue := cutFlag(before[len(before)-1])
	if f := findFlag(name, known); f != nil && takesValue(f) && !hasValue {
		return f
	}
	return nil
}

// valuesBehind are the values of a flag, written behind its name.
func valuesBehind(prefix string, known []*cli.Command) []candidate {
	name, _ := cutFlag(prefix)
	f := findFlag(name, known)
	if f == nil {
		return nil
	}
	values := flagValues(f.Names()[0])
	for i := range values {
		values[i].value = prefix + values[i].value
	}
	return values
}

// positionals are the words before that are neither flags nor their values, without the command.
func positionals(before []string, known []*cli.Command) []string {
	var words []string
	for i := 0; i < len(before); i++ {
		if !isFlag(before[i]) {
			words = append(words, before[i])
		} else if waitsForValue(before[:i+1], known) != nil {
			i++
		}
	}
	return words[min(1, len(words)):]
}

func beginning(word string, candidates []candidate) []candidate {
	return slices.DeleteFunc(candidates, func(c candidate) bool { return !strings.HasPrefix(c.value, word) })
}
