package engine

import (
	"context"
	"encoding/json"
	"errors"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// wholeChange runs the checks that see the change as one: first those that only look, then those that act.
func (a *assembly) wholeChange(ctx context.Context, chosen []*checks.Check) {
	for _, c := range chosen {
		if c.Change != nil {
			in := checks.NewChange(a.change, a.directives, a.policyFiles)
			a.take(ctx, c, in, func() error { return c.Change(ctx, in) })
		}
	}
	for _, c := range chosen {
		if c.Gate != nil {
			in := a.gate
			in.Change = *checks.NewChange(a.change, a.directives, a.policyFiles)
			a.take(ctx, c, &in.Change, func() error { return c.Gate(ctx, &in) })
		}
	}
}

// take runs a check over the whole change and takes over what it says. What such a check finds is about the change
// itself, so all of it is introduced.
func (a *assembly) take(ctx context.Context, c *checks.Check, in *checks.Change, f func() error) {
	cover := a.coverage[c.Name]
	err := call(c.Name, f)
	if c.Match == nil && c.Gate == nil { // it wants no text: it has seen each file's entry, or none
		files := a.change.Scope.Files
		*cover = finding.Coverage{Check: c.Name, Files: files, Complete: files}
		if err != nil {
			cover.Complete, cover.Unreadable = 0, cover.Files
		}
	}
	if err != nil {
		a.fault(c.Name, err)
		if c.Inventory || c.Gate != nil { // a review without its list is not one of nothing
			a.result.Diagnostics = append(a.result.Diagnostics, DiagnosticOf(err))
		}
		if c.Gate != nil {
			a.validations = withoutResult(a.gate.Commands, "there is no result: "+finding.Printable(err.Error()))
		}
		return
	}
	reports, diagnostics, doc := in.Output()
	a.result.Diagnostics = append(a.result.Diagnostics, diagnostics...)
	for _, f := range in.Faults() {
		f.Check = c.Name
		a.result.Faults = append(a.result.Faults, f)
	}
	ordinal := map[identity]int{}
	for _, report := range reports {
		a.located(ctx, c, report, ordinal)
	}
	switch d := doc.(type) {
	case *finding.Inventory:
		a.inventory = d
	case []finding.Validation:
		a.validations = d
	}
	if doc != nil {
		a.document(c.Name, func() (any, error) { return doc, nil })
	}
}

// located makes a finding of a report about a file of the change.
func (a *assembly) located(ctx context.Context, c *checks.Check, report checks.Located, ordinal map[identity]int) {
	rule, known := c.Rule(report.Rule)
	if !known {
		a.fault(c.Name, errors.New("reported a rule that is not one of the check's: "+report.Rule))
		return
	}
	region, id := a.place(ctx, report)
	f := finding.Finding{
		RuleID: rule.ID, Level: rule.Level, Message: report.Message, Artifact: finding.ArtifactOf(report.Path),
		Region:      region,
		Fingerprint: fingerprint(id, ordinal[id]), Attribution: finding.Introduced,
	}
	ordinal[id]++
	a.override(&f) // what the file is for does not matter: the finding is about the change
	if s, yes := a.excused(c, &f); yes {
		a.result.Suppressed = append(a.result.Suppressed, s)
		return
	}
	a.result.Findings = append(a.result.Findings, f)
}

// excused says whether somebody disagreed with a finding about the change. A baseline holds code that is known; that a
// command may fail is not for it to say.
func (a *assembly) excused(c *checks.Check, f *finding.Finding) (finding.Suppressed, bool) {
	if c.Gate != nil {
		return a.switchedOff(f)
	}
	return a.suppression(f, nil)
}

// place is where a report is, and its identity. A text is read only where they cannot be known without.
func (a *assembly) place(ctx context.Context, report checks.Located) (finding.Region, identity) {
	if report.Path == "" {
		return finding.Region{}, identify(report.Report, nil)
	}
	if report.Region != nil && report.Key != "" {
		return *report.Region, identify(report.Report, nil)
	}
	text := a.text(ctx, report.Path)
	if report.Region != nil {
		return *report.Region, identify(report.Report, text)
	}
	return finding.NewLocator(text).Region(report.Span), identify(report.Report, text)
}

// text is a file's text on the new side, empty when it has none.
func (a *assembly) text(ctx context.Context, path string) []byte {
	for _, f := range a.change.Files {
		if f.Path != path || !f.New.Readable() {
			continue
		}
		if raw, err := a.change.Read(ctx, f.New, syntax.MaxBytes); err == nil {
			return classify(raw).text
		}
	}
	return nil
}

// document adds a check's document about the run.
func (a *assembly) document(check string, build func() (any, error)) {
	var data json.RawMessage
	err := call(check, func() error {
		v, err := build()
		if err == nil {
			data, err = json.Marshal(v)
		}
		return err
	})
	if err != nil {
		a.fault(check, err)
		return
	}
	a.result.Documents = append(a.result.Documents, finding.Document{Check: check, Data: data})
}
