package tools

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
	"sentinel/report"
)

// maxText is about how many bytes the text of an answer has: clients without structured answers show it to the model,
// and those with them show both.
const maxText = 2 << 10

// maxLine is the most characters of one line of it; paths may have thousands.
const maxLine = 300

// reportAs is the report of a result in a format.
func reportAs(name string, r finding.Result) (string, error) {
	format, err := report.Lookup(name)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := format.Write(&b, r, report.Options{Tool: true}); err != nil {
		return "", err
	}
	return b.String(), nil
}

// shortened keeps the beginning of a text, and its last line, which has all the counts. note goes before that.
func shortened(text, note string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range lines {
		line = finding.Printable(line)
		lines[i] = line
		if utf8.RuneCountInString(line) > maxLine {
			lines[i] = string([]rune(line)[:maxLine-1]) + "…"
		}
	}
	last := lines[len(lines)-1]
	head := lines[:len(lines)-1]
	if note != "" {
		last = note + "\n" + last
	}
	room := maxText - len(last)
	for i, line := range head {
		if room -= len(line) + 1; room < 0 {
			head = append(head[:i:i], fmt.Sprintf("… %d more lines", len(head)-i))
			break
		}
	}
	return strings.Join(append(head, last), "\n")
}

// lastLine is the line of a report that has all the counts.
func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// visibly writes characters of JSON text that are not shown, or do something to what is, as escapes: direction marks,
// tags, fillers. What the JSON says stays the same.
func visibly(text []byte) []byte {
	var b []byte
	done := 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if one := string(text[i : i+size]); finding.Printable(one) != one {
			b = append(append(b, text[done:i]...), escaped(r)...)
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return append(b, text[done:]...)
}

// escaped is a character as JSON escapes it.
func escaped(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+(r>>10), 0xdc00+(r&0x3ff))
}
