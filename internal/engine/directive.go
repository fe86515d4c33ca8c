package engine

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// directive is a sentinel:ignore comment as the text has it.
type directive struct {
	Region  finding.Region `json:"p"`
	Target  int            `json:"t"`
	Rules   []string       `json:"r,omitempty"`
	Until   string         `json:"u,omitempty"`
	Reason  string         `json:"w,omitempty"`
	Problem string         `json:"x,omitempty"`
}

// opening finds a directive: the word at the very beginning of a comment. Prose that only mentions it is none.
var opening = regexp.MustCompile(`(?://+|#+|/\*+|<!--|--|;+|\{/\*)[ \t]*(sentinel:ignore)(?:[ \t:,]|$)`)

// closing is what ends a comment within its line.
var closing = regexp.MustCompile(`[ \t]*(?:\*/\}?|-->)[ \t]*.*$`)

// directives finds all directives of a text.
func directives(text []byte) []directive {
	if !bytes.Contains(text, []byte("sentinel:ignore")) {
		return nil
	}
	var found []directive
	lines := bytes.Split(text, []byte{'\n'})
	for i, line := range lines {
		at := opening.FindSubmatchIndex(line)
		if at == nil {
			continue
		}
		body := closing.ReplaceAllString(strings.TrimRight(string(line[at[3]:]), "\r"), "")
		d := parseDirective(body)
		d.Region = finding.Region{
			StartLine: i + 1, StartColumn: utf8.RuneCount(line[:at[2]]) + 1,
			EndLine: i + 1, EndColumn: utf8.RuneCount(line[:at[3]]) + utf8.RuneCountInString(body) + 1,
		}
		d.Target = i + 1
		if len(bytes.TrimSpace(line[:at[0]])) == 0 {
			d.Target = nextCode(lines, i+1) + 1
		}
		found = append(found, d)
	}
	return found
}

// nextCode is the first line from i on that is neither blank nor a directive by itself.
func nextCode(lines [][]byte, i int) int {
	for ; i < len(lines); i++ {
		at := opening.FindIndex(lines[i])
		alone := at != nil && len(bytes.TrimSpace(lines[i][:at[0]])) == 0
		if len(bytes.TrimSpace(lines[i])) > 0 && !alone {
			break
		}
	}
	return i
}

// grammar is what a directive is to look like.
const grammar = "write sentinel:ignore RULE [until YYYY-MM-DD] -- reason"

// parseDirective reads what follows the word.
func parseDirective(body string) directive {
	head, reason, reasoned := strings.Cut(body, "--")
	d := directive{Reason: checks.Clip(strings.TrimSpace(reason))}
	words := strings.FieldsFunc(head, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	if n := len(words); n >= 2 && words[n-2] == "until" {
		d.Until, words = words[n-1], words[:n-2]
	}
	for _, w := range words {
		d.Rules = append(d.Rules, checks.Clip(w))
	}
	switch _, err := time.Parse(time.DateOnly, d.Until); {
	case !reasoned || d.Reason == "":
		d.Problem = "it has no reason: " + grammar
	case len(words) == 0:
		d.Problem = "it names no rule: " + grammar
	case d.Until != "" && err != nil:
		d.Problem = fmt.Sprintf("%q is not a day: %s", checks.Clip(d.Until), grammar)
	}
	return d
}
