package finding

// SuppressedBy says what took a finding out of the verdict.
type SuppressedBy string

// What can.
const (
	ByDirective SuppressedBy = "directive" // a sentinel:ignore comment in the file
	ByBaseline  SuppressedBy = "baseline"  // an entry of the baseline file
	ByPolicy    SuppressedBy = "policy"    // the rule is off in a configuration
)

// Suppressed is a finding that somebody disagreed with. It does not block, and it is never lost from sight:
// every report shows or counts it.
type Suppressed struct {
	Finding Finding      `json:"finding"`
	By      SuppressedBy `json:"by"`
	// Reason is the directive's own, or where the baseline or setting comes from.
	Reason string `json:"reason"`
	// Until is the last day, YYYY-MM-DD, of a directive that expires.
	Until string `json:"until,omitempty"`
	// Line is the directive's.
	Line int `json:"line,omitempty"`
	// New says that the directive itself came with the change, so that a reviewer looks at it.
	New bool `json:"new,omitempty"`
}

// Setting is one setting of a configuration that had an effect on a run.
type Setting struct {
	// Source is the configuration: "flags", "user configuration", ".sentinel.yaml at 1234567890".
	Source string `json:"source"`
	// Key and Value are as written: "rules.structure/crypto", "off".
	Key   string `json:"key"`
	Value string `json:"value"`
	// Uses counts the findings or files that it changed.
	Uses int `json:"uses"`
}
