package proc

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// plainPrefix is the length of the start of p that needs no care: visible characters, tabs and line ends. Nearly all
// text is such.
func plainPrefix(p []byte) int {
	i := 0
	for {
		i += plainASCII(p[i:])
		if i == len(p) || p[i] < utf8.RuneSelf {
			return i
		}
		r, size := utf8.DecodeRune(p[i:])
		if r == utf8.RuneError && size == 1 || isControl(r) || isUnseen(r) {
			return i
		}
		i += size
	}
}

// A byte each of a word, and the highest bit of each.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plainASCII is the length of the start of p that is printable ASCII, tabs and line ends. It looks at eight bytes at a
// time, as one after the other takes longer than a program may need to write them.
func plainASCII(p []byte) int {
	i := 0
	for ; len(p)-i >= 8; i += 8 {
		w := binary.LittleEndian.Uint64(p[i:])
		if (w|(w-' '*ones)|(w+ones))&highs == 0 {
			continue // all of them are printable
		}
		if care := needCare(w); care != 0 {
			return i + bits.TrailingZeros64(care)/8
		}
	}
	for i < len(p) && (p[i] >= ' ' && p[i] < 0x7f || p[i] == '\n' || p[i] == '\t') {
		i++
	}
	return i
}

// needCare marks, in its highest bit, each of the eight bytes of w that is not printable ASCII, a tab or a line end.
func needCare(w uint64) uint64 {
	// With the highest bit set, a byte is large enough for no subtraction to borrow from the next one.
	ascii := w &^ highs
	below := func(x, n uint64) uint64 { return ^((x | highs) - n*ones) & highs }
	controls := below(ascii, ' ') &^ (below(ascii^('\n'*ones), 1) | below(ascii^('\t'*ones), 1))
	return controls | below(ascii^(0x7f*ones), 1) | w&highs
}
