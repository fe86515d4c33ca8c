package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

// element is a node of an XML document, read without the types that write it.
type element struct {
	name       string
	attributes map[string]string
	text       string
	children   []*element
}

// readXML reads a document strictly and holds it to the characters of XML 1.0.
func readXML(t *testing.T, document []byte) *element {
	t.Helper()
	for _, r := range string(document) {
		if !(r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000) {
			t.Fatalf("%U is not for XML 1.0", r)
		}
	}
	root := &element{}
	stack := []*element{root}
	d := xml.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return root.children[0]
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
}

// outcomes is every case with what it came to: "failure: message".
func outcomes(suites *element) map[string]string {
	out := map[string]string{}
	for _, suite := range suites.children {
		for _, c := range suite.children {
			if c.name != "testcase" {
				continue
			}
			outcome := "passed"
			for _, result := range c.children {
				if result.name == "system-out" {
					outcome = "passed: " + result.text
				} else {
					outcome = result.name + ": " + result.attributes["message"]
				}
			}
			out[suite.attributes["name"]+": "+c.attributes["name"]] = outcome
		}
	}
	return out
}

func TestJUnit(t *testing.T) {
	r := rich()
	suites := readXML(t, render(t, "junit", r, Options{}))
	got := outcomes(suites)
	for name, want := range map[string]string{
		"structure: structure/process-exec src/build.ts:12:3":  "failure: calls child_process.exec",
		"structure: structure/file-delete src/build.ts:105:3":  "passed: warning: deletes files with fs.rm",
		"structure: src/broken.ts:40":                          "skipped: looked at only in part: syntax the grammar does not know",
		"structure: data/c.js":                                 "skipped: not looked at: larger than the limit for parsing (1048577 bytes)",
		"structure: structure/process-exec src/release.ts:7:3": "skipped: newly suppressed by a directive on line 6 until 2027-01-31: goes away with v2",
		"structure: src/two\\x0alines.ts":                      "error: it went wrong: the content could not be read",
		"sentinel: fault":                                      "error: git ended with status 128: fatal: \\x1b[1mbad object\\x1b[0m",
		"changes: changes/too-large touches 31 files":          "passed: note: touches 31 files",
		"structure: coverage":                                  "passed: 27 files: 10 complete, 2 incomplete, 7 skipped, 8 unreadable",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	a := suites.attributes
	if a["failures"] != "2" || a["errors"] != "10" || a["skipped"] != "11" {
		t.Errorf("the sums are %v", a)
	}
	properties := suites.children[0]
	for _, s := range suites.children {
		if s.attributes["name"] == runSuite {
			properties = s.children[0]
		}
	}
	counts := map[string]string{}
	for _, p := range properties.children {
		counts[p.attributes["name"]] = p.attributes["value"]
	}
	if !strings.Contains(counts["counts"], "2 existing, 4 suppressed, 1 in the baseline") || counts["skipped-without-case"] != "2" {
		t.Errorf("what has no case is not counted: %v", counts)
	}
}

// TestJUnitSaysWhatTheVerdictSays: red here is red everywhere, and a run that broke off is never green.
func TestJUnitSaysWhatTheVerdictSays(t *testing.T) {
	r := clean()
	r.Findings = []finding.Finding{at("a/b", finding.Warning, "x.ts", 1, "does x")}
	for failOn, want := range map[finding.Level]string{finding.Error: "0", finding.Warning: "1", finding.Never: "0"} {
		r.Verdict.FailOn = failOn
		if got := readXML(t, render(t, "junit", r, Options{})).attributes["failures"]; got != want {
			t.Errorf("threshold %s: %s failures, want %s", failOn, got, want)
		}
	}
	r.Verdict = finding.Verdict{Outcome: finding.TimedOut, ExitCode: 4, FailOn: finding.Error}
	if got := readXML(t, render(t, "junit", r, Options{})).attributes["errors"]; got != "1" {
		t.Errorf("a run that timed out has %s errors, want 1", got)
	}
}

func FuzzJUnit(f *testing.F) {
	for _, path := range hostilePaths() {
		f.Add(path, hostileModule)
	}
	f.Add("]]>\x00\ufffe", "<![CDATA[\x0b&#0;\xff")
	f.Fuzz(func(t *testing.T, path, message string) {
		suites := readXML(t, render(t, "junit", hostile(path, message), Options{}))
		if a := suites.attributes; a["tests"] != "7" || a["failures"] != "1" || a["errors"] != "1" || a["skipped"] != "3" {
			t.Fatalf("the sums are %v", a)
		}
	})
}
