package proc

import (
	"bytes"
	"unicode/utf8"
)

// maxLine is how many bytes, or cells, of the last line can still be overwritten. What comes before is committed, as a
// terminal commits what it has wrapped, so that a line of any length takes constant memory.
const maxLine = 64 << 10

// line is the last line of a text, the one that carriage returns and backspaces write over. A code point is a cell.
type line struct {
	out *keeper
	// text is the line as long as nothing was written over, cells from then on.
	text    []byte
	editing bool
	cells   []rune
	cursor  int // where in cells the next one goes, at most len(cells)
}

// plain writes text of lines that have nothing but visible characters in them.
func (l *line) plain(text []byte) {
	for l.editing && len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if r == '\n' {
			l.newline()
		} else {
			l.put(r)
		}
	}
	if last := bytes.LastIndexByte(text, '\n'); last >= 0 {
		l.commit()
		l.out.write(text[:last+1])
		text = text[last+1:]
	}
	l.append(text)
}

// append adds to a line that nothing was written over. It commits when the next code point has no room, so how the
// text is cut makes no difference.
func (l *line) append(text []byte) {
	for len(l.text)+len(text) > maxLine {
		n := maxLine - len(l.text)
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		l.text = append(l.text, text[:n]...)
		text = text[n:]
		l.commit()
	}
	l.text = append(l.text, text...)
}

// put writes one cell.
func (l *line) put(r rune) {
	if l.editing && l.cursor == maxLine {
		l.commit()
	}
	switch {
	case !l.editing:
		var buf [utf8.UTFMax]byte
		l.append(buf[:utf8.EncodeRune(buf[:], r)])
		return
	case l.cursor < len(l.cells):
		l.cells[l.cursor] = r
	default:
		l.cells = append(l.cells, r)
	}
	l.cursor++
}

// edit prepares the line for being written over.
func (l *line) edit() {
	if l.editing {
		return
	}
	l.editing = true
	for text := l.text; len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		l.cells = append(l.cells, r)
		text = text[size:]
	}
	l.text = l.text[:0]
	l.cursor = len(l.cells)
}

func (l *line) carriageReturn() {
	l.edit()
	l.cursor = 0
}

func (l *line) back() {
	l.edit()
	l.cursor = max(l.cursor-1, 0)
}

func (l *line) eraseRest() {
	l.edit()
	l.cells = l.cells[:l.cursor]
}

// erase empties the line. A terminal's cursor would stay where it is; a program's next step is to move it to the start.
func (l *line) erase() {
	l.carriageReturn()
	l.eraseRest()
}

func (l *line) newline() {
	l.commit()
	l.out.write([]byte{'\n'})
}

// commit hands on the line so far and begins with nothing.
func (l *line) commit() {
	for _, r := range l.cells {
		l.text = utf8.AppendRune(l.text, r)
	}
	l.out.write(l.text)
	l.text, l.cells = l.text[:0], l.cells[:0]
	l.editing, l.cursor = false, 0
}
