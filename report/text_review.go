package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// standing says where the repository stands.
func (t *text) standing() {
	if t.r.Review == nil || t.r.Review.Repository == nil {
		return
	}
	repository := t.r.Review.Repository
	t.line("%s", t.o.paint(bold, "repository "+visiblePath(repository.Path)))
	t.line("  HEAD  %s", visible(repository.Head.HeadText()))
	t.line("  base  %s", visible(repository.Base.BaseText()))
}

// changed lists the sections, with git's letters for what became of a path.
func (t *text) changed() {
	review := t.r.Review
	if review == nil || review.Repository == nil {
		return
	}
	for _, s := range finding.Sections() {
		list, count := *review.Changes.List(s), *review.Changes.Counts.Of(s)
		if !review.Inspected(s) {
			t.line("%s: not looked at", t.o.paint(bold, string(s)))
			continue
		}
		t.line("%s", t.o.paint(bold, fmt.Sprintf("%s (%d)", s, count)))
		t.listed(len(list), func(i int) { t.changedPath(list[i]) })
		if left := count - len(list); left > 0 {
			t.line("  %d more, counted only", left)
		}
	}
}

func (t *text) changedPath(c finding.PathChange) {
	color := cyan
	if c.Status == finding.PathDeleted || c.Status == finding.PathUnmerged {
		color = red
	}
	path := visiblePath(c.Path)
	if c.OrigPath != "" {
		path = visiblePath(c.OrigPath) + " -> " + path
	}
	if c.Score != nil {
		path += fmt.Sprintf(" (%d%%)", *c.Score)
	}
	if notes := pathNotes(c); notes != "" {
		path += " (" + notes + ")"
	}
	t.line("  %s %s", t.o.paint(color, c.Status.Letter()), path)
}

// validations has a line for each command, and the end of the output of those that did not pass.
func (t *text) validations() {
	if t.r.Review == nil || len(t.r.Review.Validations) == 0 {
		return
	}
	all := t.r.Review.Validations
	statuses, ids := 0, 0
	for _, v := range all {
		statuses, ids = max(statuses, len(v.Status)), max(ids, utf8.RuneCountInString(visible(v.ID)))
	}
	t.line("%s", t.o.paint(bold, fmt.Sprintf("validations (%d)", len(all)))+": "+t.r.Review.ValidationsText())
	for _, v := range all {
		color := red
		if v.Status == finding.ValidationPassed {
			color = cyan
		}
		t.line("  %s  %-*s  %s", t.o.paint(color, fmt.Sprintf("%-*s", statuses, v.Status)), ids, visible(v.ID), visible(v.ResultText()))
		t.line("      %s", t.o.paint(dim, clip(visible(strings.Join(v.Argv, " ")), outputLine)))
		if v.Status != finding.ValidationPassed {
			t.outputs(v)
		}
	}
}

// outputs are behind a bar, so that no line of a command's passes for one of this report.
func (t *text) outputs(v finding.Validation) {
	limit := tailLines
	if t.o.Verbose {
		limit = max(len(v.Stdout), len(v.Stderr))
	}
	for _, o := range outputsOf(v, limit) {
		t.line("    %s", o.title())
		for _, line := range o.lines {
			t.line("    | %s", line)
		}
	}
}

// diagnostics are what a reader must know about the repository and the run.
func (t *text) diagnostics() {
	for _, d := range newsOf(t.r) {
		color := red
		if !isBad(d) {
			color = yellow
		}
		head := visible(string(d.Severity)) + ":"
		t.told(head+" ", t.o.paint(color, head)+" ", fmt.Sprintf("%s (%s)", visible(d.Message), visible(string(d.Code))))
		if d.Hint != "" {
			t.told("  hint: ", "  hint: ", visible(d.Hint))
		}
	}
}
