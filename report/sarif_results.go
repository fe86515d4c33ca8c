package report

import (
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"sentinel/internal/finding"
)

// leftOut counts the findings that are not results, and why.
type leftOut struct {
	existing   int // the base side has them too
	suppressed int // a directive, a setting or the baseline takes them out
	overLimit  int // over maxResults, the least serious ones
}

// selectResults are the findings that become results, most serious first.
func selectResults(r finding.Result) ([]finding.Finding, leftOut) {
	out := answerable(r.Findings)
	left := leftOut{existing: len(r.Findings) - len(out), suppressed: len(r.Suppressed)}
	slices.SortStableFunc(out, worstFirst)
	if len(out) > maxResults {
		left.overLimit = len(out) - maxResults
		out = out[:maxResults]
	}
	return out, left
}

func sarifResults(findings []finding.Finding, rules []finding.Rule, anchor string) []*sarif.Result {
	index := make(map[string]int, len(rules))
	for i, rule := range rules {
		index[rule.ID] = i
	}
	results := make([]*sarif.Result, 0, len(findings))
	for _, f := range findings {
		path := f.Path
		if path == "" {
			path = anchor
		}
		result := sarif.NewRuleResult(f.RuleID).
			WithRuleIndex(index[f.RuleID]).
			WithLevel(sarifLevel(f.Level)).
			WithMessage(sarif.NewTextMessage(resultMessage(f))).
			WithLocations([]*sarif.Location{location(path, f.Region)})
		if f.Fingerprint != "" {
			result.PartialFingerprints = map[string]any{"sentinel/v1": f.Fingerprint}
		}
		result.Properties = sarif.Properties{"attribution": f.Attribution}
		results = append(results, result)
	}
	return results
}

// resultMessage begins with the finding itself: its first sentence is all that some viewers show.
func resultMessage(f finding.Finding) string {
	message := f.Message
	if message == "" {
		message = f.RuleID
	}
	parts := []string{sentence(message)}
	for _, a := range f.Adjustments {
		text := adjustment(a)
		parts = append(parts, sentence(capital(text)))
	}
	return plain(strings.Join(parts, " "))
}

// anchor is where a finding about the change as a whole is put, because GitHub rejects a file in which one
// result has no location: the first path that the result names, or else the policy's file.
func anchor(r finding.Result) string {
	var paths []string
	for _, f := range r.Findings {
		paths = append(paths, f.Path)
	}
	for _, d := range r.Documents {
		paths = append(paths, d.Path)
	}
	if r.Review != nil {
		for _, f := range r.Review.Changes.Files {
			if f.Status != finding.PathDeleted && !strings.HasSuffix(f.Path, "/") {
				paths = append(paths, f.Path)
			}
		}
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == "" })
	if len(paths) == 0 {
		return ".sentinel.yaml"
	}
	return slices.Min(paths)
}
