package structure

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// textLimit is how many characters the text of an answer has: for those who read only that, and those who also get the
// structured answer pay for both. The last of them are kept for saying what is left out.
const (
	textLimit   = 1200
	textReserve = 60
)

// toolText is the text of an answer, made of lines until it is full.
type toolText struct {
	b    strings.Builder
	used int
}

// line adds a line, and reports whether it had room. An empty one is none.
func (t *toolText) line(s string) bool {
	n := utf8.RuneCountInString(s) + 1
	if s == "" {
		return true
	}
	if t.used+n > textLimit-textReserve {
		return false
	}
	t.add(s, n)
	return true
}

// close adds a last, short line, for which there is room.
func (t *toolText) close(s string) { t.add(s, utf8.RuneCountInString(s)+1) }

func (t *toolText) add(s string, n int) {
	t.b.WriteString(s + "\n")
	t.used += n
}

// String is the text without the end of its last line.
func (t *toolText) String() string { return strings.TrimSuffix(t.b.String(), "\n") }

// counted is a number and what it counts.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
