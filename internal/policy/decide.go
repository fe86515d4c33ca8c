package policy

import (
	"fmt"

	"sentinel/internal/finding"
)

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
	if n := len(r.Incomplete) + unseen(r.Skips); n > 0 && p.FailOnIncomplete {
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

// unseen counts the files that nobody decided to leave out.
func unseen(skips []finding.Skip) int {
	n := 0
	for _, s := range skips {
		if s.Reason != finding.SkipExcluded {
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
