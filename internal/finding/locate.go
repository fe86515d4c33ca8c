package finding

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Locator turns byte spans of one text into regions. A line ends with "\n"; the "\r" before it belongs to
// the line. It is cheapest when spans are asked for in order, as it then counts every code point only once,
// however long the lines. It is not safe for concurrent use.
type Locator struct {
	text   []byte
	starts []int // offset at which each line starts

	// The last offset asked for, its line (from 0) and its column (code points from 0): counting goes on from here.
	offset, line, column int
}

// NewLocator reads the line ends of text.
func NewLocator(text []byte) *Locator {
	starts := make([]int, 1, 1+bytes.Count(text, []byte{'\n'}))
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		starts = append(starts, i)
	}
	return &Locator{text: text, starts: starts}
}

// Region locates a span. Offsets outside the text are taken for its nearest end.
func (l *Locator) Region(s Span) Region {
	start := min(max(s.Start, 0), len(l.text))
	end := min(max(s.End, start), len(l.text))
	var r Region
	r.StartLine, r.StartColumn = l.position(start)
	r.EndLine, r.EndColumn = l.position(end)
	return r
}

// position gives line and column of an offset, both from 1.
func (l *Locator) position(offset int) (line, column int) {
	index := sort.SearchInts(l.starts, offset+1) - 1
	if index != l.line || offset < l.offset {
		l.offset, l.line, l.column = l.starts[index], index, 0
	}
	l.column += utf8.RuneCount(l.text[l.offset:offset])
	l.offset = offset
	return index + 1, l.column + 1
}
