package engine

import (
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// findings makes the file's findings, and the capabilities it gained.
func (a *assembly) findings(l *looked) {
	gains := map[string]*finding.Gain{}
	directives := a.fileDirectives(l)
	for i := range l.views {
		had := a.hadCapabilities(l, i)
		ordinal := map[identity]int{}
		for j, s := range l.views[i].Spots {
			f := a.finding(l, i, j, ordinal[s.ID])
			ordinal[s.ID]++
			capability := a.byID[s.Rule].Capability
			a.weigh(&f, l.file.Kind, capability != nil && had[capability.Name])
			if s, yes := a.suppression(&f, directives); yes {
				a.result.Suppressed = append(a.result.Suppressed, s)
				continue
			}
			a.result.Findings = append(a.result.Findings, f)
			if capability != nil && f.Attribution != finding.Unknown && !had[capability.Name] {
				gain(gains, f, *capability)
			}
		}
	}
	for _, g := range gains {
		a.result.Capabilities = append(a.result.Capabilities, *g)
	}
	for _, d := range directives {
		a.directives = append(a.directives, *d)
	}
}

// finding is one spot of a view with what is known from the base side.
func (a *assembly) finding(l *looked, check, spot, ordinal int) finding.Finding {
	s := l.views[check].Spots[spot]
	f := finding.Finding{
		RuleID: s.Rule, Level: a.byID[s.Rule].Level, Message: s.Message, Artifact: finding.ArtifactOf(l.file.Path), Region: s.Region,
		Fingerprint: fingerprint(s.ID, ordinal),
		Attribution: l.attribution(a.change.HasBase(), check, spot),
	}
	if from := l.from[check][spot]; from.found && from.path != l.file.Path {
		at := finding.ArtifactOf(from.path)
		f.MovedFrom = &at
	}
	return f
}

// weigh sets a finding's level: what a configuration says, then what is known around it.
func (a *assembly) weigh(f *finding.Finding, kind change.Kind, hadCapability bool) {
	a.override(f)
	policy.Weigh(f, kind, hadCapability)
}

// override sets the level that a configuration gives the rule.
func (a *assembly) override(f *finding.Finding) {
	if o, set := a.policy.Rules[f.RuleID]; set && o.Level != policy.Off {
		f.Adjust(o.Level, "set by "+o.Source)
	}
}

// hadCapabilities are the names of what the file could do on a base side, where that weighs as much.
func (a *assembly) hadCapabilities(l *looked, i int) map[string]bool {
	had := map[string]bool{}
	for _, b := range l.bases {
		if !weighs(b.kind, l.file.Kind) {
			continue
		}
		for _, s := range b.views[i].Spots {
			if c := a.byID[s.Rule].Capability; c != nil {
				had[c.Name] = true
			}
		}
	}
	return had
}

// gain counts a finding towards a capability that the file did not have. What came from another file of the change
// is a gain, too, and says so unless there is more to it.
func gain(gains map[string]*finding.Gain, f finding.Finding, c finding.Capability) {
	level, from := f.Level, f.MovedFrom
	if f.Attribution == finding.Existing {
		level = finding.Note
	}
	g := gains[c.Name]
	if g == nil {
		g = &finding.Gain{Artifact: f.Artifact, Capability: c, Level: level, MovedFrom: from}
		gains[c.Name] = g
	}
	g.Findings++
	if from == nil {
		g.MovedFrom = nil
	}
	if level.Rank() < g.Level.Rank() {
		g.Level = level
	}
}
