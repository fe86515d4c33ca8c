package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// capabilities is the headline of a change: what each file can newly do.
func (t *text) capabilities() {
	if !t.r.Scope.Kind.Compared() {
		return // without a base side nothing is new
	}
	files := groupBy(t.r.Capabilities, func(g finding.Gain) (string, finding.Level) { return g.Path, g.Level })
	t.listed(len(files), func(i int) {
		gains := files[i]
		var phrases []string
		for _, g := range gains {
			phrases = append(phrases, t.o.paintLevel(g.Level, visible(g.Capability.Phrase))+movedFrom(g))
		}
		t.line("%s now %s", t.o.paint(bold, visiblePath(gains[0].Path)), enumerate(phrases))
	})
}

// movedFrom says that a capability only changed its place.
func movedFrom(g finding.Gain) string {
	if g.MovedFrom == nil {
		return ""
	}
	return " (moved from " + visiblePath(g.MovedFrom.Path) + ")"
}

// findings are all that the change is answerable for, the most serious file first.
func (t *text) findings() {
	t.findingList(answerable(t.r.Findings))
}

// existing findings are counted in the last line, and listed only if asked for.
func (t *text) existing() {
	existing := only(t.r.Findings, isExisting)
	if t.o.Verbose && len(existing) > 0 {
		t.line("existing (%d): the base side has these too, they do not block", len(existing))
		t.findingList(existing)
	}
}

func (t *text) findingList(findings []finding.Finding) {
	apart := false
	for i, file := range groupBy(findings, func(f finding.Finding) (string, finding.Level) { return f.Path, f.Level }) {
		single := len(file) == 1 && len(t.details(file[0])) == 0
		t.gap = t.gap || i > 0 && (apart || !single) // a column of single lines needs no air
		apart = !single
		width := 0
		for _, f := range file {
			width = max(width, utf8.RuneCountInString(place(f)))
		}
		t.ofFile(len(file), func(i int) { t.finding(file[i], width) })
	}
}

// finding is one line, "path:line:col  level  message  rule", so that terminals and editors link to the
// place and grep finds it. Only on a terminal too narrow for it the message goes on below.
func (t *text) finding(f finding.Finding, width int) {
	head := fmt.Sprintf("%-*s  %-7s", width, place(f), f.Level)
	painted := fmt.Sprintf("%-*s  %s", width, place(f), t.o.paintLevel(f.Level, fmt.Sprintf("%-7s", f.Level)))
	message := visible(f.Message)
	rule := t.o.paint(dim, visible(f.RuleID))
	if needed := utf8.RuneCountInString(head + "  " + message + "  " + f.RuleID); t.o.Width == 0 || needed <= t.o.Width {
		t.line("%s  %s  %s", painted, message, rule)
	} else {
		t.line("%s  %s", painted, rule)
		for _, l := range wrap(message, t.o.Width-4) {
			t.line("    %s", l)
		}
	}
	for _, d := range t.details(f) {
		t.line("    %s", t.o.paint(dim, visible(d)))
	}
}

func (t *text) details(f finding.Finding) []string {
	var out []string
	for _, a := range f.Adjustments {
		out = append(out, adjustment(a))
	}
	if f.Attribution == finding.Unknown && t.r.Scope.Kind.Compared() {
		out = append(out, "not known whether it is new: the base side could not be looked at")
	}
	if f.MovedFrom != nil {
		out = append(out, "moved from "+strings.ReplaceAll(f.MovedFrom.Path, `\`, `\\`))
	}
	return out
}

func adjustment(a finding.Adjustment) string {
	verb := "lowered"
	if a.To.Rank() < a.From.Rank() {
		verb = "raised"
	}
	return fmt.Sprintf("%s from %s to %s: %s", verb, a.From, a.To, a.Reason)
}

// place is where a finding is, as precisely as it is known.
func place(f finding.Finding) string {
	switch {
	case f.Path == "":
		return "the whole change"
	case f.Region.StartLine == 0:
		return visiblePath(f.Path)
	}
	return fmt.Sprintf("%s:%d:%d", visiblePath(f.Path), f.Region.StartLine, max(f.Region.StartColumn, 1))
}

// groupBy groups by path. The group with the most serious entry comes first, and so does that entry in its
// group; equals go by path, and keep the result's order within one.
func groupBy[T any](all []T, key func(T) (string, finding.Level)) [][]T {
	byPath := map[string][]T{}
	var paths []string
	for _, v := range all {
		path, _ := key(v)
		if byPath[path] == nil {
			paths = append(paths, path)
		}
		byPath[path] = append(byPath[path], v)
	}
	rank := func(v T) int { _, level := key(v); return level.Rank() }
	groups := make([][]T, 0, len(paths))
	for _, path := range paths {
		slices.SortStableFunc(byPath[path], func(a, b T) int { return cmp.Compare(rank(a), rank(b)) })
		groups = append(groups, byPath[path])
	}
	slices.SortStableFunc(groups, func(a, b []T) int {
		pathA, _ := key(a[0])
		pathB, _ := key(b[0])
		return cmp.Or(cmp.Compare(rank(a[0]), rank(b[0])), cmp.Compare(pathA, pathB))
	})
	return groups
}

// enumerate is "a", "a and b", "a, b and c".
func enumerate(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// minWrap is the narrowest column that wrapped text is put into, in code points.
const minWrap = 20

// wrap breaks text between words into lines of at most width code points; a longer word stays whole.
func wrap(s string, width int) []string {
	var lines []string
	for s != "" {
		var line string
		line, s = broken(s, width)
		lines = append(lines, line)
	}
	return lines
}

// broken cuts text at the last space that leaves at most width code points before it, or at the first space if a word is
// longer. Spaces elsewhere stay: they may be part of a name.
func broken(s string, width int) (line, rest string) {
	width = max(width, minWrap)
	at, used := -1, 0
	for i, r := range s {
		if r == ' ' && (used <= width || at < 0) && i > 0 {
			at = i
		}
		if used++; used > width && at >= 0 {
			break
		}
	}
	if at < 0 || utf8.RuneCountInString(s) <= width {
		return strings.TrimRight(s, " "), ""
	}
	return strings.TrimRight(s[:at], " "), strings.TrimLeft(s[at:], " ")
}
