package structure

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// answerDirectory is a page of the run's document: all files were analysed, the riskiest are listed first.
func answerDirectory(r finding.Result, v checks.Values) (structured any, text string, err error) {
	after, err := parseCursor(v.Text("cursor"))
	if err != nil {
		return nil, "", err
	}
	for _, d := range r.Documents {
		if d.Check != checkName || d.Path != "" {
			continue
		}
		var s runSummary
		if err := json.Unmarshal(d.Data, &s); err != nil {
			return nil, "", fmt.Errorf("document of the run: %w", err)
		}
		page, err := s.page(after, v.Number("max_files", defaultListed))
		if err != nil {
			return nil, "", err
		}
		return page, page.text(), nil
	}
	return nil, "", errors.New("the run has no document")
}

// text is the page in a few lines: what was not seen first, then the riskiest files and where to look in them.
func (s runSummary) text() string {
	var t toolText
	t.line(s.coverage())
	if s.Truncated {
		t.line(fmt.Sprintf("Listed: %s, the riskiest first; cursor gives the other %d.", counted(s.Analyzed, "file"), s.Omitted))
	}
	if s.Total.Files > 0 {
		r := s.Total.RiskCounts
		t.line(fmt.Sprintf("Risk: %d critical, %d high, %d medium, %d unknown, %d low (no pattern was found, which is not the same as safe).",
			r.Critical, r.High, r.Medium, r.Unknown, r.Low))
	}
	for i, f := range s.Files {
		if riskNamed(f.Risk) == riskLow {
			break
		}
		if !t.line(f.line()) {
			t.close(fmt.Sprintf("%d more in files", len(s.Files)-i))
			break
		}
	}
	return t.String()
}

// coverage says what was analysed, and what was not.
func (s runSummary) coverage() string {
	first := "Analysed " + counted(s.Total.Files, "file")
	if s.Total.Files == 0 {
		first = "Analysed nothing: no file here is in a language that is read, or none could be"
	}
	unseen := s.unseen()
	switch {
	case len(unseen) > 0:
		return first + "; " + strings.Join(unseen, ", ") + ": nothing is known of what was not seen."
	case s.Total.Files == 0:
		return first + "."
	}
	return first + ", each understood whole; nothing was skipped."
}

// unseen is what was not looked at, or not whole, in words.
func (s runSummary) unseen() []string {
	k, omitted := s.Skipped, s.Skipped.Omitted
	var list []string
	add := func(n int, noun, became string) {
		if n > 0 {
			list = append(list, counted(n, noun)+" "+became)
		}
	}
	add(s.Total.StatusCounts.Incomplete, "file", "not understood whole")
	add(len(k.Unreadable)+omitted["unreadable"], "path", "unreadable")
	add(len(k.TooLarge)+omitted["tooLarge"], "file", "too large")
	add(k.Symlinks, "link", "not followed")
	add(len(k.Other)+omitted["other"], "path", "passed over")
	return list
}

// line is one file: what is in it, and where.
func (f fileSummary) line() string {
	var parts []string
	if f.AnalysisStatus != statusComplete {
		parts = append(parts, "not understood whole")
	}
	for _, s := range f.Signals {
		parts = append(parts, fmt.Sprintf("%s line %d", s.Code, s.Line))
	}
	parts = slices.Compact(parts) // called twice in a line
	if f.MoreSignals > 0 {
		parts = append(parts, fmt.Sprintf("%d more", f.MoreSignals))
	}
	if len(parts) == 0 {
		parts = append(parts, counted(f.Operations, "operation"))
	}
	return fmt.Sprintf("%s %s: %s", f.Risk, finding.Printable(f.Path), strings.Join(parts, ", "))
}
