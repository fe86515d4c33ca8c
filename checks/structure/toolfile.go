package structure

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// answerFile is the document of the one file that was looked at, as every report has it.
func answerFile(r finding.Result, v checks.Values) (structured any, text string, err error) {
	for _, d := range r.Documents {
		if d.Check != checkName || d.Path == "" {
			continue
		}
		var doc document
		if err := json.Unmarshal(d.Data, &doc); err != nil {
			return nil, "", fmt.Errorf("document of %s: %w", checks.Clip(d.Path), err)
		}
		return d.Data, doc.text(), nil
	}
	return nil, "", unanswered(r, v.Text("path"))
}

// answerCode is the same, under the name that the caller gave.
func answerCode(r finding.Result, v checks.Values) (structured any, text string, err error) {
	structured, _, err = answerFile(r, v)
	if err != nil {
		return nil, "", err
	}
	var doc document
	if err := json.Unmarshal(structured.(json.RawMessage), &doc); err != nil {
		return nil, "", fmt.Errorf("document of the code: %w", err)
	}
	if target := v.Text("target"); target != "" && doc.Mission.Target != finding.Printable(target) {
		doc.Mission.Target = finding.Printable(target)
		return doc, doc.text(), nil
	}
	return structured, doc.text(), nil
}

// unanswered says why there is no document of a file.
func unanswered(r finding.Result, path string) error {
	shown := finding.Printable(path)
	if shown == "" {
		shown = "the code"
	}
	for _, f := range r.Faults {
		if f.Check == checkName || f.Check == "" {
			return refusal(finding.ErrorUnreadable, "", "%s could not be %s: %s", shown, done(stageOf(f.Code)), f.Message)
		}
	}
	for _, s := range r.Skips {
		switch {
		case s.Reason == finding.SkipTooLarge:
			return refusal(finding.ErrorTooLarge, "read the parts of it that you need", "%s is too large: %s", shown, s.Detail)
		case s.Check == checkName || s.Check == "":
			return refusal(finding.ErrorNotAFile, "", "%s was not looked at: %s", shown, s.Reason.Explain())
		}
	}
	return refusal(finding.ErrorUnsupported, "the extensions are: "+strings.Join(extensions(), " "),
		"%s is not in a language that is read", shown)
}

func done(stage string) string {
	if stage == "read" {
		return "read"
	}
	return "analysed"
}

// extensions are those that the check reads, one name of each.
func extensions() []string {
	return []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}
}

// text is the document in a few lines: whether to trust it, what is dangerous, and where the file leads.
func (d document) text() string {
	var t toolText
	status := "understood whole"
	if d.AnalysisStatus != statusComplete {
		status = "not understood whole, so that what is not said here proves nothing: read the source"
	}
	t.line(fmt.Sprintf("%s: %s, %s, %s", d.Mission.Target, d.Language, counted(d.Summary.Lines, "line"), status))
	t.line("risk: " + d.World.described())
	for i, f := range d.Forbidden {
		if !t.line(fmt.Sprintf("%s: %s at %d:%d (%s)", f.Risk, f.Code, f.Line, f.Column, f.Rule)) {
			t.close(fmt.Sprintf("%d more in forbidden", len(d.Forbidden)-i))
			return t.String()
		}
	}
	t.line(named("imports", d.Facts.Imports, func(f importFact) string { return f.Module }))
	t.line(named("exports", d.Facts.Exports, func(f exportFact) string { return f.Name }))
	t.line(named("routes", d.Facts.Routes, func(f routeFact) string { return f.Method + " " + f.Path }))
	t.line(named("environment", d.Facts.Env, func(f envFact) string { return f.Name }))
	return t.String()
}

// described is the risk, and what it does not say.
func (w world) described() string {
	switch {
	case w.Risk == riskLow.String():
		return "low (no pattern was found, which is not the same as safe)"
	case w.RiskFloor != "":
		return fmt.Sprintf("%s (at least %s, as far as it was understood)", w.Risk, w.RiskFloor)
	}
	return w.Risk
}

// maxNamed is how many names of a kind the text of a file has; facts has the others.
const maxNamed = 6

// named lists the first of some facts, each name once; "" where there are none.
func named[F any](what string, list []F, name func(F) string) string {
	var names []string
	for _, f := range list {
		if n := name(f); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return ""
	}
	more := ""
	if extra := len(names) - maxNamed; extra > 0 {
		names, more = names[:maxNamed], fmt.Sprintf(" and %d more", extra)
	}
	return fmt.Sprintf("%s: %s%s", what, strings.Join(names, ", "), more)
}
