package report

import (
	"encoding/json"
	"fmt"
	"io"

	"sentinel/internal/finding"
)

// writeJSON writes the result as it is, described by testdata/schema/result.schema.json.
// A list is never null, so that a program can count it without asking whether it is there.
func writeJSON(w io.Writer, r finding.Result, _ Options) error {
	return encode(w, withoutNilLists(r))
}

// encode writes one indented JSON document. HTML characters stay as they are: JSON is not put into pages,
// and "=>" in a message should be readable.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", finding.JSONIndent)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

func withoutNilLists(r finding.Result) finding.Result {
	r.Capabilities = list(r.Capabilities)
	r.Findings = list(r.Findings)
	r.Suppressed = list(r.Suppressed)
	r.Policy = list(r.Policy)
	r.Incomplete = list(r.Incomplete)
	r.Skips = list(r.Skips)
	r.Faults = list(r.Faults)
	r.Coverage = list(r.Coverage)
	r.Warnings = list(r.Warnings)
	r.Diagnostics = list(r.Diagnostics)
	r.Rules = list(r.Rules)
	r.Verdict.Reasons = list(r.Verdict.Reasons)
	return r
}

// list is s, or an empty list where s is nil.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
