package report

import (
	"fmt"
	"strings"

	"sentinel/internal/finding"
)

func (t *text) faults() {
	if len(t.r.Faults) == 0 {
		return
	}
	t.line("%s: tried and failed, nothing is known about these", t.o.paint(red, fmt.Sprintf("faults (%d)", len(t.r.Faults))))
	t.listed(len(t.r.Faults), func(i int) {
		f := t.r.Faults[i]
		t.told("  ", "  ", entry(where(f.Artifact, 0), f.Check, f.Message, string(f.Code)))
	})
}

// incomplete files are listed always, whatever was asked for: a file that did not parse must not look
// like one in which nothing was found.
func (t *text) incomplete() {
	if len(t.r.Incomplete) == 0 {
		return
	}
	t.line("%s: what is said of these files holds, what is not said proves nothing",
		t.o.paint(yellow, fmt.Sprintf("incomplete (%d)", len(t.r.Incomplete))))
	t.listed(len(t.r.Incomplete), func(i int) {
		f := t.r.Incomplete[i]
		t.told("  ", "  ", entry(where(f.Artifact, f.Line), f.Check, f.Reason, ""))
	})
}

// skips names what a check would have looked at, such as a source file that is too large, and folders that may have
// such files: they must not look like something in which nothing was found. The others are only counted, since a repository full of images is no news;
// Verbose lists them too.
func (t *text) skips() {
	if len(t.r.Skips) == 0 {
		return
	}
	shown := only(t.r.Skips, func(s finding.Skip) bool { return isNamed(s) || s.Reason == finding.SkipFolder })
	if t.o.Verbose {
		shown = t.r.Skips
	}
	hint := ""
	if others := len(t.r.Skips) - len(shown); others > 0 {
		hint = fmt.Sprintf("; %d of them of no kind that a check reads, %s", others, t.lists())
	}
	t.line("skipped (%d): %s%s", len(t.r.Skips), skipReasons(t.r.Skips), hint)
	t.listed(len(shown), func(i int) {
		s := shown[i]
		t.told("  ", "  ", entry(where(s.Artifact, 0), s.Check, s.Reason.Explain(), s.Detail))
	})
}

// skipReasons counts skips by reason: "2 binary, 1 too-large".
func skipReasons(skips []finding.Skip) string {
	counts := map[finding.SkipReason]int{}
	for _, s := range skips {
		counts[s.Reason]++
	}
	var parts []string
	for _, reason := range sortedKeys(counts) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[reason], visible(string(reason))))
	}
	return strings.Join(parts, ", ")
}

// warnings are what the run has to say about itself.
func (t *text) warnings() {
	for _, w := range t.r.Warnings {
		t.told("warning: ", t.o.paint(yellow, "warning:")+" ", visible(w))
	}
	for _, u := range unverifiedOf(t.r) {
		t.told("not verified: ", t.o.paint(yellow, "not verified:")+" ", visible(u))
	}
}

// where is "path" or "path:line", empty for what concerns the run as a whole.
func where(a finding.Artifact, line int) string {
	if a.Path == "" || line == 0 {
		return visiblePath(a.Path)
	}
	return fmt.Sprintf("%s:%d", visiblePath(a.Path), line)
}

// entry is "place  check: message (note)", each part only where there is one.
func entry(place, check, message, note string) string {
	var b strings.Builder
	if place != "" {
		b.WriteString(place + "  ")
	}
	if check != "" {
		b.WriteString(visible(check) + ": ")
	}
	b.WriteString(visible(message))
	if note != "" {
		b.WriteString(" (" + visible(note) + ")")
	}
	return b.String()
}
