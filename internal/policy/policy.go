// Package policy decides what a finding weighs and what a run comes to.
package policy

import (
	"maps"

	"github.com/bmatcuk/doublestar/v4"

	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// Policy is what the operator decided, and what the repository may add to it.
type Policy struct {
	// FailOn is the least serious level that blocks, or finding.Never.
	FailOn finding.Level
	// FailOnIncomplete makes incomplete coverage (files not understood whole, files skipped for another reason than
	// that a configuration leaves them out) unfinished.
	FailOnIncomplete bool
	Suppressions     Suppressions
	// Today is the day, YYYY-MM-DD, against which directives expire; empty means that none does.
	Today string

	Rules    map[string]Override // by rule ID
	Exclude  []Exclusion
	Baseline Baseline
	// BaselineSource says where the baseline is from, empty when there is none.
	BaselineSource string
}

// Override is a rule's level as a configuration sets it.
type Override struct {
	Level  finding.Level
	Source string
}

// Exclusion is a pattern of paths that are left out.
type Exclusion struct {
	Pattern, Source string
}

// Default is the policy without any configuration.
func Default() Policy { return Policy{FailOn: finding.Error, Suppressions: SuppressAll} }

// Add lays a configuration under a policy: what the policy sets already stays. So the sources are added from the
// strongest to the weakest. source names the configuration in reports.
func (p Policy) Add(c Config, source string) Policy {
	rules := maps.Clone(p.Rules)
	if rules == nil {
		rules = map[string]Override{}
	}
	for id, level := range c.Rules {
		if _, set := rules[id]; !set {
			rules[id] = Override{Level: level, Source: source}
		}
	}
	p.Rules = rules
	p.Exclude = append([]Exclusion{}, p.Exclude...)
	for _, pattern := range c.Exclude {
		p.Exclude = append(p.Exclude, Exclusion{Pattern: pattern, Source: source})
	}
	return p
}

// Excluded is the exclusion that a path falls under. A pattern that names a folder takes all that is in it.
func (p Policy) Excluded(path string) (Exclusion, bool) {
	for _, e := range p.Exclude {
		if doublestar.MatchUnvalidated(e.Pattern, path) || doublestar.MatchUnvalidated(e.Pattern+"/**", path) {
			return e, true
		}
	}
	return Exclusion{}, false
}

// Weigh lowers a finding's level by what is known around it, each step with its reason:
// what the file is for, and whether the file could do the same before the change.
func Weigh(f *finding.Finding, kind change.Kind, hadCapability bool) {
	if what := kind.Reason(); what != "" {
		f.Adjust(f.Level.Lower(), what)
	}
	if hadCapability && f.Attribution == finding.Introduced {
		f.Adjust(f.Level.Lower(), "the file had this capability before")
	}
}
