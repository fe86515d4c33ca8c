package tools

import (
	"encoding/json"
	"slices"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
)

// resultSchema names what a program looks at first. A client pays for a schema in every conversation; what is in the
// rest is described once, for `sentinel check --report json`.
const resultSchema = `{"type":"object","required":["scope","verdict","counts","findings","skips","faults"]}`

// checkTool is "check": any check, over any change.
func (d *door) checkTool() tool {
	return tool{
		Tool: checks.Tool{
			Name:     "check",
			Title:    "Check a change",
			Toolsets: []string{Core},
			Description: "Look at a change before it is committed or answered with: what its code can newly do, and what was " +
				"not looked at. Gives the verdict that the git hook and CI give.",
			Arguments: []checks.Argument{
				{Name: "checks", Type: checks.ArgumentStrings, Enum: d.looking(), Description: "default: all that need no naming"},
				{Name: "scope", Type: checks.ArgumentString, Enum: scopes(), Description: "worktree (default): files on disk against HEAD; " +
					"base: HEAD since it left base; sections: base, index, disk together; files: paths against nothing"},
				{Name: "base", Type: checks.ArgumentString, Min: 1, Description: "branch, tag or commit"},
				{Name: "range", Type: checks.ArgumentString, Min: 1, Description: "A...B"},
				{Name: "paths", Type: checks.ArgumentStrings, Description: "only these files and folders"},
				{Name: "dir", Type: checks.ArgumentString, Description: "folder to start from"},
				{Name: "fail_on", Type: checks.ArgumentString, Enum: []string{"error", "warning", "note", "never"}},
				{Name: "detail", Type: checks.ArgumentString, Enum: details(), Description: "full adds the checks' documents"},
				{Name: "cursor", Type: checks.ArgumentString, Description: "truncation.nextCursor of the answer before"},
			},
			Output: resultSchema,
			Ask:    d.askCheck,
			Answer: answerResult,
		},
		lean: isSummary, order: bySeriousness, budget: budgetFor,
	}
}

// textTool is "check_text": one file's proposed content.
func (d *door) textTool() tool {
	return tool{
		Tool: checks.Tool{
			Name:     "check_text",
			Title:    "Check proposed content",
			Toolsets: []string{Core},
			Description: "Check a file's new content before it is written, against the file as HEAD has it: only what is new " +
				"counts. Writes nothing.",
			Arguments: []checks.Argument{
				{Name: "path", Type: checks.ArgumentString, Required: true, Min: 1, Description: "the file it is for; need not exist"},
				{Name: "text", Type: checks.ArgumentString, Required: true, Description: "the whole content"},
				{Name: "checks", Type: checks.ArgumentStrings, Enum: d.looking()},
			},
			Output: resultSchema,
			Ask: func(v checks.Values) (checks.Ask, error) {
				return checks.Ask{Checks: v.Texts("checks"), Spec: change.Spec{
					Kind: finding.ScopeOverlay, OverlayPath: v.Text("path"), OverlayText: []byte(v.Text("text")),
				}}, nil
			},
			Answer: answerResult,
		},
		lean: isSummary, order: bySeriousness, budget: budgetFor,
	}
}

// looking are the names of the checks that only look. The others have tools of their own, whose annotations say so.
func (d *door) looking() []string {
	var names []string
	for _, c := range d.list {
		if c.Gate == nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// askCheck reads what the tool check is to look at.
func (d *door) askCheck(v checks.Values) (checks.Ask, error) {
	names := v.Texts("checks")
	spec, err := specOf(v, engine.OnlyInventory(d.list, names))
	if err != nil {
		return checks.Ask{}, err
	}
	spec.Paths = v.Texts("paths")
	return checks.Ask{
		Path: v.Text("dir"), Spec: spec, Checks: names, FailOn: finding.Level(v.Text("fail_on")),
		Limits: finding.LimitsFor(finding.DetailFull),
	}, nil
}

func details() []string { return []string{string(finding.DetailSummary), string(finding.DetailFull)} }

func isSummary(v checks.Values) bool { return v.Text("detail") != string(finding.DetailFull) }

func budgetFor(v checks.Values) int {
	if isSummary(v) {
		return summaryBudget
	}
	return fullBudget
}

// answerResult is what the command line reports as json. A summary leaves out the documents, and of the rules all but
// those that something was found of, and their prose.
func answerResult(r finding.Result, v checks.Values) (any, string, error) {
	if isSummary(v) {
		r.Documents, r.Rules = nil, briefly(r)
	}
	text, err := reportAs("json", r)
	return json.RawMessage(text), "", err
}

func briefly(r finding.Result) []finding.Rule {
	rules := []finding.Rule{}
	for _, rule := range r.Rules {
		if slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.RuleID == rule.ID }) {
			rule.Help, rule.Bad, rule.Good = "", nil, nil
			rules = append(rules, rule)
		}
	}
	return rules
}

// bySeriousness takes first what could not be looked at, then what was found, the worst first; what is known already and
// what explains come last. The coverage of each check is never cut.
func bySeriousness(r finding.Result, count map[string]int) []entry {
	var all []entry
	add := func(lists ...string) {
		for _, list := range lists {
			all = append(all, entriesOf(list, count[list])...)
		}
	}
	findings := func(existing bool, levels ...finding.Level) {
		for _, level := range levels {
			for i, f := range r.Findings {
				if f.Level == level && (f.Attribution == finding.Existing) == existing {
					all = append(all, entry{"findings", i})
				}
			}
		}
	}
	add("faults", "diagnostics", "warnings")
	findings(false, finding.Error, finding.Warning, finding.Note)
	add("capabilities", "incomplete", "skips", "policy", "suppressed")
	findings(true, finding.Error, finding.Warning, finding.Note)
	add("rules", "documents")
	return all
}
