package policy

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

func TestBaselineRoundTrip(t *testing.T) {
	var findings []finding.Finding
	for _, path := range []string{"b.ts", "a.ts", "my file.ts", "new\nline.ts", "latin\xe9.ts", `"quoted".ts`, "größe.ts", "#.ts"} {
		findings = append(findings, finding.Finding{RuleID: "r/x", Fingerprint: "v1:1", Artifact: finding.ArtifactOf(path)})
	}
	findings = append(findings, findings[0])
	var file bytes.Buffer
	if err := WriteBaseline(&file, findings); err != nil {
		t.Fatal(err)
	}
	known, err := ParseBaseline("f", file.Bytes())
	if err != nil || len(known) != len(findings)-1 {
		t.Fatalf("%d entries, %v", len(known), err)
	}
	for _, f := range findings {
		if !known.Has(f) {
			t.Errorf("%q is lost:\n%s", f.Path, file.String())
		}
	}
	moved, gone := findings[0], finding.ArtifactOf("b.ts")
	moved.Path, moved.MovedFrom = "elsewhere.ts", &gone
	if !known.Has(moved) {
		t.Error("a file that moved is not known any more")
	}
	moved.MovedFrom = nil
	if known.Has(moved) {
		t.Error("a finding is known in a file that has nothing to do with it")
	}
}

func TestParseBaselineSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                                    "f:1:1: not a baseline",
		baselineHead + "\nv1:1 r/x":             `f:2:1: "v1:1 r/x" is not a fingerprint, a rule and a path`,
		baselineHead + "\n\n# x\nv1:1 r/x \"a":  "f:4:1: the path is not a quoted text",
		strings.Repeat("x", MaxBaselineBytes+1): "f: 16777217 bytes, a baseline has at most 16777216",
	} {
		if _, err := ParseBaseline("f", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseBaseline(f *testing.F) {
	f.Add("v1:1 r/x a.ts")
	f.Add(`v1:1 r/x "a\n"`)
	f.Fuzz(func(t *testing.T, body string) {
		known, err := ParseBaseline("f", []byte(baselineHead+"\n"+body))
		if err != nil {
			return
		}
		var findings []finding.Finding
		for e := range known {
			findings = append(findings, finding.Finding{RuleID: e.Rule, Fingerprint: e.Fingerprint, Artifact: finding.ArtifactOf(e.Path)})
		}
		var file bytes.Buffer
		if err := WriteBaseline(&file, findings); err != nil {
			t.Fatal(err)
		}
		again, err := ParseBaseline("f", file.Bytes())
		if err != nil || len(again) != len(known) {
			t.Errorf("%d entries, then %d: %v\n%s", len(known), len(again), err, file.String())
		}
	})
}

func BenchmarkBaseline(b *testing.B) {
	var findings []finding.Finding
	for i := range 20_000 {
		findings = append(findings, finding.Finding{
			RuleID: "structure/process-exec", Fingerprint: fmt.Sprintf("v1:%032x", i), Artifact: finding.ArtifactOf(fmt.Sprintf("src/folder/file%d.ts", i)),
		})
	}
	var file bytes.Buffer
	if err := WriteBaseline(&file, findings); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := ParseBaseline("f", file.Bytes()); err != nil {
			b.Fatal(err)
		}
	}
}
