package report

import (
	"strings"

	"sentinel/internal/finding"
)

// visible makes a message fit for a terminal. Messages quote names that a repository chose.
func visible(message string) string { return finding.Printable(message) }

// visiblePath is visible for a path. A backslash is doubled, so that no two paths look the same:
// a file whose name holds the four characters \x0a does not pass for one whose name holds a line feed.
func visiblePath(path string) string {
	return finding.Printable(strings.ReplaceAll(path, `\`, `\\`))
}

// inert keeps a line from being a command to the runner of GitHub Actions, which reads every log: "::" at the start
// of a line after white space, and the older "##[" anywhere. A file's name may hold either, and begins lines.
func inert(line string) string {
	line = strings.ReplaceAll(line, "##[", `#\x23[`)
	if text := strings.TrimLeft(line, " "); strings.HasPrefix(text, "::") {
		return line[:len(line)-len(text)] + `\x3a` + text[1:]
	}
	return line
}

// style is an ANSI SGR parameter.
type style string

// The styles: colours of the basic palette only, which every theme keeps readable.
const (
	bold   style = "1"
	dim    style = "2"
	red    style = "31"
	yellow style = "33"
	cyan   style = "36"
)

// paint puts text, which must already be visible, in a style.
func (o Options) paint(st style, text string) string {
	if !o.Color || text == "" {
		return text
	}
	return "\x1b[" + string(st) + "m" + text + "\x1b[0m"
}

// paintLevel puts text in the colour of a level.
func (o Options) paintLevel(l finding.Level, text string) string {
	switch l {
	case finding.Error:
		return o.paint(red, text)
	case finding.Warning:
		return o.paint(yellow, text)
	}
	return o.paint(cyan, text)
}
