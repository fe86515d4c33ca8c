package finding

import (
	"fmt"
	"sort"
)

// stream is the captured output of a validation.
type stream struct {
	field      string
	validation *Validation
	text       *string
	truncated  *bool
	size       int
}

func streamsOf(validations []Validation) []stream {
	var streams []stream
	for i := range validations {
		v := &validations[i]
		streams = append(streams,
			stream{fmt.Sprintf("validations.%d.stdout", i), v, &v.Stdout, &v.Truncated.Stdout, textSize(v.Stdout)},
			stream{fmt.Sprintf("validations.%d.stderr", i), v, &v.Stderr, &v.Truncated.Stderr, textSize(v.Stderr)})
	}
	return streams
}

// longest is the size of the longest stream.
func (f *fitting) longest() int {
	n := 0
	for _, s := range f.streams {
		n = max(n, s.size)
	}
	return n
}

// output is the most that streams take if those over limit are cut to it. named says that each is named in
// truncation.fields, and not all validations together.
func (f *fitting) output(limit int, named bool) int {
	total := 0
	var counted *Validation
	for _, s := range f.streams {
		if s.size <= limit {
			total += s.size
			continue
		}
		if limit >= leastStream {
			total += limit
		}
		if named {
			total += f.fieldSize(s.field)
		}
		if v := s.validation; v != counted {
			counted = v
			total += droppedSize(v.OutputBytesDropped+int64(len(v.Stdout)+len(v.Stderr))) - droppedSize(v.OutputBytesDropped)
		}
	}
	if !named && counted != nil {
		total += f.fieldSize("validations")
	}
	return total
}

// streamLimit is the length that the longest streams are cut to, and whether there is room to name each.
func (f *fitting) streamLimit(room int) (limit int, named bool) {
	longest := func(named bool) int {
		return sort.Search(f.longest()+1, func(n int) bool { return f.output(n, named) > room }) - 1
	}
	if limit = longest(true); !f.fields["validations"] && limit >= min(leastStream, f.longest()) {
		return limit, true
	}
	return max(longest(false), 0), false
}

func (f *fitting) cutStreams(limit int, named bool) {
	for _, s := range f.streams {
		if s.size <= limit {
			continue
		}
		text, dropped := clampStream(*s.text, limit, *s.truncated)
		f.dropped += s.size - textSize(text)
		*s.text, *s.truncated = text, true
		s.validation.OutputBytesDropped += int64(dropped)
		if named {
			f.fields[s.field] = true
		} else {
			f.summarise("validations")
		}
	}
}
