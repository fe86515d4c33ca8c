package structure

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sentinel/checks"
	"sentinel/internal/finding"
)

func documentFor(path string, r risk, status string) finding.Document {
	d := document{AnalysisStatus: status, Language: "javascript", World: world{Risk: r.String()}, Forbidden: []forbidden{}}
	data, err := json.Marshal(d)
	if err != nil {
		panic(err) // a document always encodes
	}
	return finding.Document{Check: "structure", Artifact: finding.ArtifactOf(path), Data: data}
}

// randomRun makes a run as the engine may have it: each path has one outcome.
func randomRun(rng *rand.Rand) ([]finding.Document, checks.Looked) {
	var documents []finding.Document
	var looked checks.Looked
	for i := range rng.IntN(40) {
		path := fmt.Sprintf("%c/%d/index.js", 'a'+rng.IntN(3), i)
		artifact := finding.ArtifactOf(path)
		switch rng.IntN(8) {
		case 0:
			looked.Skips = append(looked.Skips, finding.Skip{Artifact: artifact, Reason: finding.SkipTooLarge})
		case 1:
			looked.Skips = append(looked.Skips, finding.Skip{Artifact: artifact, Reason: finding.SkipSymlink})
		case 2:
			looked.Faults = append(looked.Faults, finding.Fault{Artifact: artifact, Code: finding.FaultRead, Message: "permission denied"})
		case 3:
			looked.Faults = append(looked.Faults, finding.Fault{Artifact: artifact, Code: finding.FaultPanic, Message: "index out of range"})
		case 4:
			documents = append(documents, documentFor(path, riskUnknown, statusIncomplete))
		case 5:
			documents = append(documents, documentFor(path, riskCritical, statusIncomplete))
		default:
			documents = append(documents, documentFor(path, risk(rng.IntN(5)), statusComplete))
		}
	}
	return documents, looked
}

func TestSummaryKeepsItsPromisesOverRandomRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		documents, looked := randomRun(rng)
		first, err := summarize(documents, looked)
		if err != nil {
			t.Fatal(err)
		}
		s := first.(runSummary)
		skipped := len(s.Skipped.TooLarge) + len(s.Skipped.SymlinkPaths) + len(s.Skipped.Unreadable)
		if s.Analyzed != len(documents) || skipped != len(looked.Skips)+len(looked.Faults) {
			t.Fatalf("%d files and %d others became %d and %d", len(documents), len(looked.Skips)+len(looked.Faults), s.Analyzed, skipped)
		}
		rng.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
		second, err := summarize(documents, looked)
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Fatalf("another order of the documents gives another summary: %v\n%+v\n%+v", err, first, second)
		}
	}
}

func TestSummaryOrdersFilesByRiskAndIncompleteByPath(t *testing.T) {
	documents := []finding.Document{
		documentFor("a/low.js", riskLow, statusComplete),
		documentFor("b/broken.js", riskUnknown, statusIncomplete),
		documentFor("a/broken.js", riskUnknown, statusIncomplete),
		documentFor("z/critical.js", riskCritical, statusIncomplete),
		documentFor("m/medium.js", riskMedium, statusComplete),
		documentFor("h/high.js", riskHigh, statusComplete),
	}
	got, err := summarize(documents, checks.Looked{})
	if err != nil {
		t.Fatal(err)
	}
	s := got.(runSummary)
	var order []string
	for _, f := range s.Files {
		order = append(order, f.Path)
	}
	want := []string{"z/critical.js", "h/high.js", "m/medium.js", "a/broken.js", "b/broken.js", "a/low.js"}
	if !slices.Equal(order, want) {
		t.Errorf("files = %v, want %v", order, want)
	}
	if want := []string{"a/broken.js", "b/broken.js", "z/critical.js"}; !slices.Equal(s.Incomplete, want) {
		t.Errorf("incomplete = %v, want %v", s.Incomplete, want)
	}
	if want := (riskCounts{Critical: 1, High: 1, Medium: 1, Low: 1, Unknown: 2}); s.RiskCounts != want {
		t.Errorf("riskCounts = %+v, want %+v", s.RiskCounts, want)
	}
}

func TestSummaryTellsReadingFromAnalysing(t *testing.T) {
	looked := checks.Looked{Faults: []finding.Fault{
		{Artifact: finding.ArtifactOf("b.js"), Code: finding.FaultPanic, Message: "index out of range"},
		{Artifact: finding.ArtifactOf("a.js"), Code: finding.FaultRead, Message: "permission denied"},
		{Artifact: finding.ArtifactOf("c.js"), Code: finding.FaultBase, Message: "base side missing"},
	}}
	got, err := summarize([]finding.Document{documentFor("c.js", riskLow, statusComplete)}, looked)
	if err != nil {
		t.Fatal(err)
	}
	s := got.(runSummary)
	if want := []string{"a.js", "b.js"}; !slices.Equal(s.Skipped.Unreadable, want) {
		t.Errorf("unreadable = %v, want %v", s.Skipped.Unreadable, want)
	}
	causes := s.Skipped.UnreadableCauses
	if causes[0].Stage != "read" || causes[1].Stage != "analyze" || causes[0].Cause != "permission denied" {
		t.Errorf("causes = %+v", causes)
	}
}

func TestSummaryRefusesToContradictItself(t *testing.T) {
	looked := checks.Looked{Faults: []finding.Fault{{Artifact: finding.ArtifactOf("a.js"), Code: finding.FaultRead}}}
	if _, err := summarize([]finding.Document{documentFor("a.js", riskLow, statusComplete)}, looked); err == nil {
		t.Error("a file both analysed and unreadable is no error")
	}
	twice := []finding.Document{documentFor("a.js", riskLow, statusComplete), documentFor("a.js", riskLow, statusComplete)}
	if _, err := summarize(twice, checks.Looked{}); err == nil {
		t.Error("a file summed up twice is no error")
	}
}
