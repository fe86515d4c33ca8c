package report

import (
	"encoding/json"
	"fmt"
	"io"

	"sentinel/internal/finding"
)

// The lines of a jsonl report, described by testdata/schema/jsonl.schema.json. Each is one object with its kind as
// the first key and otherwise the keys that it has in the json report.
type (
	headerLine struct {
		Kind          string        `json:"kind"`
		SchemaVersion int           `json:"schemaVersion"`
		Tool          finding.Tool  `json:"tool"`
		Scope         finding.Scope `json:"scope"`
	}
	gainLine struct {
		Kind string `json:"kind"`
		finding.Gain
	}
	findingLine struct {
		Kind string `json:"kind"`
		finding.Finding
	}
	suppressedLine struct {
		Kind string `json:"kind"`
		finding.Suppressed
	}
	incompleteLine struct {
		Kind string `json:"kind"`
		finding.Incomplete
	}
	skipLine struct {
		Kind string `json:"kind"`
		finding.Skip
	}
	faultLine struct {
		Kind string `json:"kind"`
		finding.Fault
	}
	summaryLine struct {
		Kind        string               `json:"kind"`
		Verdict     finding.Verdict      `json:"verdict"`
		Counts      finding.Counts       `json:"counts"`
		Policy      []finding.Setting    `json:"policy"`
		Coverage    []finding.Coverage   `json:"coverage"`
		Warnings    []string             `json:"warnings"`
		Diagnostics []finding.Diagnostic `json:"diagnostics"`
		LeftOut     leftOutLine          `json:"leftOut"`
	}
	// leftOutLine counts what only the json report has: it belongs to no line of its own.
	leftOutLine struct {
		Rules     int `json:"rules"`
		Documents int `json:"documents"`
	}
)

// writeJSONL writes a header, then a line for each gain, finding, suppressed finding, incomplete file, skip and
// fault, in this order, then a summary. A reader that did not get to the summary has not got the whole report.
func writeJSONL(w io.Writer, r finding.Result, _ Options) error {
	r = withoutNilLists(r)
	l := &lines{to: json.NewEncoder(w)}
	l.to.SetEscapeHTML(false)
	l.write(headerLine{"header", r.SchemaVersion, r.Tool, r.Scope})
	for _, v := range r.Capabilities {
		l.write(gainLine{"gain", v})
	}
	for _, v := range r.Findings {
		l.write(findingLine{"finding", v})
	}
	for _, v := range r.Suppressed {
		l.write(suppressedLine{"suppressed", v})
	}
	for _, v := range r.Incomplete {
		l.write(incompleteLine{"incomplete", v})
	}
	for _, v := range r.Skips {
		l.write(skipLine{"skip", v})
	}
	for _, v := range r.Faults {
		l.write(faultLine{"fault", v})
	}
	l.write(summaryLine{"summary", r.Verdict, r.Counts, r.Policy, r.Coverage, r.Warnings, r.Diagnostics,
		leftOutLine{len(r.Rules), len(r.Documents)}})
	return l.err
}

// lines writes until the first error, which it keeps.
type lines struct {
	to  *json.Encoder
	err error
}

func (l *lines) write(v any) {
	if l.err != nil {
		return
	}
	if err := l.to.Encode(v); err != nil {
		l.err = fmt.Errorf("write JSON lines: %w", err)
	}
}
