package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

// TestMarkdownUnderTheLimit: GitHub drops a summary over 1 MiB whole, so that too much to say would say nothing.
func TestMarkdownUnderTheLimit(t *testing.T) {
	for name, change := range map[string]func(*finding.Result){
		"50,000 findings": func(r *finding.Result) { r.Findings = manyFindings(50000) },
		"endless texts":   endless,
		"endless reasons and lists": func(r *finding.Result) {
			long := strings.Repeat("ö", 2000)
			r.Review = endlessReview("`" + long)
			for range 500 {
				r.Verdict.Reasons = append(r.Verdict.Reasons, long)
				r.Warnings = append(r.Warnings, long)
				r.Faults = append(r.Faults, finding.Fault{Check: long, Artifact: finding.ArtifactOf(long), Message: long})
				r.Incomplete = append(r.Incomplete, finding.Incomplete{Check: long, Artifact: finding.ArtifactOf(long), Reason: long})
				r.Skips = append(r.Skips, finding.Skip{Check: long, Artifact: finding.ArtifactOf(long), Reason: "x"})
				r.Policy = append(r.Policy, finding.Setting{Source: long, Key: long, Value: long})
				r.Suppressed = append(r.Suppressed, finding.Suppressed{Finding: at(long, finding.Error, long, 1, long), New: true, Reason: long})
				r.Findings = append(r.Findings, at(long, finding.Error, long, 1, long))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := clean()
			change(&r)
			count(&r)
			got := string(render(t, "markdown", r, Options{}))
			if len(got) > markdownLimit {
				t.Errorf("%d bytes", len(got))
			}
			for line := range strings.Lines(got) {
				if strings.HasPrefix(line, "|") && !strings.HasSuffix(line, "|\n") {
					t.Errorf("a row is cut: %.80q", line)
				}
			}
			shown, left := strings.Count(got, "check/rule"), remainder(t, got, "### Findings")
			if name == "50,000 findings" && (left == 0 || shown+left != 50000) {
				t.Errorf("%d shown and %d left out, want 50,000 together", shown, left)
			}
		})
	}
}

func endlessReview(long string) *finding.Review {
	r := hostileReview(long, long).Review
	for range 500 {
		r.Diagnostics = append(r.Diagnostics, finding.Diagnostic{Code: finding.ErrorGitFailed, Severity: finding.SeverityFatal, Message: long, Hint: long})
		r.Validations = append(r.Validations, r.Validations[0])
		r.Changes.Untracked = append(r.Changes.Untracked, r.Changes.Committed[0])
	}
	return r
}

// remainder is how many entries a section says that it leaves out.
func remainder(t *testing.T, text, heading string) int {
	t.Helper()
	_, section, _ := strings.Cut(text, heading)
	section, _, _ = strings.Cut(section, "\n### ")
	m := regexp.MustCompile(`(?m)^(\d+) more not shown here`).FindStringSubmatch(section)
	if m == nil {
		return 0
	}
	var n int
	if _, err := fmt.Sscan(m[1], &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMarkdownCapsFindingsOfAFile(t *testing.T) {
	r := clean()
	for i := range FindingLimit + 8 {
		r.Findings = append(r.Findings, at("a/b", finding.Note, "generated.js", i+1, "does x"))
	}
	count(&r)
	got := string(render(t, "markdown", r, Options{}))
	if !strings.Contains(got, "|  | `generated.js` | 8 more in this file |  |\n") || strings.Contains(got, "generated.js:51:3") {
		t.Errorf("got:\n%s", got)
	}
}

// TestMarkdownHoldsText: whatever is not written in this package is inside of a code span.
func TestMarkdownHoldsText(t *testing.T) {
	for _, text := range []string{
		"@everyone", "`@everyone`", "``` @x", "a|b", `a\|b`, `a\`, "</td><img src=x onerror=alert(1)>", "#1", "[x](http://evil.example)",
		"![x](y)", "\n# heading\n", "\r\n- [ ] x", "<!--", "$`x`$", "www.evil.example", ":tada:", " ", "\u2028| x",
	} {
		heldText(t, text, text)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, path := range hostilePaths() {
		f.Add(path, hostileModule)
	}
	f.Add("|`|", "\\`\\|")
	f.Fuzz(func(t *testing.T, path, message string) {
		if path != "" && message != "" {
			heldText(t, path, message)
		}
	})
}

// heldText takes the code spans out of a report and wants the rest to be what it is for harmless texts.
func heldText(t *testing.T, path, message string) {
	t.Helper()
	got, want := outside(render(t, "markdown", hostile(path, message), Options{})), outside(render(t, "markdown", hostile("a", "b"), Options{}))
	if got != want {
		t.Fatalf("%q and %q change the text:\n%s\nwant:\n%s", path, message, got, want)
	}
}

// outside is a text without its code spans. A row keeps its bars only if none is in a span: a table is split first.
func outside(markdown []byte) string {
	span := regexp.MustCompile("`[^`|\n]+`")
	return span.ReplaceAllString(string(markdown), "CODE")
}
