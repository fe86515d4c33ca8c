package finding

// Detail says how much of what is known a review lists.
type Detail string

// The choices.
const (
	DetailSummary Detail = "summary"
	DetailFull    Detail = "full"
)

// Limits bound what a review lists. What is counted is never bounded.
type Limits struct {
	Detail Detail
	// Total is the most bytes of a review as indented JSON, Stream and Lines those of one captured stream, and Files
	// the most entries of a section.
	Total, Stream, Lines, Files int
}

// LimitsFor are the limits for a detail: a person reads and keeps files; what an agent gets, it pays for.
// The figures are those of schema version 1 of a review.
func LimitsFor(d Detail) Limits {
	if d == DetailSummary {
		return Limits{Detail: DetailSummary, Total: 16 << 10, Stream: 4 << 10, Lines: 200, Files: 50}
	}
	return Limits{Detail: DetailFull, Total: 256 << 10, Stream: 32 << 10, Lines: 2000, Files: 1000}
}

// WithStream sets the most bytes of one stream, and raises the total if that is less.
func (l Limits) WithStream(bytes int) Limits {
	l.Stream, l.Total = bytes, max(l.Total, bytes)
	return l
}
