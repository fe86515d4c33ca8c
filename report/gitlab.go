package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// gitlabIssue is what GitLab reads of the Code Climate specification (GitLab documentation, "Code Quality", "Code
// Quality report format"). GitLab passes over an issue that lacks one of these, and one whose fingerprint it has had.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
	} `json:"lines"`
}

// writeGitLab writes an array of issues: what the change is answerable for, and what was not seen, so that a run that
// failed does not look like a clean one. Everything else is counted in an issue of its own.
func writeGitLab(w io.Writer, r finding.Result, _ Options) error {
	g := &gitlab{issues: []gitlabIssue{}, seen: map[string]int{}, anchor: anchor(r)}
	findings := answerable(r.Findings)
	slices.SortStableFunc(findings, worstFirst)
	for _, f := range findings {
		g.add(f.RuleID, gitlabSeverity(f.Level), f.Artifact, f.Region.StartLine, f.Fingerprint, fullMessage(f))
	}
	for _, f := range r.Faults {
		g.add("fault/"+string(f.Code), "major", f.Artifact, 0, f.Check, "not looked at: "+f.Message)
	}
	for _, i := range r.Incomplete {
		g.add("incomplete", "info", i.Artifact, i.Line, i.Check, "looked at only in part: "+i.Reason)
	}
	for _, s := range only(r.Skips, isNamed) {
		g.add("skip/"+string(s.Reason), "info", s.Artifact, 0, s.Check, "not looked at: "+entry("", "", s.Reason.Explain(), s.Detail))
	}
	for _, d := range newsOf(r) {
		severity := "info"
		if isBad(d) {
			severity = "major"
		}
		g.add("diagnostic/"+string(d.Code), severity, finding.Artifact{}, 0, d.Message, diagnosticText(d))
	}
	for _, s := range only(r.Suppressed, isNew) {
		f := s.Finding
		g.add(f.RuleID, "info", f.Artifact, f.Region.StartLine, "new suppression "+f.Fingerprint, "newly "+disagreement(s)+" ("+f.Message+")")
	}
	if hidden := notInGitLab(r); hidden != "" {
		g.add("not-shown", "info", finding.Artifact{}, 0, "", hidden)
	}
	return encode(w, g.issues)
}

// notInGitLab counts what has no issue.
func notInGitLab(r finding.Result) string {
	existing := len(r.Findings) - len(answerable(r.Findings))
	suppressed := len(r.Suppressed) - len(only(r.Suppressed, isNew))
	skips := len(r.Skips) - len(only(r.Skips, isNamed))
	if existing+suppressed+skips == 0 {
		return ""
	}
	return fmt.Sprintf("not shown: %d existing, %d suppressed or in the baseline, %d skipped that no check reads; the json report has them all",
		existing, suppressed, skips)
}

// gitlabSeverity maps a level to GitLab's info, minor, major, critical and blocker.
func gitlabSeverity(l finding.Level) string {
	switch l {
	case finding.Error:
		return "critical"
	case finding.Warning:
		return "major"
	}
	return "minor"
}

type gitlab struct {
	issues []gitlabIssue
	seen   map[string]int
	anchor string
}

// add appends an issue. identity is what makes it the same one in another run, besides its name and path.
func (g *gitlab) add(name, severity string, a finding.Artifact, line int, identity, description string) {
	name = cmp.Or(visible(name), runSuite) // GitLab passes over an issue with an empty string
	issue := gitlabIssue{Description: cmp.Or(visible(description), name), CheckName: name, Severity: severity,
		Fingerprint: g.fingerprint(name, a.Path, identity)}
	issue.Location.Path = gitlabPath(cmp.Or(a.Path, g.anchor))
	issue.Location.Lines.Begin = max(line, 1)
	g.issues = append(g.issues, issue)
}

// fingerprint is unique in the report: our own holds no path, so that two files with the same code share theirs.
// Equals are numbered.
func (g *gitlab) fingerprint(parts ...string) string {
	key := strings.Join(parts, "\x00")
	g.seen[key]++
	if n := g.seen[key]; n > 1 {
		key += fmt.Sprintf("\x00\x00%d", n)
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// gitlabPath is the path as it is, so that GitLab finds the file, unless JSON cannot carry it.
func gitlabPath(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	return visiblePath(path)
}
