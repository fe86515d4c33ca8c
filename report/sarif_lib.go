package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"sentinel/internal/finding"
)

// This file is all that knows where go-sarif v2 writes what SARIF does not allow. It writes null for fields
// that were not set (a rule's shortDescription, an invocation's executionSuccessful, a notification's message),
// and its own WriteFile does not truncate, so that the end of a longer old file stays behind.

// refuseNull fails if a document holds a null. SARIF has a few places for one, but we write none there.
func refuseNull(document []byte) error {
	d := json.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("write SARIF: read back: %w", err)
		}
		if token == nil {
			before := document[max(0, d.InputOffset()-80):d.InputOffset()]
			return fmt.Errorf("write SARIF: the document would not be valid, null at %q", before)
		}
	}
}

// multiformat is a text with an optional Markdown form; go-sarif has a constructor for either, not for both.
func multiformat(text, markdown string) *sarif.MultiformatMessageString {
	m := sarif.NewMultiformatMessageString(text)
	if markdown != "" {
		m = m.WithMarkdown(markdown)
	}
	return m
}

// plain makes text fit for a SARIF message: nothing invisible, no embedded link (SARIF 2.1.0, 3.11.6)
// that a name chosen by the repository would make, and not over maxText bytes.
func plain(s string) string {
	return clip(strings.ReplaceAll(finding.Printable(s), "](", "] ("), maxText)
}

// sentence ends a text with a full stop, which is where viewers cut a message when they lack room.
func sentence(s string) string {
	if s == "" || strings.ContainsRune(".!?", rune(s[len(s)-1])) {
		return s
	}
	return s + "."
}

// clip cuts s to at most limit bytes, between characters, and shows that it did.
func clip(s string, limit int) string {
	const mark = "…"
	if len(s) <= limit {
		return s
	}
	cut := limit - len(mark)
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + mark
}

// location is a place in a file. GitHub needs all four numbers, and SARIF needs them from 1 and in order,
// so what is not known becomes the first character of the first line.
func location(path string, r finding.Region) *sarif.Location {
	startLine, startColumn := max(r.StartLine, 1), max(r.StartColumn, 1)
	endLine, endColumn := max(r.EndLine, startLine), max(r.EndColumn, 1)
	if endLine == startLine {
		endColumn = max(endColumn, startColumn)
	}
	region := sarif.NewRegion().WithStartLine(startLine).WithStartColumn(startColumn).
		WithEndLine(endLine).WithEndColumn(endColumn)
	return sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(relativeURI(path))).WithRegion(region))
}
