package proc

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Limit is how much of a text is kept, the marker for what is left out included.
type Limit struct {
	// Bytes of UTF-8. Less than MinBytes counts as MinBytes.
	Bytes int
	// Lines. Less than 1 counts as 1, which leaves room for the marker only.
	Lines int
}

// MinBytes is the smallest limit that is kept to: the longest marker takes 71 bytes.
const MinBytes = 80

// headShare is the part of what is kept that comes from the start, one in headShare: failures are at the end.
const headShare = 3

// keeper keeps the head and the tail of a text that comes in pieces, with a line "… N lines, M bytes left out …" between
// them, in memory that does not grow with it. The pieces make no difference. A text within the limit stays as it is. No
// code point is split; a line is only where keeping it whole would cost more than half of a part.
type keeper struct {
	limit    Limit
	head     []byte // the first bytes, a headShare of the limit
	tail     []byte // what follows, its end only once it is too much; at most twice the limit
	total    int64
	newlines int64
	last     byte
}

func newKeeper(l Limit) *keeper {
	return &keeper{limit: Limit{Bytes: max(l.Bytes, MinBytes), Lines: max(l.Lines, 1)}}
}

func (k *keeper) write(text []byte) {
	if len(text) == 0 {
		return
	}
	k.total += int64(len(text))
	k.newlines += int64(bytes.Count(text, []byte{'\n'}))
	k.last = text[len(text)-1]

	room := min(k.limit.Bytes/headShare-len(k.head), len(text))
	k.head = append(k.head, text[:room]...)
	k.writeTail(text[room:])
}

// writeTail moves the tail to the front of its memory only each time that it has doubled, so that a byte is copied
// twice at most.
func (k *keeper) writeTail(text []byte) {
	size := k.tailSize()
	if len(text) > size {
		k.tail, text = k.tail[:0], text[len(text)-size:]
	}
	k.tail = append(k.tail, text...)
	if len(k.tail)-size > size {
		k.tail = append(k.tail[:0], k.tail[len(k.tail)-size:]...)
	}
}

func (k *keeper) tailSize() int { return k.limit.Bytes - k.limit.Bytes/headShare }

// lines counts the lines so far; one that has no end yet is a line.
func (k *keeper) lines() int64 {
	if k.total > 0 && k.last != '\n' {
		return k.newlines + 1
	}
	return k.newlines
}

// result is the text with what is over the limit left out, and how many bytes that is.
func (k *keeper) result() (text string, dropped int64) {
	head, tail := k.head, k.tail[max(0, len(k.tail)-k.tailSize()):]
	if k.total <= int64(k.limit.Bytes) {
		whole := append(bytes.Clone(head), tail...)
		if k.lines() <= int64(k.limit.Lines) {
			return string(whole), 0
		}
		head, tail = whole, whole
	}
	// What is left out is less than everything, so its marker is no longer than this one. It may need a line end
	// before it and has one after it.
	room := k.limit.Bytes - len(marker(k.lines(), k.total)) - 2
	before := firstLines(firstBytes(head, room/headShare), (k.limit.Lines-1)/headShare)
	after := lastLines(lastBytes(tail, room-room/headShare), k.limit.Lines-1-(k.limit.Lines-1)/headShare)
	return k.join(before, after)
}

func (k *keeper) join(before, after []byte) (text string, dropped int64) {
	kept := int64(len(before) + len(after))
	ends := int64(bytes.Count(before, []byte{'\n'}) + bytes.Count(after, []byte{'\n'}))
	var b bytes.Buffer
	b.Write(before)
	if len(before) > 0 && before[len(before)-1] != '\n' {
		b.WriteByte('\n')
	}
	b.WriteString(marker(k.newlines-ends, k.total-kept))
	if len(after) > 0 {
		b.WriteByte('\n')
		b.Write(after)
	}
	return b.String(), k.total - kept
}

// marker says what is left out. It grows with both numbers. A part of one line counts as no line.
func marker(lines, bytes int64) string {
	if lines == 0 {
		return fmt.Sprintf("… %s left out …", count(bytes, "byte"))
	}
	return fmt.Sprintf("… %s, %s left out …", count(lines, "line"), count(bytes, "byte"))
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// firstBytes is the start of a text, at most limit bytes, up to a line end where one is near.
func firstBytes(text []byte, limit int) []byte {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && limit-end < utf8.UTFMax-1 && !utf8.RuneStart(text[end]) {
		end--
	}
	if i := bytes.LastIndexByte(text[:end], '\n') + 1; i > end/2 {
		end = i
	}
	return text[:end]
}

// lastBytes is the end of a text, at most limit bytes, from a line start where one is near.
func lastBytes(text []byte, limit int) []byte {
	cut := len(text) - limit
	if cut <= 0 {
		return text
	}
	start := cut
	for start < len(text) && start-cut < utf8.UTFMax-1 && !utf8.RuneStart(text[start]) {
		start++
	}
	if text[start-1] == '\n' {
		return text[start:]
	}
	if i := bytes.IndexByte(text[start:], '\n') + 1; i > 0 && i < (len(text)-start)/2 {
		start += i
	}
	return text[start:]
}

func firstLines(text []byte, n int) []byte {
	end := 0
	for ; n > 0; n-- {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return text
		}
		end += i + 1
	}
	return text[:end]
}

func lastLines(text []byte, n int) []byte {
	if n == 0 {
		return nil
	}
	end := len(bytes.TrimSuffix(text, []byte{'\n'}))
	for ; n > 0; n-- {
		if end = bytes.LastIndexByte(text[:end], '\n'); end < 0 {
			return text
		}
	}
	return text[end+1:]
}
