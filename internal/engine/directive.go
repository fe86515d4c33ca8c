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
var closing = regexp.MustCompile(`[ \t]*(?:\*/\}?|-->)`)

// directives finds all directives of a text.
func directives(text []byte) []directive {
	if !bytes.Contains(text, []byte("sentinel:ignore")) {
		return nil
	}
	var found []directive
	lines := bytes.Split(text, []byte{'\n'})
	for i, line := range lines {
		list, alone := lineDirectives(line)
		for _, d := range list {
			d.Region.StartLine, d.Region.EndLine, d.Target = i+1, i+1, i+1
			if alone {
				d.Target = nextCode(lines, i+1) + 1
			}
			found = append(found, d)
		}
	}
	return found
}

// lineDirectives finds the directives of one line, and says whether there is nothing else on it.
func lineDirectives(line []byte) (list []directive, alone bool) {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	alone = true
	for at := 0; ; {
		open := opening.FindSubmatchIndex(line[at:])
		if open == nil {
			return list, alone && len(list) > 0 && len(bytes.TrimSpace(line[at:])) == 0
		}
		alone = alone && len(bytes.TrimSpace(line[at:at+open[0]])) == 0
		word, begin := at+open[2], at+open[3]
		end, next := len(line), len(line)
		if closed := closing.FindIndex(line[begin:]); closed != nil {
			end, next = begin+closed[0], begin+closed[1]
		}
		d := parseDirective(string(line[begin:end]))
		if d.Problem == "" && bytes.IndexByte(line, '\r') >= 0 {
			d.Problem = "the file has line ends of carriage returns alone, so it is not known what it is about"
		}
		d.Region.StartColumn = utf8.RuneCount(line[:word]) + 1
		d.Region.EndColumn = utf8.RuneCount(line[:end]) + 1
		list, at = append(list, d), next
	}
}

// nextCode is the first line from i on that is neither blank nor nothing but directives.
func nextCode(lines [][]byte, i int) int {
	for ; i < len(lines); i++ {
		if _, alone := lineDirectives(lines[i]); !alone && len(bytes.TrimSpace(lines[i])) > 0 {
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
