package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// settings counts what the settings of configurations changed.
type settings map[finding.Setting]int

func (s settings) use(source, key, value string) {
	s[finding.Setting{Source: source, Key: key, Value: value}]++
}

func (s settings) list() []finding.Setting {
	list := []finding.Setting{}
	for setting, n := range maps.All(s) {
		setting.Uses = n
		list = append(list, setting)
	}
	slices.SortFunc(list, func(a, b finding.Setting) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value))
	})
	return list
}

// suppression says whether somebody disagreed with a finding, and who. The finding's level is set already, unless its
// rule is off.
func (a *assembly) suppression(f *finding.Finding, directives []*finding.Directive) (finding.Suppressed, bool) {
	if s, yes := a.switchedOff(f); yes {
		return s, true
	}
	if d := a.directiveFor(f, directives); d != nil {
		return finding.Suppressed{Finding: *f, By: finding.ByDirective, Reason: d.Reason, Until: d.Until, Line: d.Region.StartLine, New: d.New}, true
	}
	if a.policy.Baseline.Has(*f) {
		a.settings.use(a.policy.BaselineSource, "baseline", "known findings")
		return finding.Suppressed{Finding: *f, By: finding.ByBaseline, Reason: a.policy.BaselineSource}, true
	}
	return finding.Suppressed{}, false
}

// switchedOff says whether the finding's rule is off, and notes that the rule's level was set.
func (a *assembly) switchedOff(f *finding.Finding) (finding.Suppressed, bool) {
	o, set := a.policy.Rules[f.RuleID]
	if !set {
		return finding.Suppressed{}, false
	}
	a.settings.use(o.Source, "rules."+f.RuleID, string(o.Level))
	return finding.Suppressed{Finding: *f, By: finding.ByPolicy, Reason: "the rule is off: " + o.Source}, o.Level == policy.Off
}

// directiveFor is the directive that counts for a finding, if there is one. One that has expired is used, too, but
// does not count.
func (a *assembly) directiveFor(f *finding.Finding, directives []*finding.Directive) *finding.Directive {
	for _, d := range directives {
		if d.Problem != "" || d.Target != f.Region.StartLine || !slices.Contains(d.Rules, f.RuleID) {
			continue
		}
		d.Used++
		if !d.Expired && a.counts(d, f) {
			return d
		}
	}
	return nil
}

// counts says whether the operator lets a directive count for a finding. One of the base side does not excuse what
// the change brings: it was written for something else.
func (a *assembly) counts(d *finding.Directive, f *finding.Finding) bool {
	switch a.policy.Suppressions {
	case policy.SuppressNone:
		return false
	case policy.SuppressBase:
		return !d.New && f.Attribution != finding.Introduced
	}
	return true
}

// fileDirectives are the file's, with what is known about them beyond their text.
func (a *assembly) fileDirectives(l *looked) []*finding.Directive {
	before := map[string]int{}
	for _, b := range l.bases {
		for _, d := range firstDirectives(b.views) {
			before[d.text()]++
		}
	}
	whole := !slices.ContainsFunc(l.views, func(v view) bool { return v.Fault != nil || v.Skip != "" || len(v.Gaps) > 0 })
	var list []*finding.Directive
	for _, d := range firstDirectives(l.views) {
		out := &finding.Directive{
			Artifact: finding.ArtifactOf(l.file.Path), Region: d.Region, Target: d.Target,
			Rules: d.Rules, Until: d.Until, Reason: d.Reason, Problem: d.Problem,
		}
		out.New = a.change.HasBase() && before[d.text()] == 0
		before[d.text()]--
		out.Unsure = !whole || !slices.ContainsFunc(d.Rules, func(id string) bool { _, ran := a.byID[id]; return ran })
		out.Expired = d.Until != "" && a.policy.Today > d.Until
		if unknown := a.unknownRule(d.Rules); out.Problem == "" && unknown != "" {
			out.Problem = fmt.Sprintf("there is no rule %q", unknown)
			if near := policy.Nearest(unknown, a.known.Rules); near != "" {
				out.Problem += ": did you mean " + near + "?"
			}
		}
		list = append(list, out)
	}
	return list
}

// text is what makes a directive the same one on both sides.
func (d directive) text() string {
	return strings.Join(d.Rules, ",") + "\x00" + d.Until + "\x00" + d.Reason
}

// firstDirectives are the file's directives: every check that read the text found the same.
func firstDirectives(views []view) []directive {
	for _, v := range views {
		if v.Directives != nil {
			return v.Directives
		}
	}
	return nil
}

func (a *assembly) unknownRule(rules []string) string {
	for _, id := range rules {
		if !slices.Contains(a.known.Rules, id) {
			return id
		}
	}
	return ""
}
