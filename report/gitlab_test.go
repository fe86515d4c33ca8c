package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

// gitlabIssues holds a report to what GitLab documents, and gives its issues.
func gitlabIssues(t *testing.T, r finding.Result) []gitlabIssue {
	t.Helper()
	document := render(t, "gitlab", r, Options{})
	checkAgainst(t, compileSchema(t, "gitlab-codequality.schema.json"), document)
	d := json.NewDecoder(bytes.NewReader(document))
	d.DisallowUnknownFields()
	var issues []gitlabIssue
	if err := d.Decode(&issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if seen[i.Fingerprint] {
			t.Errorf("two issues have fingerprint %s: GitLab shows one", i.Fingerprint)
		}
		seen[i.Fingerprint] = true
	}
	return issues
}

func wantIssue(t *testing.T, issues []gitlabIssue, check, severity, path, text string) {
	t.Helper()
	if !slices.ContainsFunc(issues, func(i gitlabIssue) bool {
		return i.CheckName == check && i.Severity == severity && i.Location.Path == path && strings.Contains(i.Description, text)
	}) {
		t.Errorf("no %s issue %s at %s with %q", severity, check, path, text)
	}
}

func TestGitLab(t *testing.T) {
	issues := gitlabIssues(t, rich())
	wantIssue(t, issues, "structure/process-exec", "critical", "src/build.ts", "calls child_process.exec")
	wantIssue(t, issues, "structure/file-delete", "major", "src/build.ts", "deletes files with fs.rm")
	wantIssue(t, issues, "structure/process-exec", "minor", "test/run.ts", "lowered from error to warning: the file is a test")
	wantIssue(t, issues, "fault/read-failed", "major", pathNewline, "could not be read")
	wantIssue(t, issues, "incomplete", "info", "src/broken.ts", "looked at only in part")
	wantIssue(t, issues, "skip/too-large", "info", "data/c.js", "1048577 bytes")
	wantIssue(t, issues, "structure/process-exec", "info", "src/release.ts", "newly suppressed by a directive on line 6 until 2027-01-31: goes away with v2")
	wantIssue(t, issues, "not-shown", "info", "a:b.ts", "2 existing, 3 suppressed or in the baseline, 2 skipped")
	wantIssue(t, issues, "structure/net-connect", "minor", `src/latin1-\xe9.ts`, "connects")
}

// TestGitLabClean: an empty array is what GitLab takes for no degradation; null breaks the widget.
func TestGitLabClean(t *testing.T) {
	if got := string(render(t, "gitlab", clean(), Options{})); got != "[]\n" {
		t.Errorf("got %q", got)
	}
}

// TestGitLabFingerprints: two equal files are two issues, and stay the same ones when lines move.
func TestGitLabFingerprints(t *testing.T) {
	r := clean()
	r.Findings = []finding.Finding{at("a/b", finding.Error, "x.ts", 1, "does x"), at("a/b", finding.Error, "y.ts", 1, "does x")}
	before := gitlabIssues(t, r)
	r.Findings[0].Region.StartLine = 7
	after := gitlabIssues(t, r)
	if before[0].Fingerprint != after[0].Fingerprint {
		t.Error("a line above changes the fingerprint")
	}
	if after[0].Location.Lines.Begin != 7 {
		t.Errorf("at line %d", after[0].Location.Lines.Begin)
	}
}

// TestGitLabEquals: two faults that are alike in all that identifies them are still two issues.
func TestGitLabEquals(t *testing.T) {
	r := clean()
	r.Faults = []finding.Fault{{Code: finding.FaultGit, Message: "status 128"}, {Code: finding.FaultGit, Message: "status 129"}}
	if issues := gitlabIssues(t, r); len(issues) != 2 {
		t.Errorf("%d issues, want 2", len(issues))
	}
}

func FuzzGitLab(f *testing.F) {
	for _, path := range hostilePaths() {
		f.Add(path, hostileModule)
	}
	f.Fuzz(func(t *testing.T, path, message string) {
		for _, issue := range gitlabIssues(t, hostile(path, message)) {
			if r, ok := hidden(issue.Description + issue.CheckName); ok {
				t.Fatalf("%U is not visible in %+v", r, issue)
			}
		}
	})
}
