package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// assemble makes the Result of what was looked at, then runs the checks that want the whole change.
func (r *run) assemble(ctx context.Context, req Request, known policy.Known, all []looked) finding.Result {
	c := r.change
	a := &assembly{
		change: c, policy: r.policy, policyFiles: r.policyFiles, settings: r.settings, known: known, gate: r.gate,
		result: finding.Result{
			SchemaVersion: finding.SchemaVersion,
			Tool:          finding.Tool{Name: "sentinel", Version: req.Version},
			Scope:         c.Scope,
			Capabilities:  []finding.Gain{},
			Findings:      []finding.Finding{},
			Suppressed:    []finding.Suppressed{},
			Policy:        []finding.Setting{},
			Incomplete:    []finding.Incomplete{},
			Skips:         append([]finding.Skip{}, c.Skips...),
			Faults:        append([]finding.Fault{}, c.Faults...),
			Coverage:      []finding.Coverage{},
			Warnings:      append([]string{}, c.Warnings...),
			Diagnostics:   append([]finding.Diagnostic{}, r.diagnostics...),
			Rules:         []finding.Rule{},
			Documents:     []finding.Document{},
		},
		coverage: map[string]*finding.Coverage{},
		byID:     map[string]finding.Rule{},
	}
	for _, check := range r.chosen {
		a.register(check)
	}
	for i := range all {
		a.file(&all[i])
	}
	a.summarize(req, r.chosen)
	if !r.failed {
		a.wholeChange(ctx, r.chosen)
		if w := r.tree.warning(c.Scope); w != "" {
			a.result.Warnings = append(a.result.Warnings, w)
		}
	}
	a.finish()
	a.result.Review = reviewOf(r.chosen, &a.result, a.inventory, a.validations, req.limits())
	if !req.Documents {
		a.result.Documents = nil
	}
	return a.result
}

type assembly struct {
	change      *change.Change
	policy      policy.Policy
	policyFiles []string
	settings    settings
	known       policy.Known
	result      finding.Result
	coverage    map[string]*finding.Coverage
	byID        map[string]finding.Rule
	directives  []finding.Directive
	gate        checks.Gate // without the change
	// inventory and validations are the documents of the checks that have them.
	inventory   *finding.Inventory
	validations []finding.Validation
}

func (a *assembly) register(c *checks.Check) {
	a.coverage[c.Name] = &finding.Coverage{Check: c.Name}
	for _, rule := range c.Rules {
		a.byID[rule.ID] = rule
		a.result.Rules = append(a.result.Rules, rule)
	}
}

// file takes over one file: its coverage for every check that wanted it, and its findings.
func (a *assembly) file(l *looked) {
	if len(l.checks) == 0 && l.file.New.Present() {
		a.result.Scope.Unmatched++
	}
	if l.file.New.Present() {
		for i, c := range l.checks {
			a.cover(c, l, i)
		}
		for _, c := range l.readers {
			a.cover(c, l, 0)
		}
	}
	var bytes int64
	for i, v := range l.views {
		bytes = max(bytes, v.Bytes)
		a.view(l, i)
	}
	a.result.Scope.Bytes += bytes
	if l.excluded {
		e, _ := a.policy.Excluded(l.file.Path)
		a.settings.use(e.Source, "exclude", e.Pattern)
		a.result.Skips = append(a.result.Skips, finding.Skip{Artifact: finding.ArtifactOf(l.file.Path), Reason: finding.SkipExcluded, Detail: e.Pattern})
	}
	a.findings(l)
}

// cover counts what became of a file for a check, by one of the file's views; where there is none it was set aside:
// a link, a submodule, a conflict, left out by a configuration.
func (a *assembly) cover(c *checks.Check, l *looked, i int) {
	cover := a.coverage[c.Name]
	cover.Files++
	if i >= len(l.views) {
		if l.file.Status == change.Unmerged {
			cover.Unreadable++
		} else {
			cover.Skipped++
		}
		return
	}
	v := l.views[i]
	cover.Bytes += v.Bytes
	switch {
	case v.Fault != nil:
		cover.Unreadable++
	case v.Skip != "":
		cover.Skipped++
	case len(v.Gaps) > 0:
		cover.Incomplete++
	default:
		cover.Complete++
	}
}

// view takes over what a check said of a file, but for its findings.
func (a *assembly) view(l *looked, i int) {
	v, at, check := l.views[i], finding.ArtifactOf(l.file.Path), l.checks[i].Name
	if v.Fault != nil {
		a.result.Faults = append(a.result.Faults, *v.Fault)
	}
	if v.Skip != "" {
		a.result.Skips = append(a.result.Skips, finding.Skip{Check: check, Artifact: at, Reason: v.Skip, Detail: v.SkipDetail})
	}
	if len(v.Gaps) > 0 {
		a.result.Incomplete = append(a.result.Incomplete,
			finding.Incomplete{Check: check, Artifact: at, Line: v.Gaps[0].Line, Reason: v.Gaps[0].Reason})
	}
	if v.Document != nil {
		a.result.Documents = append(a.result.Documents, finding.Document{Check: check, Artifact: at, Data: v.Document})
	}
	for _, b := range l.bases {
		if fault := b.views[i].Fault; fault != nil && len(v.Spots) > 0 {
			f := *fault
			f.Code, f.Message = finding.FaultBase, "the base side could not be looked at, so what is new here is unknown: "+f.Message
			a.result.Faults = append(a.result.Faults, f)
		}
	}
}

// summarize lets the checks make one document of their files' documents.
func (a *assembly) summarize(req Request, chosen []*checks.Check) {
	for _, c := range chosen {
		if c.Summarize == nil || !req.Documents {
			continue
		}
		var docs []finding.Document
		for _, d := range a.result.Documents {
			if d.Check == c.Name {
				docs = append(docs, d)
			}
		}
		a.document(c.Name, func() (any, error) { return c.Summarize(docs, a.looked(c)) })
	}
}

func (a *assembly) looked(c *checks.Check) checks.Looked {
	var l checks.Looked
	for _, x := range a.result.Incomplete {
		if x.Check == c.Name {
			l.Incomplete = append(l.Incomplete, x)
		}
	}
	for _, x := range a.result.Skips {
		if x.Check == c.Name || x.Check == "" {
			l.Skips = append(l.Skips, x)
		}
	}
	for _, x := range a.result.Faults {
		if x.Check == c.Name || x.Check == "" {
			l.Faults = append(l.Faults, x)
		}
	}
	return l
}

func (a *assembly) finish() {
	r := &a.result
	r.Policy = a.settings.list()
	for _, c := range a.coverage {
		r.Coverage = append(r.Coverage, *c)
	}
	slices.SortFunc(r.Coverage, func(x, y finding.Coverage) int { return cmp.Compare(x.Check, y.Check) })
	slices.SortFunc(r.Rules, func(x, y finding.Rule) int { return cmp.Compare(x.ID, y.ID) })
	slices.SortFunc(r.Findings, compareFindings)
	slices.SortFunc(r.Suppressed, func(x, y finding.Suppressed) int { return compareFindings(x.Finding, y.Finding) })
	slices.SortFunc(r.Capabilities, func(x, y finding.Gain) int {
		return cmp.Or(cmp.Compare(x.Level.Rank(), y.Level.Rank()), cmp.Compare(x.Path, y.Path), cmp.Compare(x.Capability.Name, y.Capability.Name))
	})
	slices.SortFunc(r.Incomplete, func(x, y finding.Incomplete) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Check, y.Check))
	})
	slices.SortFunc(r.Skips, func(x, y finding.Skip) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Check, y.Check), cmp.Compare(x.Reason, y.Reason))
	})
	slices.SortFunc(r.Faults, func(x, y finding.Fault) int {
		return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Check, y.Check), cmp.Compare(x.Code, y.Code), cmp.Compare(x.Message, y.Message))
	})
	slices.SortStableFunc(r.Documents, func(x, y finding.Document) int {
		return cmp.Or(cmp.Compare(x.Check, y.Check), cmp.Compare(x.Path, y.Path))
	})
	r.Counts = countUp(r)
	r.Verdict = a.policy.Decide(r)
}

func compareFindings(x, y finding.Finding) int {
	return cmp.Or(cmp.Compare(x.Path, y.Path),
		cmp.Compare(x.Region.StartLine, y.Region.StartLine), cmp.Compare(x.Region.StartColumn, y.Region.StartColumn),
		cmp.Compare(x.RuleID, y.RuleID), strings.Compare(x.Message, y.Message), cmp.Compare(x.Fingerprint, y.Fingerprint))
}

func countUp(r *finding.Result) finding.Counts {
	n := finding.Counts{Incomplete: len(r.Incomplete), Skips: len(r.Skips), Faults: len(r.Faults)}
	for _, f := range r.Findings {
		switch {
		case f.Attribution == finding.Existing:
			n.Existing++
		case f.Level == finding.Error:
			n.Errors++
		case f.Level == finding.Warning:
			n.Warnings++
		default:
			n.Notes++
		}
	}
	for _, s := range r.Suppressed {
		if s.By == finding.ByBaseline {
			n.Baseline++
		} else {
			n.Suppressed++
		}
	}
	return n
}

// fault records that a check broke on the whole change.
func (a *assembly) fault(check string, err error) {
	a.result.Faults = append(a.result.Faults, *faultOf(check, finding.Artifact{}, err))
}
