package checks

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ClipLength is how many code points of a repository's own text a message or document may repeat in one
// place: long enough for a real module path, short enough that nobody can smuggle a page of text through it.
const ClipLength = 120

// Clip makes a repository's text fit to be repeated: control, format (bidirectional, zero-width, tag) and
// invalid characters are replaced by U+FFFD, and what is over ClipLength code points is cut off with "…".
func Clip(s string) string {
	var b strings.Builder
	n := 0
	for i, r := range s {
		if n == ClipLength {
			b.WriteRune('…')
			break
		}
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) ||
			r == '\u2028' || r == '\u2029' {
			r = utf8.RuneError
		}
		if b.Len() == 0 {
			b.Grow(min(len(s)-i, ClipLength) + utf8.UTFMax)
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}
