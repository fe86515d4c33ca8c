package report

import (
	"fmt"
	"io"
	"strings"

	"sentinel/internal/finding"
)

const (
	// markdownLimit is the most bytes of a summary: GitHub takes 1 MiB from a step, and drops a larger one whole.
	markdownLimit = 900_000
	// markdownReserve is kept for headings, for the summary of a review, which is always whole, and for counting what
	// is left out.
	markdownReserve = 40_000
	// markdownFindings is the limit for findings, so that there is room for what was not looked at.
	markdownFindings = markdownLimit / 2
	// markdownList is how many entries a list that is not about findings has.
	markdownList = 100
)

// writeMarkdown writes a summary for a page, such as the job summary of GitHub Actions or a comment.
//
// Whatever comes from outside of this file is in a code span, see code: it can be no table cell, link, heading, HTML,
// mention or reference. Rows are written whole or not at all, and what is left out is counted where it would be.
func writeMarkdown(w io.Writer, r finding.Result, _ Options) error {
	m := &markdown{}
	m.head(r)
	m.section("What files can newly do", "| file | now |\n|---|---|\n", gainRows(r), markdownList, markdownFindings)
	m.section("Findings", "| level | place | finding | rule |\n|---|---|---|---|\n",
		findingRows(answerable(r.Findings)), len(r.Findings), markdownFindings)
	m.section("Newly suppressed, by directives that this change adds: review their reasons", "| level | place | finding | rule | why |\n|---|---|---|---|---|\n",
		excusedRows(r), markdownList, markdownLimit)
	m.section("Faults: tried and failed, nothing is known about these", "| place | check | fault |\n|---|---|---|\n",
		rowsOf(r.Faults, func(f finding.Fault) string {
			return cells(code(where(f.Artifact, 0)), code(f.Check), code(entry("", "", f.Message, string(f.Code))))
		}), markdownList, markdownLimit)
	m.section("Incomplete: what is not said of these files proves nothing", "| place | check | reason |\n|---|---|---|\n",
		rowsOf(r.Incomplete, func(i finding.Incomplete) string {
			return cells(code(where(i.Artifact, i.Line)), code(i.Check), code(i.Reason))
		}), markdownList, markdownLimit)
	m.section("Skipped, though a check would have looked", "| file | check | reason |\n|---|---|---|\n",
		rowsOf(only(r.Skips, isNamed), func(s finding.Skip) string {
			return cells(code(where(s.Artifact, 0)), code(s.Check), code(entry("", "", s.Reason.Explain(), s.Detail)))
		}), markdownList, markdownLimit)
	m.section("Settings in force", "| setting |\n|---|\n",
		rowsOf(r.Policy, func(s finding.Setting) string { return cells(code(setting(s))) }), markdownList, markdownLimit)
	m.section("Warnings", "| warning |\n|---|\n",
		rowsOf(append(r.Warnings[:len(r.Warnings):len(r.Warnings)], unverifiedOf(r)...), func(s string) string {
			return cells(code(s))
		}), markdownList, markdownLimit)
	m.review(r)
	m.diagnostics(r)
	if _, err := io.WriteString(w, m.out.String()); err != nil {
		return fmt.Errorf("write Markdown: %w", err)
	}
	return nil
}

type markdown struct{ out strings.Builder }

// head has the verdict and every count, whatever is left out below.
func (m *markdown) head(r finding.Result) {
	fmt.Fprintf(&m.out, "## sentinel: %s (exit code %d)\n\n", code(string(r.Verdict.Outcome)), r.Verdict.ExitCode)
	reasons := r.Verdict.Reasons
	if len(reasons) == 0 {
		reasons = []string{thresholdReason(r.Verdict.FailOn)}
	}
	for _, reason := range reasons[:min(len(reasons), markdownList)] {
		fmt.Fprintf(&m.out, "- %s\n", code(reason))
	}
	if left := len(reasons) - markdownList; left > 0 {
		fmt.Fprintf(&m.out, "- %d more reasons\n", left)
	}
	fmt.Fprintf(&m.out, "\n%s; %s; %s\n", Options{}.counts(r.Counts), looked(r), code(r.Scope.Description))
}

// row is a line of a table and how many entries it stands for. Its text is only made if it is written: most of a
// million findings are not.
type row struct {
	text    func() string
	entries int
}

// section writes as many rows as both limits allow, a number of rows and a size of the whole, and counts the rest.
func (m *markdown) section(title, header string, rows []row, most, size int) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(&m.out, "\n### %s\n\n", title)
	written := 0
	for _, r := range rows[:min(len(rows), most)] {
		text := r.text()
		if m.out.Len()+len(header)+len(text) > size-markdownReserve {
			break
		}
		m.out.WriteString(header + text)
		header = ""
		written++
	}
	left := 0
	for _, r := range rows[written:] {
		left += r.entries
	}
	if left > 0 {
		fmt.Fprintf(&m.out, "\n%d more not shown here; the json report has them all.\n", left)
	}
}

func rowsOf[T any](all []T, text func(T) string) []row {
	var rows []row
	for _, v := range all {
		rows = append(rows, row{func() string { return text(v) }, 1})
	}
	return rows
}

func gainRows(r finding.Result) []row {
	if !r.Scope.Kind.Compared() {
		return nil // without a base side nothing is new
	}
	var rows []row
	for _, gains := range groupBy(r.Capabilities, func(g finding.Gain) (string, finding.Level) { return g.Path, g.Level }) {
		text := func() string {
			var phrases []string
			for _, g := range gains {
				phrases = append(phrases, g.Capability.Phrase+movedFrom(g))
			}
			return cells(code(visiblePath(gains[0].Path)), code(enumerate(phrases)))
		}
		rows = append(rows, row{text, len(gains)})
	}
	return rows
}

// findingRows has at most FindingLimit findings of a file, and a row that counts the others.
func findingRows(findings []finding.Finding) []row {
	var rows []row
	for _, file := range groupBy(findings, func(f finding.Finding) (string, finding.Level) { return f.Path, f.Level }) {
		rows = append(rows, rowsOf(file[:min(len(file), FindingLimit)], func(f finding.Finding) string {
			return cells(code(string(f.Level)), code(place(f)), code(fullMessage(f)), code(f.RuleID))
		})...)
		if left := len(file) - FindingLimit; left > 0 {
			more := fmt.Sprintf("%d more in this file", left)
			rows = append(rows, row{func() string { return cells("", code(visiblePath(file[0].Path)), more, "") }, left})
		}
	}
	return rows
}

func excusedRows(r finding.Result) []row {
	return rowsOf(only(r.Suppressed, isNew), func(s finding.Suppressed) string {
		f := s.Finding
		return cells(code(string(f.Level)), code(place(f)), code(f.Message), code(f.RuleID), code(disagreement(s)))
	})
}

func cells(texts ...string) string { return "| " + strings.Join(texts, " | ") + " |\n" }

// code is a text as a code span on one line, of at most maxText bytes. Within a code span nothing has a meaning but a
// backquote, which ends it, and in a table a bar, which ends the cell first; both become escapes, as what is not
// visible does. Escaping a bar with a backslash will not do: readers disagree about backslashes before it.
func code(text string) string {
	text = clip(finding.Printable(text), maxText)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "`", `\x60`), "|", `\x7c`)
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}
