package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"sentinel/checks"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/mcp"
)

// refusal is an error in words that are fit for the caller as they are.
type refusal struct{ finding.Diagnostic }

func (r *refusal) Error() string { return r.Message }

// refusef refuses a call. What the words repeat has to be what the caller said.
func refusef(code finding.DiagnosticCode, hint, format string, args ...any) error {
	return &refusal{finding.Diagnostic{
		Code: code, Severity: finding.SeverityFatal, Message: clipped(finding.Printable(fmt.Sprintf(format, args...))), Hint: hint,
	}}
}

// told makes an error of a call one that the client may see: coded, a line, and without a path that it did not send.
func (t tool) told(err error, roots folders, v checks.Values) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	d := diagnosticOf(err, roots)
	answer := &mcp.ToolError{Code: string(d.Code), Message: d.Message, Hint: d.Hint}
	if t.Failed != nil {
		answer.Structured = t.Failed(d, v)
	}
	return answer
}

// diagnosticOf names an error for a client.
func diagnosticOf(err error, roots folders) finding.Diagnostic {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return r.Diagnostic
	}
	d := engine.DiagnosticOf(err)
	if hint, ok := hints()[d.Code]; ok {
		d.Hint = hint
	}
	d.Message, d.Hint = clipped(withoutPlaces(d.Message, roots)), clipped(withoutPlaces(d.Hint, roots))
	return d
}

// hints say what helps here, where it is not what helps on a command line.
func hints() map[finding.DiagnosticCode]string {
	return map[finding.DiagnosticCode]string{
		finding.ErrorOutsideRoot:    "all of a repository has to lie in the roots, its git directory and the objects that it shares included: start the server with a further --root",
		finding.ErrorNotARepository: "name a folder of a git repository; scope files and the analyze tools need none",
		finding.ErrorGitTimeout:     "limit it to some paths, or to a smaller scope",
		finding.ErrorConfigInvalid:  "a change that repairs the file passes",
	}
}

// withoutPlaces is the first line of a text with paths from the first root in place of absolute ones in it, as the
// client may use them, and no other absolute path.
func withoutPlaces(text string, roots folders) string {
	text, _, _ = strings.Cut(text, "\n")
	if len(roots) > 0 {
		text = fromRoot(text, roots[0])
	}
	return mcp.WithoutPaths(text)
}

// fromRoot makes paths in a root relative to it.
func fromRoot(text, root string) string {
	if root == "/" {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, root)
		b.WriteString(before)
		switch next, _ := utf8.DecodeRuneInString(rest); {
		case !found:
			return b.String()
		case next == '/' && len(rest) > 1 && !strings.ContainsRune(" \"':;,)", rune(rest[1])):
			rest = rest[1:]
		case rest == "" || strings.ContainsRune(" \"':;,)/", next):
			b.WriteString(".")
		default:
			b.WriteString(root) // another folder, whose name only begins like it
		}
		text = rest
	}
}

// maxTold is the most characters of a message or hint: what a repository can put into one is bounded.
const maxTold = 500

func clipped(text string) string {
	if utf8.RuneCountInString(text) <= maxTold {
		return text
	}
	return string([]rune(text)[:maxTold-1]) + "…"
}
