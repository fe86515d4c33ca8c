package mcp

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// ToolError is a failure that a tool explains to the client. It is answered with isError set and the text
//
//	CODE: message
//	Hint: hint
type ToolError struct {
	// Code names the kind of failure for programs, such as E_PATH_OUTSIDE_ROOT.
	Code string
	// Message says what was wrong and where, in one line.
	Message string
	// Hint says what to do about it, in one line; it may be empty.
	Hint string
	// Structured goes with the answer, if not nil, and fits the tool's Output schema.
	Structured any
}

// Error is the text that the client is shown.
func (e *ToolError) Error() string {
	text := e.Code + ": " + finding.Printable(e.Message)
	if e.Hint != "" {
		text += "\nHint: " + finding.Printable(e.Hint)
	}
	return text
}

// maxInternal is how many characters of an error that nobody meant for clients are shown to them: enough to say it in a
// bug report.
const maxInternal = 300

// anyPath is an absolute path, of Unix or Windows, in the text of an error.
var anyPath = regexp.MustCompile(`"(?:/|[A-Za-z]:[\\/]|\\\\)[^"]*"|(^|[^\w.~/\\-])(?:/|[A-Za-z]:[\\/]|\\\\)[^/\s"'<>|:;,()\[\]{}][^\s"'<>|:;,()\[\]{}]*`)

// explained makes any error of a tool one that a client may see.
func explained(err error) *ToolError {
	var told *ToolError
	switch {
	case errors.As(err, &told):
		return told
	case errors.Is(err, context.Canceled):
		return &ToolError{Code: "E_CANCELLED", Message: "the call was cancelled"}
	case errors.Is(err, context.DeadlineExceeded):
		return &ToolError{Code: "E_TIMEOUT", Message: "the call took too long"}
	}
	return &ToolError{Code: "E_INTERNAL", Message: redact(err)}
}

// WithoutPaths is a text with <path> in place of every absolute path.
func WithoutPaths(text string) string { return anyPath.ReplaceAllString(text, "$1<path>") }

// redact is the first line of an error without absolute paths, which tell a client of places it did not name.
func redact(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	for _, path := range pathsOf(err) {
		text = strings.ReplaceAll(text, path, "<path>")
	}
	text = finding.Printable(WithoutPaths(text))
	if utf8.RuneCountInString(text) > maxInternal {
		text = string([]rune(text)[:maxInternal-3]) + "..."
	}
	return text
}

// pathsOf are the paths that an error knows of, which may have blanks in them that its text does not show.
func pathsOf(err error) []string {
	var paths []string
	var one *fs.PathError
	if errors.As(err, &one) && one.Path != "" {
		paths = append(paths, one.Path)
	}
	var two *os.LinkError
	if errors.As(err, &two) && two.Old != "" && two.New != "" {
		paths = append(paths, two.Old, two.New)
	}
	return paths
}
