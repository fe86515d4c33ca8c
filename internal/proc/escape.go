package proc

import "strings"

// maxSequence is how many characters an escape sequence may have. The longest in use name a link's target, and
// browsers take 2,083 characters of one. What is longer is text after all: something that is never ended must not
// swallow the rest of the output.
const maxSequence = 4096

// seqState is where in an escape sequence (ECMA-48, section 5) a text is.
type seqState int

const (
	ground       seqState = iota // outside
	escaped                      // after ESC
	intermediate                 // after ESC and a character in 0x20-0x2f, before the final one
	control                      // in a control sequence, after CSI
	str                          // in a control string: OSC, DCS, SOS, PM, APC
	strEscaped                   // in one, after an ESC that may be the first half of ST
)

// The 8-bit forms of the introducers. Terminals take them in UTF-8 as well.
const (
	esc = 0x1b
	dcs = 0x90
	sos = 0x98
	csi = 0x9b
	st  = 0x9c
	osc = 0x9d
	pm  = 0x9e
	apc = 0x9f
	bel = 0x07
)

// sequence is the escape sequence that a text is in.
type sequence struct {
	state seqState
	// held is what it has so far, without the introducer: shown if it turns out to be none.
	held []rune
}

// begin enters a sequence if the control character r introduces one.
func (s *sequence) begin(r rune) {
	switch r {
	case esc:
		s.state = escaped
	case csi:
		s.state = control
	case dcs, sos, osc, pm, apc:
		s.state = str
	}
}

// end leaves a sequence that was complete.
func (s *sequence) end() {
	s.state = ground
	s.held = s.held[:0]
}

// escape takes a code point of an escape sequence.
func (c *cleaner) escape(r rune) {
	switch c.seq.state {
	case escaped:
		c.afterEscape(r)
	case intermediate:
		switch {
		case r >= 0x20 && r <= 0x2f:
			c.hold(r)
		case r >= 0x30 && r <= 0x7e:
			c.seq.end()
		default:
			c.broken(r)
		}
	case control:
		switch {
		case r >= 0x20 && r <= 0x3f:
			c.hold(r)
		case r >= 0x40 && r <= 0x7e:
			c.controlSequence(r)
		default:
			c.broken(r)
		}
	case str:
		switch r {
		case bel, st:
			c.seq.end()
		case esc:
			c.seq.state = strEscaped
		case '\n':
			c.broken(r)
		default:
			c.hold(r)
		}
	case strEscaped:
		if r == '\\' {
			c.seq.end()
			return
		}
		c.release()
		c.seq.state = escaped
		c.afterEscape(r)
	}
}

func (c *cleaner) afterEscape(r rune) {
	switch {
	case r == '[':
		c.seq.state = control
	case strings.ContainsRune("]PX^_", r):
		c.seq.state = str
	case r >= 0x20 && r <= 0x2f:
		c.seq.state = intermediate
	case r >= 0x30 && r <= 0x7e:
		c.seq.end()
	default:
		c.broken(r)
	}
}

// controlSequence obeys the two control sequences that programs use to draw one line anew.
func (c *cleaner) controlSequence(final rune) {
	parameter := rune('0')
	if len(c.seq.held) > 0 {
		parameter = c.seq.held[0]
	}
	short := len(c.seq.held) <= 1
	c.seq.end()
	switch {
	case final == 'K' && parameter == '0' && short:
		c.line.eraseRest()
	case final == 'K' && parameter == '2' && short:
		c.line.erase()
	case final == 'G' && (parameter == '0' || parameter == '1') && short:
		c.line.carriageReturn()
	}
}

// broken ends a sequence that r cannot be part of.
func (c *cleaner) broken(r rune) {
	c.release()
	c.show(r)
}

// hold keeps a character of a sequence. Control characters would not be shown either way.
func (c *cleaner) hold(r rune) {
	if isControl(r) {
		return
	}
	c.seq.held = append(c.seq.held, r)
	if len(c.seq.held) >= maxSequence {
		c.release()
	}
}

// release shows what was taken for a sequence.
func (c *cleaner) release() {
	c.seq.state = ground
	for _, r := range c.seq.held {
		c.show(r)
	}
	c.seq.held = c.seq.held[:0]
}
