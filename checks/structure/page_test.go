package structure

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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

// TestAPageKeepsToItsBudget: whatever files are called, and however many are passed over.
func TestAPageKeepsToItsBudget(t *testing.T) {
	long := strings.Repeat("\u00ad<é/", 500)
	s := runSummary{Incomplete: []string{}, Files: []fileSummary{}}
	for i := range 300 {
		path := fmt.Sprintf("%03d%s.js", i, long[:i*len(long)/300])
		path = strings.ToValidUTF8(path, "")
		s.add(fileSummary{Artifact: finding.ArtifactOf(path), AnalysisStatus: statusIncomplete, Risk: riskLow.String()})
		s.Skipped.TooLarge = append(s.Skipped.TooLarge, path)
		s.Skipped.SymlinkPaths = append(s.Skipped.SymlinkPaths, path)
		s.Skipped.Unreadable = append(s.Skipped.Unreadable, path)
		s.Skipped.UnreadableCauses = append(s.Skipped.UnreadableCauses, unreadable{Artifact: finding.ArtifactOf("x" + path), Cause: path})
		s.Skipped.Other = append(s.Skipped.Other, otherSkip{Artifact: finding.ArtifactOf(path)})
	}
	s.Skipped.Symlinks = len(s.Skipped.SymlinkPaths)
	slices.Sort(s.Incomplete)
	s.Total = total{s.Analyzed, s.RiskCounts, s.StatusCounts}
	listed := 0
	for after := (position{}); ; {
		page, err := s.page(after, maxListed)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(page)
		if hidden := strings.Count(string(data), "\u00ad"); err != nil || len(data)+4*hidden > pageBytes {
			t.Errorf("a page of %d files has %d bytes and %d that are escaped, %v", page.Analyzed, len(data), hidden, err)
		}
		if k := page.Skipped; len(k.SymlinkPaths)+k.Omitted["symlinkPaths"] != 300 || len(k.Other)+k.Omitted["other"] != 300 {
			t.Errorf("what is passed over is not counted: %d and %v", len(k.SymlinkPaths), k.Omitted)
		}
		listed += page.Analyzed
		if page.NextCursor == "" {
			break
		}
		if after, err = parseCursor(page.NextCursor); err != nil {
			t.Fatal(err)
		}
	}
	if listed != 300 {
		t.Errorf("%d of 300 files are listed", listed)
	}
}
