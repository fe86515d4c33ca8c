package proc

import (
	"fmt"
	"unicode/utf8"
)

// cleaner turns what a program writes into what a terminal would show of it, in pieces and in constant memory.
// The pieces make no difference to the result.
//
// Escape sequences and control characters go, carriage returns and backspaces overwrite, and characters that are
// never drawn become visible as \u{202e}, so that nobody reads what is not there. Bytes that are not UTF-8 become U+FFFD.
type cleaner struct {
	line line
	seq  sequence
	// partial has the first bytes of a code point that the last piece ended in, partialLen of them.
	partial    [utf8.UTFMax]byte
	partialLen int
	// returned says that the last character was "\r": a line end if "\n" is next.
	returned bool
}

func newCleaner(out *keeper) *cleaner { return &cleaner{line: line{out: out}} }

func (c *cleaner) write(p []byte) {
	for c.partialLen > 0 && len(p) > 0 {
		c.partial[c.partialLen] = p[0]
		c.partialLen++
		p = p[1:]
		c.writePartial()
	}
	for len(p) > 0 {
		if !c.returned && c.seq.state == ground {
			if n := plainPrefix(p); n > 0 {
				c.line.plain(p[:n])
				p = p[n:]
				continue
			}
		}
		if !utf8.FullRune(p) {
			c.partialLen = copy(c.partial[:], p)
			return
		}
		r, size := utf8.DecodeRune(p)
		c.character(r)
		p = p[size:]
	}
}

// writePartial takes the code points that are complete, or can never be.
func (c *cleaner) writePartial() {
	for c.partialLen > 0 && utf8.FullRune(c.partial[:c.partialLen]) {
		r, size := utf8.DecodeRune(c.partial[:c.partialLen])
		c.character(r)
		c.partialLen = copy(c.partial[:], c.partial[size:c.partialLen])
	}
}

// close ends the text: what could have become a code point or an escape sequence did not.
func (c *cleaner) close() {
	for ; c.partialLen > 0; c.partialLen-- {
		c.character(utf8.RuneError)
	}
	c.release()
	c.line.commit()
}

// character takes one code point, inside an escape sequence or not.
func (c *cleaner) character(r rune) {
	if c.seq.state == ground {
		c.show(r)
	} else {
		c.escape(r)
	}
}

// show takes a code point that is not part of an escape sequence.
func (c *cleaner) show(r rune) {
	if c.returned {
		c.returned = false
		if r != '\n' {
			c.line.carriageReturn()
		}
	}
	switch {
	case r == '\n':
		c.line.newline()
	case r == '\r':
		c.returned = true
	case r == '\b':
		c.line.back()
	case r == '\t':
		c.line.put(r)
	case isControl(r):
		c.seq.begin(r)
	case isPresentation(r):
		// Asks for a look, as escape sequences do.
	case isUnseen(r):
		for _, visible := range fmt.Sprintf(`\u{%x}`, r) {
			c.line.put(visible)
		}
	default:
		c.line.put(r)
	}
}
