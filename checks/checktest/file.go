package checktest

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// Outcome is what a check said of one file, located as the engine would.
type Outcome struct {
	Path       string
	Findings   []finding.Finding // in source order, without level, fingerprint and attribution
	Keys       []string          // what the check gave each finding as its key
	Incomplete []finding.Incomplete
	Document   json.RawMessage
}

// File runs a File check over one file, and fails the test where the check breaks or says what no check may:
// a finding of a rule it does not have, or outside the text.
func File(t testing.TB, c *checks.Check, path string, text []byte) Outcome {
	t.Helper()
	if !c.Match(change.File{Path: path, Status: change.Present, New: change.Side{Path: path, Mode: "100644"}}) {
		t.Fatalf("%s does not look at %s", c.Name, path)
	}
	f := checks.NewFile(path, change.KindOf(path), text, func() (*syntax.Tree, error) {
		language, ok := syntax.LanguageOf(path)
		if !ok {
			return nil, syntax.ErrUnsupported
		}
		return syntax.Parse(language, text)
	})
	if err := c.File(context.Background(), f); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return locate(t, c, path, text, f.Output())
}

func locate(t testing.TB, c *checks.Check, path string, text []byte, out checks.Output) Outcome {
	t.Helper()
	o := Outcome{Path: path, Document: out.Document}
	slices.SortStableFunc(out.Reports, func(a, b checks.Report) int { return a.Span.Start - b.Span.Start })
	locator := finding.NewLocator(text)
	for _, r := range out.Reports {
		if _, ok := c.Rule(r.Rule); !ok {
			t.Errorf("%s: finding of an unknown rule: %+v", path, r)
		}
		if r.Span.Start < 0 || r.Span.End < r.Span.Start || r.Span.End > len(text) {
			t.Errorf("%s: finding outside the text of %d bytes: %+v", path, len(text), r)
		}
		o.Findings = append(o.Findings, finding.Finding{
			RuleID: r.Rule, Message: r.Message, Artifact: finding.ArtifactOf(path), Region: locator.Region(r.Span),
		})
		o.Keys = append(o.Keys, r.Key)
	}
	for _, g := range out.Incomplete {
		line := 0
		if g.Offset >= 0 {
			line = locator.Region(finding.Span{Start: g.Offset, End: g.Offset}).StartLine
		}
		o.Incomplete = append(o.Incomplete, finding.Incomplete{
			Check: c.Name, Artifact: finding.ArtifactOf(path), Line: line, Reason: g.Reason,
		})
	}
	return o
}

// documents are the outcomes' documents in one indented object.
func documents(t *testing.T, outcomes []Outcome) string {
	t.Helper()
	byPath := map[string]json.RawMessage{}
	for _, o := range outcomes {
		if o.Document != nil {
			byPath[o.Path] = o.Document
		}
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(byPath); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
