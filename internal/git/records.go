package git

import (
	"bytes"
	"fmt"
)

// recordLimit is the longest record of an answer that is read as it comes: far over the longest path of any file
// system, with what stands before it. A damaged index can hold longer names.
const recordLimit = 1 << 20

// records takes an answer in which NUL ends each record, in pieces as git writes it, and hands on one record after
// the other. It keeps no more than one.
type records struct {
	each func(record string) error
	part []byte // of a record whose end has not come
	err  error
}

// Write never writes less without an error. After one, git finds nobody who reads on, and ends.
func (r *records) Write(p []byte) (int, error) {
	written := len(p)
	for r.err == nil {
		text, rest, whole := bytes.Cut(p, []byte{0})
		if len(r.part)+len(text) > recordLimit {
			r.err = fmt.Errorf("%w: a record of more than %d bytes: %q", errAnswer, recordLimit, clip(string(r.part)))
			break
		}
		if !whole {
			r.part = append(r.part, text...)
			break
		}
		if len(r.part) > 0 {
			text = append(r.part, text...)
		}
		r.err = r.each(string(text))
		r.part, p = r.part[:0], rest
	}
	return written, r.err
}

// end is called when there is no more, and says what was wrong with all of it.
func (r *records) end() error {
	if r.err == nil && len(r.part) > 0 {
		r.err = fmt.Errorf("%w: it is cut off", errAnswer)
	}
	return r.err
}
