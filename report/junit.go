package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"sentinel/internal/finding"
)

// The elements of JUnit XML that services agree on. There is no time: a result holds no clock.
type (
	junitReport struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		junitCounts
		Suites []junitSuite `xml:"testsuite"`
	}
	junitCounts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	junitSuite struct {
		Name string `xml:"name,attr"`
		junitCounts
		Properties *junitProperties `xml:"properties"`
		Cases      []junitCase      `xml:"testcase"`
	}
	junitProperties struct {
		List []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		File    string       `xml:"file,attr,omitempty"`
		Failure *junitResult `xml:"failure"`
		Error   *junitResult `xml:"error"`
		Skipped *junitResult `xml:"skipped"`
		Out     string       `xml:"system-out,omitempty"`
	}
	junitResult struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// runSuite is the name of what belongs to no check.
const runSuite = "sentinel"

// writeJUnit writes a suite for each check, with a case for each finding, as golangci-lint and others do. A case fails
// if the finding is at or above the threshold, so that red means here what it means everywhere else; a finding below it
// is a case that passes and says so. Faults are errors. Files that were skipped, or looked at only in part, are skipped
// cases, and so are findings that a directive new in this change suppresses. What has no case is counted in the
// properties of the suite of the run.
func writeJUnit(w io.Writer, r finding.Result, _ Options) error {
	j := &junit{suites: map[string]*junitSuite{}}
	j.run(r)
	for _, c := range r.Coverage {
		j.coverage(c)
	}
	findings := answerable(r.Findings)
	slices.SortStableFunc(findings, worstFirst)
	for _, f := range findings {
		j.finding(f, r.Verdict.FailOn)
	}
	j.passed(r)
	j.unseen(r)
	for _, s := range only(r.Suppressed, isNew) {
		j.add(checkOf(s.Finding.RuleID), junitCase{Name: caseName(s.Finding), Class: s.Finding.RuleID, File: s.Finding.Path,
			Skipped: &junitResult{Message: "newly " + disagreement(s), Text: s.Finding.Message}})
	}
	return j.write(w)
}

type junit struct{ suites map[string]*junitSuite }

func (j *junit) suite(name string) *junitSuite {
	if name == "" {
		name = runSuite
	}
	if j.suites[name] == nil {
		j.suites[name] = &junitSuite{Name: visible(name)}
	}
	return j.suites[name]
}

// add appends a case, made fit for XML 1.0 and for people. Package xml replaces what XML cannot carry; what it
// can carry and nobody sees is made visible here.
func (j *junit) add(suite string, c junitCase) {
	s := j.suite(suite)
	c.Name, c.Class, c.Out = visible(c.Name), visible(c.Class), visible(c.Out)
	c.File = visiblePath(c.File)
	for _, result := range []*junitResult{c.Failure, c.Error, c.Skipped} {
		if result != nil {
			result.Message, result.Type, result.Text = visible(result.Message), visible(result.Type), visible(result.Text)
		}
	}
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// run is one case for the run itself: some services call a report without cases broken.
func (j *junit) run(r finding.Result) {
	c := junitCase{Name: "run", Class: runSuite, Out: strings.Join(runNotes(r), "; ")}
	outcome := string(r.Verdict.Outcome)
	if r.Verdict.Outcome == finding.Unfinished || r.Verdict.Outcome == finding.TimedOut {
		c.Error = &junitResult{Message: strings.Join(append([]string{outcome}, r.Verdict.Reasons...), "; "), Type: outcome}
	}
	j.add(runSuite, c)
	properties := []junitProperty{
		{"outcome", outcome},
		{"scope", visible(r.Scope.Description)},
		{"counts", Options{}.counts(r.Counts)},
		{"looked-at", looked(r)},
		{"skipped-without-case", fmt.Sprint(len(r.Skips) - len(only(r.Skips, isNamed)))},
		{"suppressed-without-case", fmt.Sprint(len(r.Suppressed) - len(only(r.Suppressed, isNew)))},
	}
	for _, s := range r.Policy {
		properties = append(properties, junitProperty{"setting", visible(setting(s))})
	}
	for _, u := range unverifiedOf(r) {
		properties = append(properties, junitProperty{"not-verified", visible(u)})
	}
	j.suite(runSuite).Properties = &junitProperties{properties}
}

// runNotes are what the run has to say about itself.
func runNotes(r finding.Result) []string {
	notes := slices.Clone(r.Warnings)
	for _, d := range newsOf(r) {
		notes = append(notes, string(d.Severity)+": "+diagnosticText(d))
	}
	return notes
}

// coverage is one case that passes for what the check did: it is there also where nothing was found.
func (j *junit) coverage(c finding.Coverage) {
	j.add(c.Check, junitCase{Name: "coverage", Class: c.Check, Out: fmt.Sprintf("%s: %d complete, %d incomplete, %d skipped, %d unreadable",
		plural(c.Files, "file"), c.Complete, c.Incomplete, c.Skipped, c.Unreadable)})
}

func (j *junit) finding(f finding.Finding, failOn finding.Level) {
	c := junitCase{Name: caseName(f), Class: f.RuleID, File: f.Path}
	if f.Level.AtLeast(failOn) {
		c.Failure = &junitResult{Message: f.Message, Type: string(f.Level), Text: fullMessage(f)}
	} else {
		c.Out = string(f.Level) + ": " + fullMessage(f)
	}
	j.add(checkOf(f.RuleID), c)
}

// passed has the validations that are no finding.
func (j *junit) passed(r finding.Result) {
	if r.Review == nil {
		return
	}
	for _, v := range r.Review.Validations {
		if v.Status == finding.ValidationPassed {
			j.add("validations", junitCase{Name: "validation " + v.ID, Class: "validations", Out: "passed " + v.ResultText()})
		}
	}
}

func (j *junit) unseen(r finding.Result) {
	for _, f := range r.Faults {
		name := where(f.Artifact, 0)
		if name == "" {
			name = "fault"
		}
		j.add(f.Check, junitCase{Name: name, Class: "fault", File: f.Path, Error: &junitResult{Message: f.Message, Type: string(f.Code)}})
	}
	for _, i := range r.Incomplete {
		j.add(i.Check, junitCase{Name: where(i.Artifact, i.Line), Class: "incomplete", File: i.Path,
			Skipped: &junitResult{Message: "looked at only in part: " + i.Reason}})
	}
	for _, s := range only(r.Skips, isNamed) {
		j.add(s.Check, junitCase{Name: where(s.Artifact, 0), Class: "skip", File: s.Path,
			Skipped: &junitResult{Message: entry("", "", "not looked at: "+s.Reason.Explain(), s.Detail)}})
	}
}

func (j *junit) write(w io.Writer) error {
	out := junitReport{Name: runSuite}
	for _, name := range sortedKeys(j.suites) {
		s := *j.suites[name]
		out.Tests, out.Failures = out.Tests+s.Tests, out.Failures+s.Failures
		out.Errors, out.Skipped = out.Errors+s.Errors, out.Skipped+s.Skipped
		out.Suites = append(out.Suites, s)
	}
	text, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return fmt.Errorf("write JUnit XML: %w", err)
	}
	if _, err := io.WriteString(w, xml.Header+string(text)+"\n"); err != nil {
		return fmt.Errorf("write JUnit XML: %w", err)
	}
	return nil
}

// caseName is "RULE PLACE", or "RULE MESSAGE" without a place: services list cases by their names, and some take those
// of one name for one case.
func caseName(f finding.Finding) string {
	if f.Path == "" {
		return f.RuleID + " " + f.Message
	}
	return f.RuleID + " " + place(f)
}

func checkOf(ruleID string) string { return finding.Rule{ID: ruleID}.Check() }
