package checks

import (
	"fmt"
	"slices"
	"strings"

	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// reviewBudget is the most bytes of a review that an agent gets: about what clients let through.
const reviewBudget = 64 << 10

// reviewSchema names the keys of schema version 1 of a review. What is in them is described once, for
// `sentinel check changes --report review`: a client pays for a schema in every conversation.
const reviewSchema = `{"type":"object","required":["schemaVersion","ok","detail","scopes","repository","changes","validations","diagnostics","truncation"]}`

// ReviewTool completes a tool whose answer is a review: which repository it is about, which sections, and how much of
// them. names are the checks that it runs.
func ReviewTool(t Tool, names ...string) Tool {
	var sections []string
	for _, s := range finding.Sections() {
		sections = append(sections, string(s))
	}
	t.Arguments = append([]Argument{
		{Name: "repo_path", Type: ArgumentString, Required: true, Min: 1, Description: "a folder of the repository"},
		{Name: "base_ref", Type: ArgumentString, Min: 1, Description: "what committed is compared with; looked for if left out"},
		{Name: "scopes", Type: ArgumentStrings, Enum: sections, Description: "default: all"},
		{Name: "detail", Type: ArgumentString, Enum: []string{string(finding.DetailSummary), string(finding.DetailFull)}},
	}, t.Arguments...)
	t.Output = reviewSchema
	t.Ask = func(v Values) (Ask, error) { return askReview(v, names) }
	t.Answer = func(r finding.Result, _ Values) (any, string, error) { return r.Review, reviewText(r.Review), nil }
	t.Failed = func(d finding.Diagnostic, v Values) any { return finding.FailedReview(d, detailOf(v)) }
	return t
}

func askReview(v Values, names []string) (Ask, error) {
	limits := finding.LimitsFor(detailOf(v))
	limits.Total = min(limits.Total, reviewBudget)
	ask := Ask{
		Path: v.Text("repo_path"), Checks: names, Limits: limits, Validations: v.Texts("validations"),
		Spec: change.Spec{Kind: finding.ScopeSections, Base: v.Text("base_ref")},
	}
	for _, s := range v.Texts("scopes") {
		ask.Spec.Sections = append(ask.Spec.Sections, finding.Section(s))
	}
	if ask.Spec.Base != "" && len(ask.Spec.Sections) > 0 && !slices.Contains(ask.Spec.Sections, finding.Committed) {
		return ask, fmt.Errorf("base_ref is for the scope %s, which scopes leaves out", finding.Committed)
	}
	return ask, nil
}

// detailOf is a summary unless all was asked for: an agent pays for what it gets.
func detailOf(v Values) finding.Detail {
	if v.Text("detail") == string(finding.DetailFull) {
		return finding.DetailFull
	}
	return finding.DetailSummary
}

// reviewText is a review in up to four lines.
func reviewText(r *finding.Review) string {
	n := r.Changes.Counts
	var failing []string
	for _, v := range r.Validations {
		if v.Status != finding.ValidationPassed {
			failing = append(failing, fmt.Sprintf("%s (%s)", Clip(v.ID), v.Status))
		}
	}
	lines := []string{
		"Review PASSED: " + headText(r.Repository),
		fmt.Sprintf("Changes: %d distinct files (committed %d, staged %d, unstaged %d, untracked %d).",
			n.DistinctFiles, n.Committed, n.Staged, n.Unstaged, n.Untracked),
	}
	if !r.OK {
		lines[0] = "Review FAILED: " + headText(r.Repository)
	}
	if codes := codesOf(r.Diagnostics); codes != "" {
		lines[1] += " " + codes
	}
	if len(r.Validations) > 0 {
		lines = append(lines, fmt.Sprintf("Validations: %d passed, %d not passed.", len(r.Validations)-len(failing), len(failing)))
	}
	if len(failing) > 0 {
		lines = append(lines, "Failing: "+strings.Join(failing, ", "))
	}
	return strings.Join(lines, "\n")
}

// headText says where the repository stands.
func headText(r *finding.RepositoryState) string {
	if r == nil {
		return "nothing is known of the repository."
	}
	text := "no commit yet"
	if r.Head.SHA != "" {
		text = "HEAD " + r.Head.SHA[:min(len(r.Head.SHA), 10)]
	}
	if r.Head.Branch != "" {
		text += " on " + Clip(r.Head.Branch)
	}
	if r.Base != nil {
		text += ", base " + Clip(r.Base.Ref)
	}
	return text + "."
}

// codesOf are the codes of the diagnostics, each once.
func codesOf(list []finding.Diagnostic) string {
	var codes []string
	for _, d := range list {
		if !slices.Contains(codes, string(d.Code)) {
			codes = append(codes, string(d.Code))
		}
	}
	if len(codes) == 0 {
		return ""
	}
	return "Diagnostics: " + strings.Join(codes, ", ") + "."
}
