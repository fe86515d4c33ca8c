package structure

import (
	"testing"

	"sentinel/internal/finding"
)

// FuzzCursor: whatever an agent sends, it is a position or is refused; and a position comes back as it went.
func FuzzCursor(f *testing.F) {
	f.Add("")
	f.Add("bG93IGEudHM")
	f.Add(position{true, riskCritical, "src/\xff.ts"}.cursor())
	f.Fuzz(func(t *testing.T, s string) {
		p, err := parseCursor(s)
		if err != nil || !p.begun {
			return
		}
		again, err := parseCursor(p.cursor())
		if err != nil || again != p {
			t.Errorf("%q is %+v, which comes back as %+v, %v", s, p, again, err)
		}
	})
}

// A path that JSON cannot carry keeps its place among the files, and on a page.
func TestAPageGoesOnBehindAPathThatIsNotText(t *testing.T) {
	paths := []string{"a.js", "b\xfe.js", "b\xff.js", "c.js"}
	s := runSummary{Incomplete: []string{}, Files: []fileSummary{}}
	for _, path := range paths {
		s.add(fileSummary{Artifact: finding.ArtifactOf(path), AnalysisStatus: statusComplete, Risk: riskLow.String()})
	}
	s.Total = total{s.Analyzed, s.RiskCounts, s.StatusCounts}
	var after position
	for i, path := range paths {
		page, err := s.page(after, 1)
		if err != nil || page.Analyzed != 1 || bytesOf(page.Files[0].Artifact) != path || page.Omitted != len(paths)-1-i {
			t.Fatalf("page %d: %+v, %v", i, page, err)
		}
		if after, err = parseCursor(page.NextCursor); err != nil {
			t.Fatal(err)
		}
	}
}
