package finding

import (
	"fmt"
	"strings"
)

// OutcomeText is what a review comes to, in one line: "passed: 2 of 2 validations passed". It quotes the repository:
// see Printable.
func (r *Review) OutcomeText() string {
	for _, d := range r.Diagnostics {
		if d.Severity == SeverityFatal {
			return "failed: " + d.Message + " (" + string(d.Code) + ")"
		}
	}
	passed := r.passed()
	switch total := len(r.Validations); {
	case total == 0 && r.OK:
		return "passed: no validation was asked for"
	case total == 0:
		return "failed"
	case r.OK:
		return fmt.Sprintf("passed: %d of %d validations passed", passed, total)
	default:
		return fmt.Sprintf("failed: %d of %d validations did not pass", total-passed, total)
	}
}

func (r *Review) passed() int {
	n := 0
	for _, v := range r.Validations {
		if v.Status == ValidationPassed {
			n++
		}
	}
	return n
}

// ValidationsText counts the validations in one line: "2 passed, 1 did not".
func (r *Review) ValidationsText() string {
	return fmt.Sprintf("%d passed, %d did not", r.passed(), len(r.Validations)-r.passed())
}

// ChangesText counts the changes in one line: "3 distinct files (committed 2, staged 1, unstaged 0, untracked not
// looked at)".
func (r *Review) ChangesText() string {
	var parts []string
	for _, s := range Sections() {
		if r.Inspected(s) {
			parts = append(parts, fmt.Sprintf("%s %d", s, *r.Changes.Counts.Of(s)))
		} else {
			parts = append(parts, string(s)+" not looked at")
		}
	}
	return fmt.Sprintf("%s (%s)", countOf(r.Changes.Counts.DistinctFiles, "distinct file"), strings.Join(parts, ", "))
}

// Inspected reports whether a section was looked at: one without an entry that was not must not look like an empty one.
// The committed section needs a base to be compared with.
func (r *Review) Inspected(s Section) bool {
	if r.Repository == nil || s == Committed && (r.Repository.Base == nil || r.Repository.Base.MergeBase == "") {
		return false
	}
	for _, scope := range r.Scopes {
		if scope == s {
			return true
		}
	}
	return false
}

// HeadText says what HEAD is: "feat at 1234567890", "detached at 1234567890", "main, without a commit yet".
func (h HeadState) HeadText() string {
	switch {
	case h.Unborn && h.Branch == "":
		return "without a commit yet"
	case h.Unborn:
		return h.Branch + ", without a commit yet"
	case h.Detached || h.Branch == "":
		return "detached at " + shortSHA(h.SHA)
	}
	return h.Branch + " at " + shortSHA(h.SHA)
}

// BaseText says what the committed section is compared with and how it was found.
func (b *BaseState) BaseText() string {
	if b == nil {
		return "none"
	}
	found := "as asked for"
	if b.AutoDetected {
		found = "found by itself"
	}
	text := fmt.Sprintf("%s at %s, %s", b.Ref, shortSHA(b.SHA), found)
	switch b.MergeBase {
	case "":
		return text + "; no commit in common"
	case b.SHA:
		return text
	}
	return text + "; in common " + shortSHA(b.MergeBase)
}

// shortSHA is as much of a commit's name as a person compares.
func shortSHA(sha string) string { return sha[:min(len(sha), 10)] }

// Letter is git's letter for a status.
func (s PathStatus) Letter() string {
	switch s {
	case PathAdded:
		return "A"
	case PathModified:
		return "M"
	case PathDeleted:
		return "D"
	case PathRenamed:
		return "R"
	case PathCopied:
		return "C"
	case PathTypeChanged:
		return "T"
	case PathUnmerged:
		return "U"
	}
	return "?"
}

// ResultText says in words how a validation went, without its status: "exit code 1 after 1.2 s".
func (v *Validation) ResultText() string {
	if v.Status == ValidationDenied || v.Status == ValidationSpawnError {
		return v.Reason
	}
	text := "after " + duration(v.DurationMs)
	switch {
	case v.Signal != nil:
		text = "ended by " + *v.Signal + " " + text
	case v.ExitCode != nil && *v.ExitCode != 0:
		text = fmt.Sprintf("exit code %d %s", *v.ExitCode, text)
	}
	if v.Reason != "" {
		text += ": " + v.Reason
	}
	return text
}

// duration is a number of milliseconds for a person.
func duration(ms int64) string {
	switch {
	case ms < 1000:
		return fmt.Sprintf("%d ms", ms)
	case ms < 60_000:
		return fmt.Sprintf("%d.%d s", ms/1000, ms%1000/100)
	}
	return fmt.Sprintf("%d min %d s", ms/60_000, ms%60_000/1000)
}
