package policy

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sentinel/internal/finding"
)

// MaxBaselineBytes bounds a baseline file: some 100,000 entries.
const MaxBaselineBytes = 16 << 20

// baselineHead is the first line of a baseline file.
const baselineHead = "# sentinel baseline 1: findings that are known and accepted; written by sentinel baseline"

// Baseline is a set of known findings: a finding is known by its fingerprint and its path.
type Baseline map[BaselineEntry]bool

// BaselineEntry is one line of a baseline file.
type BaselineEntry struct {
	Fingerprint, Rule, Path string
}

// Has reports whether the baseline has a finding, at its path or at the one it moved from.
func (b Baseline) Has(f finding.Finding) bool {
	if b[BaselineEntry{f.Fingerprint, f.RuleID, f.Path}] {
		return true
	}
	return f.MovedFrom != nil && b[BaselineEntry{f.Fingerprint, f.RuleID, f.MovedFrom.Path}]
}

// WriteBaseline writes findings as a baseline file: a line each, sorted by path, so that it merges well.
// A path with blanks or odd characters is quoted.
func WriteBaseline(w io.Writer, findings []finding.Finding) error {
	var entries []BaselineEntry
	for _, f := range findings {
		entries = append(entries, BaselineEntry{f.Fingerprint, f.RuleID, f.Path})
	}
	slices.SortFunc(entries, func(a, b BaselineEntry) int {
		return strings.Compare(a.Path+"\x00"+a.Rule+"\x00"+a.Fingerprint, b.Path+"\x00"+b.Rule+"\x00"+b.Fingerprint)
	})
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, baselineHead)
	for _, e := range slices.Compact(entries) {
		path := e.Path
		if strings.ContainsFunc(path, func(r rune) bool { return r == '"' || r <= ' ' }) || finding.Printable(path) != path {
			path = strconv.Quote(path)
		}
		fmt.Fprintln(out, e.Fingerprint, e.Rule, path)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return nil
}

// ParseBaseline reads a baseline file. The error is a *ConfigError with the line.
func ParseBaseline(file string, data []byte) (Baseline, error) {
	fail := func(line int, format string, args ...any) (Baseline, error) {
		p := Problem{Line: line, Column: 1, Message: fmt.Sprintf(format, args...), Hint: "write it anew with sentinel baseline"}
		return nil, &ConfigError{File: file, Problems: []Problem{p}}
	}
	if len(data) > MaxBaselineBytes {
		return fail(0, "%d bytes, a baseline has at most %d", len(data), MaxBaselineBytes)
	}
	known := make(Baseline, bytes.Count(data, []byte{'\n'}))
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if number == 1 && line != baselineHead {
			return fail(1, "not a baseline: its first line has to be %q", baselineHead)
		}
		if line == "" || line[0] == '#' {
			continue
		}
		entry, err := parseEntry(line)
		if err != nil {
			return fail(number, "%v", err)
		}
		known[entry] = true
	}
	return known, nil
}

func parseEntry(line string) (BaselineEntry, error) {
	fingerprint, rest, _ := strings.Cut(line, " ")
	rule, path, ok := strings.Cut(rest, " ")
	if !ok || fingerprint == "" || rule == "" || path == "" {
		return BaselineEntry{}, fmt.Errorf("%q is not a fingerprint, a rule and a path", finding.Printable(line[:min(len(line), 200)]))
	}
	if path[0] == '"' {
		var err error
		if path, err = strconv.Unquote(path); err != nil || path == "" {
			return BaselineEntry{}, errors.New("the path is not a quoted text")
		}
	}
	return BaselineEntry{fingerprint, rule, path}, nil
}
