package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sentinel/internal/finding"
)

// verdict says what the run came to and what to do next. A run that passed without a word needs none.
func (t *text) verdict() {
	v := t.r.Verdict
	if v.Outcome == finding.Passed && !t.wrote {
		return
	}
	reasons := v.Reasons
	if len(reasons) == 0 {
		reasons = []string{thresholdReason(v.FailOn)}
	}
	code := fmt.Sprintf(" (exit code %d): ", v.ExitCode)
	t.told(string(v.Outcome)+code, t.o.paint(outcomeStyle(v.Outcome), string(v.Outcome))+code, visible(strings.Join(reasons, "; ")))
	if next := t.next(); next != "" {
		t.told("next: ", t.o.paint(bold, "next:")+" ", visible(next))
	}
}

func outcomeStyle(o finding.Outcome) style {
	if o == finding.Passed {
		return bold
	}
	return red
}

func thresholdReason(failOn finding.Level) string {
	if failOn.Rank() > finding.Note.Rank() {
		return "no finding blocks, since the threshold is " + string(failOn)
	}
	return "no finding at or above " + string(failOn)
}

// next is the one step that helps most.
func (t *text) next() string {
	switch t.r.Verdict.Outcome {
	case finding.Unfinished:
		return "repair what is listed above and run it again; until then nothing is known about what was not looked at"
	case finding.TimedOut:
		return "allow more time or check fewer paths; nothing is known about what was not reached"
	}
	var worst *finding.Finding
	for i, f := range t.r.Findings {
		if !isExisting(f) && (worst == nil || f.Level.Rank() < worst.Level.Rank()) {
			worst = &t.r.Findings[i]
		}
	}
	if worst == nil {
		return ""
	}
	if t.o.Tool {
		return fmt.Sprintf("the tool explain says what %s means and what to do", worst.RuleID)
	}
	return fmt.Sprintf("`sentinel explain %s` says what it means and what to do", worst.RuleID)
}

// summary is the last line. It always has every count, so that nothing is taken for zero by its absence.
func (t *text) summary() string {
	return "sentinel: " + strings.Join([]string{t.o.counts(t.r.Counts), looked(t.r), visible(t.r.Scope.Description)}, "; ")
}

// counts are all that a result counts: what the change is answerable for; what is known of and does not block; what
// was not seen.
func (o Options) counts(c finding.Counts) string {
	levels := []string{
		o.countOf(red, c.Errors, "error"), o.countOf(yellow, c.Warnings, "warning"), o.countOf(cyan, c.Notes, "note"),
	}
	known := fmt.Sprintf("%d existing, %d suppressed, %d in the baseline", c.Existing, c.Suppressed, c.Baseline)
	unseen := fmt.Sprintf("%d incomplete, %d skipped, %s", c.Incomplete, c.Skips, o.countOf(red, c.Faults, "fault"))
	return strings.Join([]string{strings.Join(levels, ", "), known, unseen}, "; ")
}

func (o Options) countOf(st style, n int, noun string) string {
	if n == 0 {
		return plural(n, noun)
	}
	return o.paint(st, plural(n, noun))
}

// looked says how much was looked at, in words wherever that is nothing: a run that saw nothing must not
// read like one that found nothing.
func looked(r finding.Result) string {
	if text, none := nothingRead(r); none {
		return text
	}
	s, noun := r.Scope, "changed file"
	if !s.Kind.Compared() {
		noun = "file"
	}
	matched := s.Files - s.Unmatched
	switch {
	case s.Files == 0 && len(s.Paths) > 0:
		return fmt.Sprintf("no %ss under the paths given, 0 bytes", noun)
	case s.Files == 0 && !s.Kind.Compared():
		return "no files, 0 bytes"
	case s.Files == 0:
		return "no files changed, 0 bytes"
	case matched <= 0:
		return fmt.Sprintf("0 of %s are of a kind that a check reads, 0 bytes", plural(s.Files, noun))
	case s.Unmatched > 0:
		return fmt.Sprintf("%d of %s are of a kind that a check reads, %s", matched, plural(s.Files, noun), size(s.Bytes))
	}
	return fmt.Sprintf("%s, %s", plural(s.Files, noun), size(s.Bytes))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// size is a number of bytes for a person: decimal units, one digit after the point.
func size(n int64) string {
	const kilo = 1000
	if n < kilo {
		return plural(int(n), "byte")
	}
	value, units := float64(n)/kilo, []string{"kB", "MB", "GB"}
	unit := 0
	for value >= kilo-0.05 && unit < len(units)-1 {
		value, unit = value/kilo, unit+1
	}
	return fmt.Sprintf("%.1f %s", value, units[unit])
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
