package mcp

import (
	"bufio"
	"errors"
	"io"
	"sync"
)

// errTooLong is for a line of more than maxMessage bytes. The next line can be read.
var errTooLong = errors.New("the line is too long")

// lineReader reads lines of a limited length.
type lineReader struct {
	in  *bufio.Reader
	max int
}

func newLineReader(in io.Reader, max int) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, 64<<10), max: max}
}

// next is the next line, with its end if it has one. A last line needs none. The error is errTooLong for a line that was
// skipped, or that of the reader once everything was read.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := l.in.ReadSlice('\n')
		tooLong = tooLong || len(line)+len(part) > l.max
		if tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case tooLong:
			return nil, errTooLong
		case err != nil && len(line) == 0:
			return nil, err
		default:
			return line, nil
		}
	}
}

// lineWriter writes whole messages, each on its line, whoever sends them. It is the only way out of a connection.
type lineWriter struct {
	mu     sync.Mutex
	out    io.Writer
	err    error
	broken chan struct{} // closed at the first error
}

func newLineWriter(out io.Writer) *lineWriter {
	return &lineWriter{out: out, broken: make(chan struct{})}
}

// write adds the end of the line to a message, which has none in it. After an error nothing is written any more.
func (w *lineWriter) write(message []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	if _, err := w.out.Write(append(message, '\n')); err != nil {
		w.err = err
		close(w.broken)
	}
	return w.err
}

// failure is the error that stopped the writing, nil if there was none.
func (w *lineWriter) failure() error {
	select {
	case <-w.broken:
		return w.err
	default:
		return nil
	}
}
