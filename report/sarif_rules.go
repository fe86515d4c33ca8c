package report

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"sentinel/internal/finding"
)

// rulesFor are the rules of a run: all of them, so that a service knows what was looked for, or over
// maxRules those that have a result. A rule that only a finding knows of is added: a result without
// its rule would have the file rejected.
func rulesFor(rules []finding.Rule, results []finding.Finding) []finding.Rule {
	used := map[string]bool{}
	for _, f := range results {
		used[f.RuleID] = true
	}
	known := map[string]bool{}
	var out []finding.Rule
	for _, rule := range rules {
		if known[rule.ID] || len(rules) > maxRules && !used[rule.ID] {
			continue
		}
		known[rule.ID] = true
		out = append(out, rule)
	}
	for _, f := range results {
		if !known[f.RuleID] {
			known[f.RuleID] = true
			out = append(out, finding.Rule{ID: f.RuleID, Title: f.RuleID, Level: f.Level})
		}
	}
	slices.SortStableFunc(out, func(a, b finding.Rule) int { return strings.Compare(a.ID, b.ID) })
	return out
}

func sarifRule(r finding.Rule) *sarif.ReportingDescriptor {
	if r.Title == "" {
		r.Title = r.ID // GitHub refuses a rule without words
	}
	title := clip(sentence(r.Title), maxText)
	description := firstParagraph(r.Help)
	if description == "" {
		description = title
	}
	return sarif.NewRule(r.ID).
		WithName(pascalCase(r.ID)).
		WithShortDescription(multiformat(title, "")).
		WithFullDescription(multiformat(clip(sentence(description), maxText), "")).
		WithHelp(multiformat(helpText(r), helpMarkdown(r))).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(sarifLevel(r.Level))).
		WithProperties(ruleProperties(r))
}

// ruleProperties are the ones GitHub reads. Precision is high for every rule: a check reports what it has
// parsed, not what looks like it.
func ruleProperties(r finding.Rule) sarif.Properties {
	p := sarif.Properties{"precision": "high", "problem.severity": problemSeverity(r.Level)}
	tags := slices.Compact(slices.Sorted(slices.Values(r.Tags)))
	if r.SecuritySeverity > 0 {
		p["security-severity"] = strconv.FormatFloat(min(max(r.SecuritySeverity, 0.1), 10), 'f', 1, 64)
		tags = slices.DeleteFunc(tags, func(tag string) bool { return tag == "security" })
		tags = slices.Insert(tags, 0, "security")
	}
	if len(tags) > 0 {
		p["tags"] = tags[:min(len(tags), maxTags)]
	}
	return p
}

func problemSeverity(l finding.Level) string {
	if l == finding.Error || l == finding.Warning {
		return string(l)
	}
	return "recommendation"
}

// sarifLevel is the level as SARIF knows it; one that it does not know ranks last.
func sarifLevel(l finding.Level) string {
	if l.Rank() > finding.Note.Rank() {
		return string(finding.Note)
	}
	return string(l)
}

// pascalCase is "structure/process-exec" as "StructureProcessExec": SARIF wants a name that is not the ID,
// whatever its case.
func pascalCase(id string) string {
	var b strings.Builder
	upper := true
	for _, c := range id {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			upper = true
			continue
		}
		if upper {
			c = unicode.ToUpper(c)
		}
		b.WriteRune(c)
		upper = false
	}
	name := b.String()
	if name == "" || strings.EqualFold(name, id) {
		name += "Rule"
	}
	return name[:min(len(name), maxName)]
}

// firstParagraph is the first prose of a Markdown text, on one line; headings are passed over.
func firstParagraph(markdown string) string {
	for paragraph := range strings.SplitSeq(markdown, "\n\n") {
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		if paragraph != "" && !strings.HasPrefix(paragraph, "#") {
			return paragraph
		}
	}
	return ""
}

func helpText(r finding.Rule) string {
	var b strings.Builder
	b.WriteString(helpProse(r))
	for _, g := range exampleGroups(r) {
		for _, e := range g.examples {
			fmt.Fprintf(&b, "\n\n%s (%s):\n", g.title, e.Path)
			for line := range strings.SplitSeq(strings.TrimRight(e.Text, "\n"), "\n") {
				b.WriteString("\n    " + line)
			}
		}
	}
	return b.String()
}

func helpMarkdown(r finding.Rule) string {
	var b strings.Builder
	b.WriteString(helpProse(r))
	for _, g := range exampleGroups(r) {
		for _, e := range g.examples {
			fence := "```"
			for strings.Contains(e.Text, fence) {
				fence += "`"
			}
			fmt.Fprintf(&b, "\n\n### %s (`%s`)\n\n%s%s\n%s\n%s", g.title, e.Path,
				fence, strings.TrimPrefix(path.Ext(e.Path), "."), strings.TrimRight(e.Text, "\n"), fence)
		}
	}
	return b.String()
}

func helpProse(r finding.Rule) string {
	if help := strings.TrimSpace(r.Help); help != "" {
		return help
	}
	return sentence(r.Title)
}

type exampleGroup struct {
	title    string
	examples []finding.Example
}

func exampleGroups(r finding.Rule) []exampleGroup {
	return []exampleGroup{{"Gives this finding", r.Bad}, {"Does not give it", r.Good}}
}
