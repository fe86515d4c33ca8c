package finding

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// leastStream is the least that is kept of a cut stream, in bytes of JSON: less has no room for more than the
	// line that counts what is not there, and is nothing.
	leastStream = 160
	// headShare is the part of what is kept that comes from the start, one in headShare: failures are at the end.
	headShare = 3
	// nearLine is how much more goes for the sake of whole lines, in bytes of each part.
	nearLine = 80
)

// leftOutLine finds the line that stands where output was cut out, in the wording of captured output.
var leftOutLine = regexp.MustCompile(`(?m)^… (?:([0-9]{1,18}) lines?, )?([0-9]{1,18}) bytes? left out …(?:\n|\z)`)

// leftOut is such a line. A part of one line counts as no line.
func leftOut(lines, bytes int) string {
	if lines == 0 {
		return "… " + countOf(bytes, "byte") + " left out …"
	}
	return "… " + countOf(lines, "line") + ", " + countOf(bytes, "byte") + " left out …"
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// clampStream is s in at most limit bytes of JSON: its beginning and its end, with a line between them that counts
// what is not there; nothing where limit is less than leastStream. dropped is the number of bytes of s that went.
//
// cut says that s was cut before. What its own line counts is counted again then, and the line is none of the output.
func clampStream(s string, limit int, cut bool) (text string, dropped int) {
	if limit < leastStream {
		return "", len(s) - earlierIn(s, cut, 0, len(s)).own
	}
	const digits = len("999999999999999999") // of each number of an earlier line
	room := limit - len(leftOut(2, 2)) - 2*digits - 2*len(`\n`)
	from, to := middle(s, room)
	earlier := earlierIn(s, cut, from, to)
	from, to = min(from, earlier.from), max(to, earlier.to)
	dropped = to - from - earlier.own
	line := leftOut(strings.Count(s[from:to], "\n")+earlier.lines, dropped+earlier.bytes)
	return withLine(s[:from], line, s[to:]), dropped
}

// earlierCut is what the lines of earlier cuts within a range count, less the lines that they are themselves, how long
// they are, and the range with all of them whole.
type earlierCut struct{ lines, bytes, own, from, to int }

func earlierIn(s string, cut bool, from, to int) earlierCut {
	e := earlierCut{from: from, to: to}
	if !cut {
		return e
	}
	for _, m := range leftOutLine.FindAllStringSubmatchIndex(s, -1) {
		if m[0] >= to || m[1] <= from {
			continue
		}
		e.from, e.to = min(e.from, m[0]), max(e.to, m[1])
		e.own += m[1] - m[0]
		e.lines += number(s, m[2], m[3]) - strings.Count(s[m[0]:m[1]], "\n")
		e.bytes += number(s, m[4], m[5])
	}
	return e
}

func number(s string, from, to int) int {
	if from < 0 {
		return 0
	}
	n, _ := strconv.Atoi(s[from:to]) // digits, few enough
	return n
}

// withLine puts a line of its own between two texts.
func withLine(head, line, tail string) string {
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	if tail != "" {
		line += "\n"
	}
	return head + line + tail
}

// middle is what has to go of s for the rest to have at most room bytes of JSON. It begins and ends with a line where
// that is near, and never within a code point.
func middle(s string, room int) (from, to int) {
	used := 0
	for from < len(s) {
		r, n := utf8.DecodeRuneInString(s[from:])
		if used+runeSize(r, n) > room/headShare {
			break
		}
		used, from = used+runeSize(r, n), from+n
	}
	to = len(s)
	for to > from {
		r, n := utf8.DecodeLastRuneInString(s[from:to])
		if used+runeSize(r, n) > room {
			break
		}
		used, to = used+runeSize(r, n), to-n
	}
	if i := strings.LastIndexByte(s[:from], '\n') + 1; i > 0 && from-i <= nearLine {
		from = i
	}
	if i := strings.IndexByte(s[to:], '\n') + 1; i > 0 && i <= nearLine && to > 0 && s[to-1] != '\n' {
		to += i
	}
	return from, to
}

// clipText is s in at most limit bytes of JSON, with an ellipsis for what is not there.
func clipText(s string, limit int) string {
	const mark = "…"
	if textSize(s) <= limit {
		return s
	}
	used := len(mark)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if used += runeSize(r, n); used > limit {
			return s[:i] + mark
		}
		i += n
	}
	return s
}
