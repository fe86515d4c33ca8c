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
	files, others := timeouts(r.Faults)
	if files > 0 {
		settle(finding.TimedOut, finding.ExitTimedOut, fmt.Sprintf("the time budget ended before %s", count(files, "file")))
	}
	for _, f := range others {
		settle(finding.TimedOut, finding.ExitTimedOut, f.Message)
	}
	if n := len(r.Faults) - files - len(others); n > 0 {
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

// unseen counts the files that nobody decided to leave out. Whoever wants what is in a folder that is passed over names
// it.
func unseen(skips []finding.Skip) int {
	n := 0
	for _, s := range skips {
		if s.Reason != finding.SkipExcluded && s.Reason != finding.SkipFolder {
			n++
		}
	}
	return n
}

// timeouts are the faults of a time budget: how many files it ended before, and what else it ended.
func timeouts(faults []finding.Fault) (files int, others []finding.Fault) {
	for _, f := range faults {
		switch {
		case f.Code != finding.FaultBudget:
		case f.Path != "":
			files++
		default:
			others = append(others, f)
		}
	}
	return files, others
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
