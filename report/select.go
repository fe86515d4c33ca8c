package report

import (
	"cmp"
	"strings"

	"sentinel/internal/finding"
)

// only are the entries that are wanted, in a slice of their own.
func only[T any](all []T, want func(T) bool) []T {
	var out []T
	for _, v := range all {
		if want(v) {
			out = append(out, v)
		}
	}
	return out
}

func isExisting(f finding.Finding) bool { return f.Attribution == finding.Existing }

// isNew tells the suppressions that came with the change: it excuses itself.
func isNew(s finding.Suppressed) bool { return s.New }

// isNamed tells the skips that a check would have looked at from those that no check could.
func isNamed(s finding.Skip) bool { return s.Check != "" }

// answerable are the findings that a change has to answer for: new ones, and those of which nobody knows
// whether they are.
func answerable(all []finding.Finding) []finding.Finding {
	return only(all, func(f finding.Finding) bool { return !isExisting(f) })
}

// worstFirst orders by level and then by place.
func worstFirst(a, b finding.Finding) int {
	return cmp.Or(
		cmp.Compare(a.Level.Rank(), b.Level.Rank()),
		strings.Compare(a.Path, b.Path),
		cmp.Compare(a.Region.StartLine, b.Region.StartLine),
		cmp.Compare(a.Region.StartColumn, b.Region.StartColumn),
	)
}

// disagreement says who took a finding out of the verdict, and why.
func disagreement(s finding.Suppressed) string {
	out := "suppressed by " + string(s.By)
	switch s.By {
	case finding.ByDirective:
		out = "suppressed by a directive" + lineNumber(" on line ", s.Line)
	case finding.ByBaseline:
		out = "in the baseline"
	case finding.ByPolicy:
		out = "switched off"
	}
	if s.Until != "" {
		out += " until " + s.Until
	}
	if s.Reason != "" {
		out += ": " + s.Reason
	}
	return out
}

// fullMessage is a finding's message with why its level is not its rule's.
func fullMessage(f finding.Finding) string {
	parts := []string{f.Message}
	for _, a := range f.Adjustments {
		parts = append(parts, adjustment(a))
	}
	return strings.Join(parts, "; ")
}
