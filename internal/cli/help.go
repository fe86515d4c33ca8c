package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
	"sentinel/report"
)

// checkExamples come first in the help: most people want one of them and nothing else.
const checkExamples = `  sentinel check                        what you changed since the last commit
  sentinel check --staged               what git commit would commit
  sentinel check --base origin/main     what this branch adds
  sentinel check --all -- src           everything under src, as it is
  sentinel check --report sarif=out.sarif --report text
`

// The help is laid out for a terminal of helpWidth columns; what a row explains starts at helpColumn.
const (
	helpWidth  = 80
	helpColumn = 24
)

func (inv *invocation) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "say how to use sentinel, or one command of it",
		ArgsUsage: "[COMMAND]",
		HideHelp:  true,
		Action: func(c *cli.Context) error {
			if len(inv.words) > 1 {
				return finding.Usagef("", "help takes one command")
			}
			return inv.printHelp(c.App, strings.Join(inv.words, ""))
		},
	}
}

func (inv *invocation) printHelp(app *cli.App, command string) error {
	if command != "" && findCommand(command, app.Commands) == nil {
		return unknownCommand(command, app.Commands)
	}
	return writeHelp(inv.stdout, app, command)
}

// writeHelp is about the command, or about the whole program for "".
func writeHelp(w io.Writer, app *cli.App, command string) error {
	var b strings.Builder
	if c := findCommand(command, app.Commands); c != nil {
		commandHelp(&b, c)
	} else {
		appHelp(&b, app)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func appHelp(b *strings.Builder, app *cli.App) {
	fmt.Fprintf(b, "sentinel %s.\n\nTry it in any git repository:\n%s", app.Usage, checkExamples)
	b.WriteString("\nCommands:\n")
	for _, c := range app.Commands {
		row(b, strings.TrimSpace(c.Name+" "+c.ArgsUsage), c.Usage)
	}
	b.WriteString("\nMore: sentinel help COMMAND\n")
	exitCodeHelp(b)
}

func commandHelp(b *strings.Builder, c *cli.Command) {
	fmt.Fprintf(b, "Usage: sentinel %s %s\n\n%s.\n", c.Name, c.ArgsUsage, sentence(c.Usage))
	if c.Name == "check" {
		fmt.Fprintf(b, "\nExamples:\n%s", checkExamples)
	}
	if c.Description != "" {
		b.WriteString("\n" + c.Description)
	}
	flagHelp(b, c.Flags)
	if c.Name == "check" {
		checkHelp(b)
		formatHelp(b)
		limitHelp(b)
		exitCodeHelp(b)
	}
}

// flagHelp lists flags under the titles of their groups, in the order in which they are defined.
func flagHelp(b *strings.Builder, flags []cli.Flag) {
	group := ""
	for _, f := range flags {
		if c := f.(cli.CategorizableFlag).GetCategory(); c != group {
			group = c
			fmt.Fprintf(b, "\n%s:\n", group)
		}
		_, text := describe(f)
		row(b, synopsis(f), text)
	}
}

// synopsis is a flag the way it is typed: "-v, --verbose", "--base REF".
func synopsis(f cli.Flag) string {
	var names []string
	for _, n := range f.Names() {
		names = append([]string{dashed(n)}, names...)
	}
	value, _ := describe(f)
	return strings.TrimSpace(strings.Join(names, ", ") + " " + value)
}

// describe takes apart a flag's usage: the value it wants stands first, in backquotes.
func describe(f cli.Flag) (value, text string) {
	text = f.(cli.DocGenerationFlag).GetUsage()
	if takesValue(f) {
		value, text, _ = strings.Cut(strings.TrimPrefix(text, "`"), "` ")
	}
	return value, text
}

func checkHelp(b *strings.Builder) {
	b.WriteString("\nChecks (if none is named, all but those on request):\n")
	for _, c := range all.Checks() {
		title := c.Title
		if c.OnRequest {
			title += "; on request"
		}
		row(b, c.Name, title)
	}
}

func formatHelp(b *strings.Builder) {
	b.WriteString("\nReport formats:\n")
	for _, f := range report.Formats() {
		row(b, f.Name, f.Description)
	}
}

func limitHelp(b *strings.Builder) {
	b.WriteString("\nLimits (what is over one is listed, and never passes for safe):\n")
	row(b, fmt.Sprintf("%d bytes", syntax.MaxBytes), "the largest file that is parsed; a larger one is skipped")
	row(b, syntax.TimeLimit.String(), "the longest that one file may take to parse; then it is a fault")
	row(b, fmt.Sprintf("%d entries", report.ListLimit), "of a list that the text report shows without --verbose")
	row(b, fmt.Sprintf("%d findings", report.FindingLimit), "of one file that the text report shows without --verbose, and the Markdown report at all")
}

func exitCodeHelp(b *strings.Builder) {
	b.WriteString("\nExit codes (the report format never changes one):\n")
	for _, e := range finding.ExitCodes() {
		row(b, fmt.Sprint(e.Code), e.Meaning)
	}
}

// row writes two columns, wrapping the right one. A long left one gets a line to itself.
func row(b *strings.Builder, left, right string) {
	column := 2 + utf8.RuneCountInString(left)
	b.WriteString("  " + left)
	if column+2 > helpColumn {
		b.WriteString("\n")
		column = 0
	}
	for i, word := range strings.Fields(right) {
		if i > 0 && column+1+utf8.RuneCountInString(word) > helpWidth {
			b.WriteString("\n")
			column = 0
		}
		gap := max(helpColumn-column, 1)
		b.WriteString(strings.Repeat(" ", gap) + word)
		column += gap + utf8.RuneCountInString(word)
	}
	b.WriteString("\n")
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
