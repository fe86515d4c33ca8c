package report

import (
	"fmt"
	"math"
	"strings"

	"sentinel/internal/finding"
)

// review has what changed and how validations went. What is captured output stands in fenced blocks, see fenced;
// everything else from outside is in a code span.
func (m *markdown) review(r finding.Result) {
	review := r.Review
	if review == nil {
		return
	}
	m.summary(review)
	most := math.MaxInt
	if review.Detail == finding.DetailSummary {
		most = ListLimit
	}
	for _, s := range finding.Sections() {
		list, count := *review.Changes.List(s), *review.Changes.Counts.Of(s)
		rows := rowsOf(list, changeRow)
		if left := count - len(list); left > 0 {
			rows = append(rows, row{func() string { return cells("", "", fmt.Sprintf("%d more, counted only", left)) }, left})
		}
		m.section("Changes: "+string(s), "| path | status | notes |\n|---|---|---|\n", rows, most, markdownLimit)
	}
	m.section("Validations", "| status | validation | command | result |\n|---|---|---|---|\n",
		rowsOf(review.Validations, func(v finding.Validation) string {
			return cells(code(string(v.Status)), code(v.ID), code(strings.Join(v.Argv, " ")), code(v.ResultText()))
		}), len(review.Validations), markdownLimit)
	m.outputs(review)
}

// summary is what a review comes to, where the repository stands, and every count.
func (m *markdown) summary(review *finding.Review) {
	fmt.Fprintf(&m.out, "\n### Repository review: %s\n\n", code(review.OutcomeText()))
	if repository := review.Repository; repository != nil {
		fmt.Fprintf(&m.out, "- repository: %s\n- HEAD: %s\n- base: %s\n\n",
			code(visiblePath(repository.Path)), code(repository.Head.HeadText()), code(repository.Base.BaseText()))
	}
	m.out.WriteString("| scope | changed paths |\n|---|---|\n")
	for _, s := range finding.Sections() {
		count := "_not inspected_"
		if review.Inspected(s) {
			count = fmt.Sprint(*review.Changes.Counts.Of(s))
		}
		m.out.WriteString(cells(string(s), count))
	}
	m.out.WriteString(cells("distinct files", fmt.Sprint(review.Changes.Counts.DistinctFiles)))
	if t := review.Truncation; t.Applied {
		fmt.Fprintf(&m.out, "\n%s left out of the review: %s\n", size(t.DroppedBytes), code(strings.Join(t.Fields, ", ")))
	}
}

func changeRow(c finding.PathChange) string {
	var notes []string
	if c.OrigPath != "" {
		notes = append(notes, "from "+code(visiblePath(c.OrigPath)))
	}
	if c.Score != nil {
		notes = append(notes, fmt.Sprintf("%d%% alike", *c.Score))
	}
	if text := pathNotes(c); text != "" {
		notes = append(notes, text)
	}
	return cells(code(visiblePath(c.Path)), code(string(c.Status)), strings.Join(notes, ", "))
}

// outputs shows what commands have written: all of it, or in summary detail the end of what those have written that
// did not pass.
func (m *markdown) outputs(review *finding.Review) {
	left := 0
	for _, v := range review.Validations {
		limit := math.MaxInt
		if review.Detail == finding.DetailSummary {
			limit = tailLines
			if v.Status == finding.ValidationPassed {
				continue
			}
		}
		for _, o := range outputsOf(v, limit) {
			block := fmt.Sprintf("\n%s %s\n\n%s", code(v.ID), o.title(), fenced(o.lines))
			if m.out.Len()+len(block) > markdownLimit-markdownReserve {
				left++
				continue
			}
			m.out.WriteString(block)
		}
	}
	if left > 0 {
		fmt.Fprintf(&m.out, "\n%d more streams not shown here; the review report has them all.\n", left)
	}
}

// diagnostics are grouped by severity, the worst first.
func (m *markdown) diagnostics(r finding.Result) {
	all := diagnosticsOf(r)
	for _, group := range []struct {
		title    string
		severity finding.Severity
	}{{"Fatal", finding.SeverityFatal}, {"Errors", finding.SeverityError}, {"Warnings", finding.SeverityWarning}} {
		m.section("Diagnostics: "+group.title, "| code | message | what to do |\n|---|---|---|\n",
			rowsOf(only(all, func(d finding.Diagnostic) bool { return d.Severity == group.severity }), func(d finding.Diagnostic) string {
				return cells(code(string(d.Code)), code(d.Message), code(d.Hint))
			}), markdownList, markdownLimit)
	}
}

// fenced is a block of lines that are shown as they are. Its fence is longer than any run of backquotes in it, so that
// no line ends it.
func fenced(lines []string) string {
	longest := 2
	for _, line := range lines {
		run := 0
		for _, r := range line {
			if r != '`' {
				run = 0
				continue
			}
			run++
			longest = max(longest, run)
		}
	}
	fence := strings.Repeat("`", longest+1)
	return fence + "text\n" + strings.Join(lines, "\n") + "\n" + fence + "\n"
}
