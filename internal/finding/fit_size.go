package finding

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// JSONIndent is what every level of a review's JSON is indented by. Fit counts with it.
const JSONIndent = "  "

// The room that keys and brackets take, in bytes of indented JSON.
const (
	entryIndent = "      " // before each line of an entry of a list of changes
	entryFrame  = len(",\n") + len(entryIndent)
	listFrame   = len("\n") + len("\n    ") - len(",\n") // for the brackets of a list with entries to stand apart
	fieldFrame  = len("      ") + len(`"",`) + len("\n") // around a name in truncation.fields
)

// sizer measures values as the report of a review writes them.
type sizer struct {
	out bytes.Buffer
	to  *json.Encoder
}

func newSizer(prefix string) *sizer {
	s := &sizer{}
	s.to = json.NewEncoder(&s.out)
	s.to.SetEscapeHTML(false)
	s.to.SetIndent(prefix, JSONIndent)
	return s
}

// size is that of v and of the line feed after it.
func (s *sizer) size(v any) int {
	s.out.Reset()
	if err := s.to.Encode(v); err != nil {
		return 0 // a review is made of strings, numbers and lists: it cannot fail
	}
	return s.out.Len()
}

// entrySizes are the sizes of the first 0, 1, 2, ... entries of a list of changes, beyond those of an empty list.
func entrySizes[T any](entries []T) []int {
	s := newSizer(entryIndent)
	sums := make([]int, 1, len(entries)+1)
	for i, e := range entries {
		n := sums[i] + entryFrame + s.size(e) - len("\n")
		if i == 0 {
			n += listFrame
		}
		sums = append(sums, n)
	}
	return sums
}

// frameSize is the size of r without its changes and without captured output.
func frameSize(r Review) int {
	r.Changes.Committed, r.Changes.Staged, r.Changes.Unstaged, r.Changes.Untracked = []PathChange{}, []PathChange{}, []PathChange{}, []PathChange{}
	r.Changes.Files = []ChangedFile{}
	validations := make([]Validation, len(r.Validations))
	for i, v := range r.Validations {
		v.Stdout, v.Stderr = "", ""
		validations[i] = v
	}
	r.Validations = validations
	return newSizer("").size(r)
}

// droppedSize is the size of the key that counts what a validation lost, absent for nothing.
func droppedSize(bytes int64) int {
	if bytes == 0 {
		return 0
	}
	return len(fmt.Sprintf("      \"outputBytesDropped\": %d,\n", bytes))
}

// textSize is the size of s between the quotes of a JSON string.
func textSize(s string) int {
	total := 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		total += runeSize(r, n)
		i += n
	}
	return total
}

// runeSize is the size of a rune in a JSON string, n its size in UTF-8, as encoding/json escapes it.
func runeSize(r rune, n int) int {
	switch {
	case r == '"', r == '\\', r == '\n', r == '\r', r == '\t', r == '\b', r == '\f':
		return 2
	case r < ' ', r == utf8.RuneError && n == 1, r == '\u2028', r == '\u2029':
		return len(`\u0000`)
	}
	return n
}
