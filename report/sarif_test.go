package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"sentinel/internal/finding"
)

// TestSARIFIsAccepted holds every file to the schema and to what GitHub accepts, however monstrous the result:
// one bad entry has the whole file rejected (github/codeql-action#1738, #684, #1381).
func TestSARIFIsAccepted(t *testing.T) {
	schema := compileSchema(t, "sarif-2.1.0.json")
	for name, result := range monsters() {
		t.Run(name, func(t *testing.T) {
			document := render(t, "sarif", result, Options{})
			checkAgainst(t, schema, document)
			checkGitHub(t, document)
		})
	}
}

func monsters() map[string]finding.Result {
	with := func(change func(*finding.Result)) finding.Result {
		r := clean()
		change(&r)
		return r
	}
	odd := func(f finding.Finding) finding.Result {
		return with(func(r *finding.Result) { r.Findings = []finding.Finding{f} })
	}
	region := func(startLine, startColumn, endLine, endColumn int) finding.Result {
		f := at("a/b", finding.Error, "x.ts", 1, "does x")
		f.Region = finding.Region{StartLine: startLine, StartColumn: startColumn, EndLine: endLine, EndColumn: endColumn}
		return odd(f)
	}
	return map[string]finding.Result{
		"clean":    clean(),
		"rich":     rich(),
		"reviewed": reviewed(),
		"fatal":    withReview(fatalReview()),
		"an odd diagnostic": with(func(r *finding.Result) {
			r.Diagnostics = []finding.Diagnostic{{}, {Code: "\xff", Severity: "odd", Message: "\x00", Hint: "\xff"}}
		}),
		"nearly nothing":      with(func(r *finding.Result) { *r = fewest(); r.Tool.Name = "sentinel" }),
		"30,000 findings":     with(func(r *finding.Result) { r.Findings = manyFindings(30000) }),
		"26,000 rules":        with(func(r *finding.Result) { r.Rules, r.Findings = manyRules(26000), manyFindings(100) }),
		"endless texts":       with(endless),
		"30,000 skips":        with(manySkips),
		"no region":           region(0, 0, 0, 0),
		"a region backwards":  region(9, 9, 3, 1),
		"a column backwards":  region(9, 9, 9, 1),
		"a negative region":   region(-1, -1, -1, -1),
		"no message":          odd(at("a/b", finding.Error, "x.ts", 1, "")),
		"no fingerprint":      odd(finding.Finding{RuleID: "a/b", Level: finding.Error, Message: "x", Artifact: finding.ArtifactOf("x.ts")}),
		"no file, and no map": odd(finding.Finding{RuleID: "a/b", Level: finding.Note, Message: "the change is odd"}),
		"an unknown level":    odd(at("a/b", "fatal", "x.ts", 1, "does x")),
		"an id without words": odd(at("/", finding.Error, "x.ts", 1, "does x")),
		"a bare rule": with(func(r *finding.Result) {
			r.Rules = []finding.Rule{{ID: "word"}, {ID: "word"}, {ID: "Pascal", Level: "odd", SecuritySeverity: 99}}
		}),
	}
}

func manyFindings(n int) []finding.Finding {
	findings := make([]finding.Finding, n)
	for i := range findings {
		level := []finding.Level{finding.Note, finding.Warning, finding.Error}[i%3]
		findings[i] = at(fmt.Sprintf("check/rule-%d", i%20), level, fmt.Sprintf("src/%d.ts", i), i+1, "calls something")
	}
	return findings
}

func manyRules(n int) []finding.Rule {
	rules := make([]finding.Rule, n)
	for i := range rules {
		rules[i] = finding.Rule{ID: fmt.Sprintf("check/rule-%d", i), Title: "Does something", Level: finding.Error}
	}
	return rules
}

func endless(r *finding.Result) {
	long := strings.Repeat("größe \xff\x00 [a](1) ", 50000)
	rule := finding.Rule{ID: "a/" + strings.Repeat("long-", 500), Title: strings.Repeat("Größe ", 5000), Level: finding.Error, Help: long}
	for i := range 50 {
		rule.Tags = append(rule.Tags, fmt.Sprintf("tag-%d", i%30))
	}
	rule.SecuritySeverity = 0.01
	r.Rules = []finding.Rule{rule}
	f := at(rule.ID, finding.Error, strings.Repeat("ö\xff/", 2000)+"x.ts", 1, long)
	f.Adjust(finding.Warning, long)
	r.Findings = []finding.Finding{f}
	r.Warnings = []string{long}
	r.Faults = []finding.Fault{{Check: "a", Code: finding.FaultGit, Message: long}}
}

func manySkips(r *finding.Result) {
	for i := range 30000 {
		r.Skips = append(r.Skips, finding.Skip{Artifact: finding.ArtifactOf(fmt.Sprintf("%d.png", i)), Reason: finding.SkipBinary})
	}
}

// checkGitHub is what GitHub documents in "SARIF support for code scanning".
func checkGitHub(t *testing.T, document []byte) {
	t.Helper()
	var log struct {
		Schema string       `json:"$schema"`
		Runs   []*sarif.Run `json:"runs"`
	}
	if err := json.Unmarshal(document, &log); err != nil {
		t.Fatal(err)
	}
	if log.Schema == "" || len(log.Runs) != 1 {
		t.Fatalf("$schema %q and %d runs, want a schema and 1 run", log.Schema, len(log.Runs))
	}
	if n := compressed(t, document); n > 10_000_000 {
		t.Errorf("%d bytes compressed, over 10 MB", n)
	}
	run := log.Runs[0]
	if len(run.Results) > 5000 || len(run.Tool.Driver.Rules) > 25000 {
		t.Errorf("%d results and %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	if id := *run.AutomationDetails.ID; !strings.HasSuffix(id, "/") {
		t.Errorf("automationDetails.id %q gives no category", id)
	}
	for _, rule := range run.Tool.Driver.Rules {
		checkGitHubRule(t, rule)
	}
	for _, result := range run.Results {
		checkGitHubResult(t, run, result)
	}
	for _, n := range append(run.Invocations[0].ToolExecutionNotifications, run.Invocations[0].ToolConfigurationNotifications...) {
		if d := run.Tool.Driver.Notifications[*n.Descriptor.Index]; d.ID != *n.Descriptor.Id {
			t.Errorf("notification %s refers to %s", *n.Descriptor.Id, d.ID)
		}
	}
}

func checkGitHubRule(t *testing.T, rule *sarif.ReportingDescriptor) {
	t.Helper()
	short, full := *rule.ShortDescription.Text, *rule.FullDescription.Text
	if utf8.RuneCountInString(short) > 1024 || utf8.RuneCountInString(full) > 1024 || len(*rule.Name) > 255 {
		t.Errorf("rule %.40s: name or descriptions are too long", rule.ID)
	}
	if *rule.Help.Text == "" || strings.EqualFold(*rule.Name, rule.ID) {
		t.Errorf("rule %.40s: help %q, name %q", rule.ID, *rule.Help.Text, *rule.Name)
	}
	if tags, _ := rule.Properties["tags"].([]any); len(tags) > 10 {
		t.Errorf("rule %.40s: %d tags", rule.ID, len(tags))
	}
	if severity, ok := rule.Properties["security-severity"]; ok {
		var n float64
		if _, err := fmt.Sscan(severity.(string), &n); err != nil || n < 0.1 || n > 10 {
			t.Errorf("rule %.40s: security-severity %q", rule.ID, severity)
		}
	}
}

func checkGitHubResult(t *testing.T, run *sarif.Run, result *sarif.Result) {
	t.Helper()
	if rule := run.Tool.Driver.Rules[*result.RuleIndex]; rule.ID != *result.RuleID {
		t.Errorf("the result of %s refers to %s", *result.RuleID, rule.ID)
	}
	if text := *result.Message.Text; text == "" || len(text) > 1024 {
		t.Errorf("message of %d bytes", len(text))
	}
	place := result.Locations[0].PhysicalLocation
	uri, err := url.Parse(*place.ArtifactLocation.URI)
	if err != nil || uri.IsAbs() || strings.HasPrefix(uri.Path, "/") || uri.RawQuery != "" || uri.Fragment != "" {
		t.Errorf("location %q is no relative path: %v", *place.ArtifactLocation.URI, err)
	}
	r := place.Region
	if *r.StartLine < 1 || *r.StartColumn < 1 || *r.EndLine < *r.StartLine || *r.EndColumn < 1 ||
		*r.EndLine == *r.StartLine && *r.EndColumn < *r.StartColumn {
		t.Errorf("region %d:%d-%d:%d", *r.StartLine, *r.StartColumn, *r.EndLine, *r.EndColumn)
	}
	if len(result.PartialFingerprints) > 1 || result.PartialFingerprints["primaryLocationLineHash"] != nil {
		t.Errorf("fingerprints %v: any but our own makes the upload warn", result.PartialFingerprints)
	}
}

func compressed(t *testing.T, document []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(document); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// TestSARIFKeepsTheWorst shows that a cut leaves out the least serious findings, and says how many.
func TestSARIFKeepsTheWorst(t *testing.T) {
	r := clean()
	r.Findings = manyFindings(30000) // 10,000 of each level, notes first
	run := sarifRun(t, r)
	for _, result := range run.Results {
		if *result.Level != "error" {
			t.Fatalf("a %s was kept while errors were left out", *result.Level)
		}
	}
	wantNotice(t, run, "results-left-out", "25000 findings over the limit of 5000 results left out")
}

func TestSARIFLeavesOutExisting(t *testing.T) {
	run := sarifRun(t, rich())
	for _, result := range run.Results {
		if result.Properties["attribution"] == "existing" {
			t.Errorf("%s is an existing finding, GitHub would open an alert for it", *result.Message.Text)
		}
	}
	if got, want := len(run.Results), len(rich().Findings)-2; got != want {
		t.Errorf("%d results, want %d", got, want)
	}
	wantNotice(t, run, "existing-left-out", "2 findings that the base side already has left out")
}

// TestSARIFLeavesOutSuppressed: what is suppressed here must not be an alert there (semgrep/semgrep#11715).
func TestSARIFLeavesOutSuppressed(t *testing.T) {
	run := sarifRun(t, rich())
	for _, result := range run.Results {
		if strings.Contains(*result.Locations[0].PhysicalLocation.ArtifactLocation.URI, "release") {
			t.Error("a suppressed finding is a result")
		}
	}
	wantNotice(t, run, "suppressed-left-out", "5 findings that a directive, a setting or the baseline suppresses left out, 2 of them by directives new")
	counts := run.Properties["counts"].(map[string]any)
	if counts["suppressed"] != 4.0 || counts["baseline"] != 1.0 {
		t.Errorf("the run's properties count %v", counts)
	}
}

// TestSARIFTellsWhatWasNotLookedAt: a file that was not analysed must not look like a clean one.
func TestSARIFTellsWhatWasNotLookedAt(t *testing.T) {
	run := sarifRun(t, rich())
	if *run.Invocations[0].ExecutionSuccessful {
		t.Error("the run had faults and calls itself successful")
	}
	for _, s := range rich().Skips {
		wantNotice(t, run, "skip/"+string(s.Reason), s.Path)
	}
	for _, f := range rich().Faults {
		wantNotice(t, run, "fault/"+string(f.Code), "")
	}
	wantNotice(t, run, "incomplete", "src/broken.ts")
	wantNotice(t, run, "warning", "raises structure/net-connect")
	wantNotice(t, run, "not-verified", "clean filter")

	r := clean()
	manySkips(&r)
	many := sarifRun(t, r)
	wantNotice(t, many, "notifications-left-out", "29000 more")
	if !*many.Invocations[0].ExecutionSuccessful {
		t.Error("skips alone are no failure")
	}
}

func sarifRun(t *testing.T, r finding.Result) *sarif.Run {
	t.Helper()
	log, err := sarif.FromBytes(render(t, "sarif", r, Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return log.Runs[0]
}

func wantNotice(t *testing.T, run *sarif.Run, id, text string) {
	t.Helper()
	i := run.Invocations[0]
	for _, n := range append(i.ToolExecutionNotifications, i.ToolConfigurationNotifications...) {
		if *n.Descriptor.Id == id && strings.Contains(*n.Message.Text, text) {
			return
		}
	}
	t.Errorf("no notification %s with %q", id, text)
}

// TestNullIsRefused: go-sarif writes null for fields left unset, and such a file is rejected whole.
func TestNullIsRefused(t *testing.T) {
	run := sarif.NewRun(sarif.Tool{Driver: sarif.NewDriver("x")})
	run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarif.NewRule("no-description"))
	var out bytes.Buffer
	err := writeRun(&out, run)
	if err == nil || !strings.Contains(err.Error(), "shortDescription") {
		t.Errorf("error %v, want one that shows the place", err)
	}
	if out.Len() > 0 {
		t.Error("an invalid file was written")
	}
}
