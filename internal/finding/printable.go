package finding

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes text of a repository (paths, revisions, names) fit for one line of a message: control and
// format characters (escape sequences, bidirectional and zero-width ones, tags) and bytes that are not UTF-8
// become visible escapes. What is already fit comes back as it is.
func Printable(s string) string {
	if fit(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case shown(r):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
		i += size
	}
	return b.String()
}

func fit(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || !shown(r) {
			return false
		}
	}
	return true
}

// shown reports whether a terminal shows r and nothing else happens. Private-use characters are not: fonts show
// them as anything. Nor are the letters and marks that Unicode says are never drawn: fillers, and the variation
// selectors, of which there are enough to carry any text along unseen.
func shown(r rune) bool {
	return r == ' ' || unicode.IsGraphic(r) &&
		!unicode.In(r, unicode.Zs, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
