package report

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// ErrNoReview is the error of the report review for a run that made none.
var ErrNoReview = errors.New("there is nothing to review: neither the check changes nor the check validations ran")

// writeReview writes the review alone, described by testdata/schema/review.schema.json.
func writeReview(w io.Writer, r finding.Result, _ Options) error {
	if r.Review == nil {
		return ErrNoReview
	}
	return encode(w, r.Review.WithoutNil())
}

// diagnosticsOf are all the diagnostics there are: those of the run, and what its review alone says, such as that it is
// cut. Those that it has in a shorter form are not repeated.
func diagnosticsOf(r finding.Result) []finding.Diagnostic {
	all := slices.Clone(r.Diagnostics)
	if r.Review == nil {
		return all
	}
	for _, d := range r.Review.Diagnostics {
		if !slices.ContainsFunc(r.Diagnostics, func(known finding.Diagnostic) bool { return known.Code == d.Code }) {
			all = append(all, d)
		}
	}
	return all
}

// newsOf are the diagnostics less those that repeat how a validation went, where that is shown anyway.
func newsOf(r finding.Result) []finding.Diagnostic {
	shown := r.Review != nil && len(r.Review.Validations) > 0
	return only(diagnosticsOf(r), func(d finding.Diagnostic) bool { return !shown || !isOfValidation(d.Code) })
}

// unverifiedOf are the things that are not verified, less those that a diagnostic names.
func unverifiedOf(r finding.Result) []string {
	named := map[string]bool{}
	for _, d := range diagnosticsOf(r) {
		if d.Code == finding.WarnUnverified {
			named[d.Message+"."] = true
		}
	}
	return only(r.Scope.Unverified, func(sentence string) bool { return !named[sentence] })
}

func isOfValidation(c finding.DiagnosticCode) bool {
	switch c {
	case finding.ErrorValidationDenied, finding.ErrorValidationFailed, finding.ErrorValidationSpawn, finding.ErrorValidationTimeout:
		return true
	}
	return false
}

// isConfiguration tells the diagnostics about settings from those about what happened.
func isConfiguration(c finding.DiagnosticCode) bool {
	return c == finding.WarnRepositoryConfig || c == finding.WarnNeutralised || c == finding.ErrorConfigInvalid
}

// isBad tells what is worse than a warning.
func isBad(d finding.Diagnostic) bool { return d.Severity != finding.SeverityWarning }

// diagnosticText is a diagnostic as one sentence, and what to do about it.
func diagnosticText(d finding.Diagnostic) string {
	text := d.Message + " (" + string(d.Code) + ")"
	if d.Hint != "" {
		text += "; " + d.Hint
	}
	return text
}

const (
	// tailLines is how much is shown of the output of a command that did not pass: about a screen, and failures are
	// at the end.
	tailLines = 20
	// outputLine is how much is shown of one line of output, in bytes: of a longer one the start and the end.
	outputLine = 500
)

// output is captured output on its way to a page.
type output struct {
	name  string
	lines []string
	// of is how many lines there are, of which lines are the last ones.
	of  int
	cut bool
}

// outputsOf are the streams of a validation that have anything, with at most limit lines of each, the last ones.
// Every line is fit for one line of a page.
func outputsOf(v finding.Validation, limit int) []output {
	var out []output
	for _, s := range []output{{name: "stdout", cut: v.Truncated.Stdout, lines: linesOf(v.Stdout)}, {name: "stderr", cut: v.Truncated.Stderr, lines: linesOf(v.Stderr)}} {
		if s.of = len(s.lines); s.of == 0 {
			continue
		}
		s.lines = s.lines[max(0, s.of-limit):]
		for i, line := range s.lines {
			s.lines[i] = clipMiddle(visible(strings.ReplaceAll(line, "\t", "    ")), outputLine)
		}
		out = append(out, s)
	}
	return out
}

// clipMiddle cuts a text to limit bytes as captured output is cut, which keeps more of its end than of its start.
func clipMiddle(s string, limit int) string {
	const mark = " … "
	if len(s) <= limit {
		return s
	}
	head := (limit - len(mark)) / 3
	tail := len(s) - (limit - len(mark) - head)
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + mark + s[tail:]
}

func linesOf(text string) []string {
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// title is what stands above an output.
func (o output) title() string {
	title := o.name
	if o.of > len(o.lines) {
		title += fmt.Sprintf(", the last %d of %d lines", len(o.lines), o.of)
	}
	if o.cut {
		title += ", parts of it left out"
	}
	return title + ":"
}

// pathNotes are what is special about a changed path, beside its status.
func pathNotes(c finding.PathChange) string {
	if c.Kind == "directory" {
		return "a repository of its own, not looked into"
	}
	return ""
}

// nothingRead reports whether no check read any file, because those that make a review were alone, and what there is to
// say of how many there are.
func nothingRead(r finding.Result) (string, bool) {
	reads := func(c finding.Coverage) bool { return c.Check != "changes" && c.Check != "validations" }
	if r.Review == nil || slices.ContainsFunc(r.Coverage, reads) {
		return "", false
	}
	if r.Review.Repository == nil {
		return "no file looked at", true
	}
	return plural(r.Review.Changes.Counts.DistinctFiles, "changed file") + ", by name only", true
}
