package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// ListLimit is how many entries a list that is not about findings has unless Options.Verbose:
// about half a screen. The rest is counted in the list's last line.
const ListLimit = 20

// FindingLimit is how many findings of one file are listed, the most serious ones, unless Options.Verbose. No check
// stops counting: a megabyte of generated code has 100,000 findings, and would push every other file off the screen.
// The rest is counted in the file's last line, and no file with findings is left out.
const FindingLimit = 50

// writeText writes what a person wants to read first at the top and the one line that sums up at the
// bottom, where a terminal stops. A clean run is that line alone.
//
// It never calls anything safe: it says what was found, and what was not looked at.
func writeText(w io.Writer, r finding.Result, o Options) error {
	t := &text{w: bufio.NewWriter(w), r: r, o: o}
	for _, section := range []func(){
		t.standing, t.changed, t.validations,
		t.capabilities, t.findings, t.excused, t.existing, t.suppressed,
		t.faults, t.incomplete, t.skips, t.diagnostics, t.warnings, t.settings, t.verdict,
	} {
		t.gap = t.wrote
		section()
	}
	t.wrote, t.gap = false, false
	t.line("%s", t.summary())
	if err := t.w.Flush(); err != nil {
		return fmt.Errorf("write text: %w", err)
	}
	return nil
}

// text is a text report on its way. The writer keeps its first error, so that only Flush is asked for it.
type text struct {
	w *bufio.Writer
	r finding.Result
	o Options
	// gap asks for an empty line before the next line, between sections that have something to say.
	gap, wrote bool
}

func (t *text) line(format string, args ...any) {
	if t.gap {
		t.w.WriteByte('\n')
		t.gap = false
	}
	t.w.WriteString(inert(fmt.Sprintf(format, args...)))
	t.w.WriteByte('\n')
	t.wrote = true
}

// told writes a head and what it says. On a terminal too narrow for that, it goes on below, four columns further in; else
// it stays one line, for whoever greps. The head is given
// as it is, and as it is painted.
func (t *text) told(head, painted, words string) {
	indent := strings.Repeat(" ", len(head)-len(strings.TrimLeft(head, " "))+4)
	if t.o.Width == 0 || utf8.RuneCountInString(head+words) <= t.o.Width {
		t.line("%s%s", painted, words)
		return
	}
	first, rest := broken(words, t.o.Width-utf8.RuneCountInString(head))
	t.line("%s%s", painted, first)
	for rest != "" {
		first, rest = broken(rest, t.o.Width-len(indent))
		t.line("%s%s", indent, first)
	}
}

// listed calls show for as many of n entries as a list may have, and says how many are left.
func (t *text) listed(n int, show func(i int)) { t.capped(n, ListLimit, "more", show) }

// ofFile calls show for as many of a file's n findings as may be listed, and says how many are left.
func (t *text) ofFile(n int, show func(i int)) { t.capped(n, FindingLimit, "more in this file", show) }

func (t *text) capped(n, limit int, left string, show func(i int)) {
	shown := n
	if !t.o.Verbose {
		shown = min(n, limit)
	}
	for i := range shown {
		show(i)
	}
	if n > shown {
		t.line("  %d %s, %s", n-shown, left, t.lists())
	}
}

// lists is where entries are that are only counted.
func (t *text) lists() string {
	if t.o.Tool {
		return "structured lists them"
	}
	return "-v lists them"
}
