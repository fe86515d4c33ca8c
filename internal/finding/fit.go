package finding

import (
	"fmt"
	"maps"
	"slices"
)

// The least budget that Fit can keep to is LeastReview bytes, and LeastValidation bytes more for each validation.
const (
	LeastReview     = 8 << 10
	LeastValidation = 400
)

// outputShare is the part of the room that captured output keeps as long as there are lists to cut, one in
// outputShare: why a command failed is worth more than the name of the 900th file.
const outputShare = 3

// Fit brings r within budget bytes as indented JSON with a line feed at its end. What fits stays as it is.
//
// First captured output is cut, the longest streams to one length, so that short ones keep everything; it keeps its
// outputShare as long as there are lists. Then lists are cut, the longest to one length. Counts, statuses, diagnostics
// and reasons stay, unless the budget is so small that they alone are over it: then long texts are clipped,
// diagnostics of one code become one, and at last reasons and the words of commands go. Truncation names all that is cut.
func (r *Review) Fit(budget int) {
	f := newFitting(r.WithoutNil(), budget)
	if frameSize(f.r)+f.entries(f.whole())+f.output(f.longest(), true) <= budget {
		*r = f.r
		return
	}
	f.announce()
	f.clipFrame()
	f.share()
	f.conclude()
	*r = f.r
}

// fitting is a review on its way to a budget.
type fitting struct {
	r       Review
	budget  int
	lists   []entryList
	streams []stream
	// argv are the commands as they were.
	argv [][]string
	// fields are what is cut so far, dropped how much JSON.
	fields  map[string]bool
	dropped int
}

func newFitting(r Review, budget int) *fitting {
	f := &fitting{r: r, budget: budget, fields: map[string]bool{}}
	f.lists = listsOf(&f.r.Changes)
	f.streams = streamsOf(f.r.Validations)
	for _, v := range f.r.Validations {
		f.argv = append(f.argv, v.Argv)
	}
	for _, name := range r.Truncation.Fields {
		f.fields[name] = true
	}
	return f
}

// announce enters what says that something is cut, so that its room is counted.
func (f *fitting) announce() {
	d := Diagnostic{Code: WarnTruncated, Severity: SeverityWarning,
		Message: fmt.Sprintf("parts of the review are left out to keep it within %d bytes", f.budget),
		Hint:    "truncation.fields names them; allow more bytes, or ask for less"}
	if i := slices.IndexFunc(f.r.Diagnostics, func(d Diagnostic) bool { return d.Code == WarnTruncated }); i >= 0 {
		f.r.Diagnostics[i] = d
	} else {
		f.r.Diagnostics = append(f.r.Diagnostics, d)
	}
	f.r.Truncation.Applied = true
}

// share gives lists and output what room there is.
func (f *fitting) share() {
	room := f.budget - f.frame()
	wanted := f.output(f.longest(), true)
	output := max(room-f.entries(f.whole()), min(wanted, room/outputShare), f.output(0, false))
	lengths := f.lengths(room - output)
	limit, named := f.streamLimit(room - f.entries(lengths))
	f.cutLists(lengths)
	f.cutStreams(limit, named)
}

// frame is the size of all but lists and output. The total of what is dropped is not known before the end: its
// longest form counts.
func (f *fitting) frame() int {
	r := f.r
	r.Truncation.DroppedBytes = 1e18
	r.Truncation.Fields = []string{""} // for the brackets; each name counts for itself
	total := frameSize(r)
	for name := range f.fields {
		total += fieldFrame + len(name)
	}
	return total
}

// least is the size with every list and stream cut to nothing.
func (f *fitting) least() int {
	return f.frame() + f.entries(make([]int, len(f.lists))) + f.output(0, false)
}

// fieldSize is the room that a name takes in truncation.fields.
func (f *fitting) fieldSize(name string) int {
	if f.fields[name] {
		return 0
	}
	return fieldFrame + len(name)
}

// conclude says what is cut.
func (f *fitting) conclude() {
	f.r.Truncation.Fields = slices.Sorted(maps.Keys(f.fields))
	f.r.Truncation.DroppedBytes += int64(f.dropped)
}
