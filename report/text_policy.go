package report

import (
	"fmt"

	"sentinel/internal/finding"
)

// excused lists the findings whose directive came with the change, whatever was asked for: a reviewer agrees with
// the reason, or does not, but has to see it.
func (t *text) excused() {
	if all := only(t.r.Suppressed, isNew); len(all) > 0 {
		t.line("%s: by directives that this change adds, review their reasons",
			t.o.paint(yellow, fmt.Sprintf("newly suppressed (%d)", len(all))))
		t.suppressedList(all)
	}
}

// suppressed findings of earlier directives are counted in the last line, and listed only if asked for.
func (t *text) suppressed() {
	if !t.o.Verbose {
		return
	}
	if all := only(t.r.Suppressed, func(s finding.Suppressed) bool { return !s.New }); len(all) > 0 {
		t.line("suppressed (%d): somebody disagreed with these, they do not block", len(all))
		t.suppressedList(all)
	}
}

func (t *text) suppressedList(all []finding.Suppressed) {
	files := groupBy(all, func(s finding.Suppressed) (string, finding.Level) { return s.Finding.Path, s.Finding.Level })
	for _, file := range files {
		t.ofFile(len(file), func(i int) {
			f := file[i].Finding
			t.line("  %s  %s  %s  %s", place(f), t.o.paintLevel(f.Level, fmt.Sprintf("%-7s", f.Level)),
				visible(f.Message), t.o.paint(dim, visible(f.RuleID)))
			t.line("    %s", t.o.paint(dim, visible(disagreement(file[i]))))
		})
	}
}

// settings are those that changed something. They alone are no news: a run that only left out what it was told to
// leave out does not get a verdict in words for it.
func (t *text) settings() {
	wrote := t.wrote
	t.listed(len(t.r.Policy), func(i int) {
		t.told("setting: ", t.o.paint(bold, "setting:")+" ", visible(setting(t.r.Policy[i])))
	})
	t.wrote = wrote
}

// setting is "SOURCE: KEY: VALUE (N uses)".
func setting(s finding.Setting) string {
	return fmt.Sprintf("%s: %s: %s (%s)", s.Source, s.Key, s.Value, plural(s.Uses, "use"))
}

func lineNumber(before string, line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("%s%d", before, line)
}
