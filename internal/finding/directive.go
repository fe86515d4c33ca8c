package finding

// Directive is a sentinel:ignore comment in a file:
//
//	sentinel:ignore RULE[,RULE...] [until YYYY-MM-DD] -- reason
//
// It stands in a comment, on the line of what it is about or alone on the line before.
type Directive struct {
	Artifact
	Region Region
	// Target is the line it is about.
	Target int
	Rules  []string
	// Until is the last day it counts, YYYY-MM-DD, empty for ever.
	Until  string
	Reason string
	// Problem says why it cannot be understood, empty when it can. Such a directive suppresses nothing.
	Problem string
	// Expired says that its last day has passed.
	Expired bool
	// New says that the change brought it.
	New bool
	// Unsure says that the file was not looked at whole, or not for these rules, so that a directive without use
	// may have one.
	Unsure bool
	// Used counts the findings it suppressed, or would have if it were not expired.
	Used int
}
