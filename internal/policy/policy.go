// Package policy decides what a finding weighs and what a run comes to.
package policy

import (
	"fmt"

	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// Policy is what the operator decided.
type Policy struct {
	// FailOn is the least serious level that blocks, or finding.Never.
	FailOn finding.Level
	// FailOnIncomplete makes incomplete coverage (files not understood whole, skipped files) unfinished.
	FailOnIncomplete bool
}

// Default is the policy without any configuration.
func Default() Policy { return Policy{FailOn: finding.Error} }

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

// Decide is the one place where a result becomes a verdict.
func (p Policy) Decide(r *finding.Result) finding.Verdict {
	v := finding.Verdict{Outcome: finding.Passed, ExitCode: finding.ExitPassed, FailOn: p.FailOn, Reasons: []string{}}
	settle := func(o finding.Outcome, code int, reason string) {
		if v.Outcome == finding.Passed {
			v.Outcome, v.ExitCode = o, code
		}
		v.Reasons = append(v.Reasons, reason)
	}
	if n := p.blocking(r.Findings); n > 0 {
		settle(finding.Blocked, finding.ExitBlocked, fmt.Sprintf("%s at or above %s", count(n, "finding"), p.FailOn))
	}
	if n := timeouts(r.Faults); n > 0 {
		settle(finding.TimedOut, finding.ExitTimedOut, fmt.Sprintf("the time budget ended before %s", count(n, "file")))
	}
	if n := len(r.Faults) - timeouts(r.Faults); n > 0 {
		settle(finding.Unfinished, finding.ExitUnfinished, fmt.Sprintf("%s: something could not be looked at", count(n, "fault")))
	}
	if n := len(r.Incomplete) + len(r.Skips); n > 0 && p.FailOnIncomplete {
		settle(finding.Unfinished, finding.ExitUnfinished,
			fmt.Sprintf("%s not looked at whole, and incomplete coverage was asked to fail", count(n, "file")))
	}
	return v
}

func (p Policy) blocking(findings []finding.Finding) int {
	n := 0
	for _, f := range findings {
		if f.Attribution != finding.Existing && f.Level.AtLeast(p.FailOn) {
			n++
		}
	}
	return n
}

func timeouts(faults []finding.Fault) int {
	n := 0
	for _, f := range faults {
		if f.Code == finding.FaultBudget {
			n++
		}
	}
	return n
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
