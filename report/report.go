// Package report shows a result. A reporter sees the result and nothing else: it reads no file, no clock
// and no environment, so that the same result always gives the same bytes.
package report

import (
	"fmt"
	"io"
	"strings"

	"sentinel/internal/finding"
)

// Writer writes a whole result in one format. Its only errors are those of w, and of a result that
// the format cannot carry.
type Writer func(w io.Writer, r finding.Result, o Options) error

// Options are what a caller knows about the reader. Formats for machines ignore them.
type Options struct {
	// Color allows colour. The caller decides it once from the terminal and NO_COLOR.
	Color bool
	// Width is the terminal's width in columns; 0 means that the reader is not a terminal.
	Width int
	// Verbose lists what is otherwise only counted: skips, existing and suppressed findings, and what is over
	// ListLimit and FindingLimit.
	Verbose bool
	// Tool says that the reader asked through a tool: there is no command line to write the next step on, and what is
	// only counted is in the structured answer.
	Tool bool
}

// Format is one way to show a result.
type Format struct {
	Name string
	// Description completes "NAME: ..." in a list of formats.
	Description string
	Write       Writer
}

// Formats are all the formats, sorted by name. A new format is one line here.
func Formats() []Format {
	return []Format{
		{"github", "annotations of GitHub Actions, as workflow commands", writeGitHub},
		{"gitlab", "GitLab code quality", writeGitLab},
		{"json", "one document with everything that is known, for programs", writeJSON},
		{"jsonl", "one JSON object a line, for programs that read as it comes", writeJSONL},
		{"junit", "JUnit XML, for services that show tests", writeJUnit},
		{"markdown", "Markdown under the limit of a GitHub job summary", writeMarkdown},
		{"review", "what changed and how validations went, for programs: of the checks changes and validations", writeReview},
		{"sarif", "SARIF 2.1.0, for code scanning services and editors", writeSARIF},
		{"text", "for people", writeText},
	}
}

// Lookup gives the format with that name. The error lists the names there are.
func Lookup(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown report format %q: the formats are %s", name, strings.Join(names, ", "))
}
