package structure

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// maxSignals is how many signals a file's entry in the summary shows: enough to choose what to read.
const maxSignals = 3

// runSummary is what the documents of a run come to: an index of the files, the riskiest first.
type runSummary struct {
	// Analyzed is the number of Files.
	Analyzed int `json:"analyzed"`
	// Truncated says that more files come after those listed. The check itself lists all; a page of its document that
	// an agent gets does not.
	Truncated    bool         `json:"truncated"`
	RiskCounts   riskCounts   `json:"riskCounts"`
	StatusCounts statusCounts `json:"statusCounts"`
	// Incomplete are the paths of the incomplete files, sorted by path.
	Incomplete []string    `json:"incomplete"`
	Skipped    skippedList `json:"skipped"`
	// Files are sorted by risk: critical, high, medium, unknown, low; then by path.
	Files []fileSummary `json:"files"`
	// Total counts all the files that were analysed, Omitted those that come after the ones listed, and NextCursor is
	// how an agent asks for them.
	Total      total  `json:"total"`
	Omitted    int    `json:"omitted"`
	NextCursor string `json:"nextCursor,omitempty"`
}

type total struct {
	Files        int          `json:"files"`
	RiskCounts   riskCounts   `json:"riskCounts"`
	StatusCounts statusCounts `json:"statusCounts"`
}

type riskCounts struct {
	Critical int `json:"critical"`
	High     int `json:"high"`
	Medium   int `json:"medium"`
	Low      int `json:"low"`
	Unknown  int `json:"unknown"`
}

type statusCounts struct {
	Complete   int `json:"complete"`
	Incomplete int `json:"incomplete"`
}

// skippedList has every file that the check wanted and that is not among Files. Lists are sorted by path.
type skippedList struct {
	TooLarge []string `json:"tooLarge"`
	// Symlinks counts the symbolic links, which are not followed.
	Symlinks int `json:"symlinks"`
	// Unreadable are the paths whose reading or analysis failed, UnreadableCauses say at which stage and why.
	Unreadable       []string     `json:"unreadable"`
	SymlinkPaths     []string     `json:"symlinkPaths"`
	UnreadableCauses []unreadable `json:"unreadableCauses"`
	// Other are the files and folders passed over for another reason.
	Other []otherSkip `json:"other"`
	// Omitted counts what is left out of each list, by the list's key. The check leaves nothing out.
	Omitted map[string]int `json:"omitted,omitempty"`
}

type unreadable struct {
	finding.Artifact
	Stage string            `json:"stage"` // read or analyze
	Code  finding.FaultCode `json:"code"`
	Cause string            `json:"cause"`
}

type otherSkip struct {
	finding.Artifact
	Reason finding.SkipReason `json:"reason"`
}

type fileSummary struct {
	finding.Artifact
	AnalysisStatus string `json:"analysisStatus"`
	Language       string `json:"language"`
	Risk           string `json:"risk"`
	RiskFloor      string `json:"riskFloor,omitempty"`
	Lines          int    `json:"lines"`
	Operations     int    `json:"operations"`
	// Signals are the first operations of critical and high risk, MoreSignals counts the others.
	Signals     []forbidden `json:"signals,omitempty"`
	MoreSignals int         `json:"moreSignals,omitempty"`
}

// summarize makes the run's document. An error means that it would contradict itself.
func summarize(documents []finding.Document, looked checks.Looked) (any, error) {
	s := runSummary{Incomplete: []string{}, Files: []fileSummary{}}
	for _, d := range documents {
		f, err := summarizeFile(d)
		if err != nil {
			return nil, err
		}
		s.add(f)
	}
	slices.Sort(s.Incomplete)
	sort.SliceStable(s.Files, func(i, j int) bool {
		x, y := s.Files[i], s.Files[j]
		if x.Risk != y.Risk {
			return riskNamed(x.Risk) > riskNamed(y.Risk)
		}
		return x.Path < y.Path
	})
	s.Skipped = skipped(looked)
	s.Total = total{s.Analyzed, s.RiskCounts, s.StatusCounts}
	return s, s.validate()
}

func summarizeFile(d finding.Document) (fileSummary, error) {
	var doc document
	if err := json.Unmarshal(d.Data, &doc); err != nil {
		return fileSummary{}, fmt.Errorf("document of %s: %w", checks.Clip(d.Path), err)
	}
	f := fileSummary{
		Artifact: d.Artifact, AnalysisStatus: doc.AnalysisStatus, Language: string(doc.Language),
		Risk: doc.World.Risk, RiskFloor: doc.World.RiskFloor,
		Lines: doc.Summary.Lines, Operations: doc.Summary.Operations, Signals: doc.Forbidden,
	}
	// The most serious ones first, so that what is cut off is never worse than what is shown.
	sort.SliceStable(f.Signals, func(i, j int) bool { return riskNamed(f.Signals[i].Risk) > riskNamed(f.Signals[j].Risk) })
	f.MoreSignals = doc.Omitted["forbidden"]
	if extra := len(f.Signals) - maxSignals; extra > 0 {
		f.Signals = f.Signals[:maxSignals]
		f.MoreSignals += extra
	}
	return f, nil
}

func (s *runSummary) add(f fileSummary) {
	s.Analyzed++
	s.Files = append(s.Files, f)
	switch riskNamed(f.Risk) {
	case riskCritical:
		s.RiskCounts.Critical++
	case riskHigh:
		s.RiskCounts.High++
	case riskMedium:
		s.RiskCounts.Medium++
	case riskUnknown:
		s.RiskCounts.Unknown++
	case riskLow:
		s.RiskCounts.Low++
	}
	if f.AnalysisStatus == statusIncomplete {
		s.StatusCounts.Incomplete++
		s.Incomplete = append(s.Incomplete, f.Path)
	} else {
		s.StatusCounts.Complete++
	}
}

// riskNamed is the risk of that name; a name that is none counts as unknown.
func riskNamed(name string) risk {
	for r, known := range riskNames {
		if known == name {
			return risk(r)
		}
	}
	return riskUnknown
}

func skipped(looked checks.Looked) skippedList {
	l := skippedList{
		TooLarge: []string{}, SymlinkPaths: []string{}, Unreadable: []string{},
		UnreadableCauses: []unreadable{}, Other: []otherSkip{},
	}
	for _, s := range looked.Skips {
		switch s.Reason {
		case finding.SkipTooLarge:
			l.TooLarge = append(l.TooLarge, s.Path)
		case finding.SkipSymlink:
			l.SymlinkPaths = append(l.SymlinkPaths, s.Path)
		default:
			l.Other = append(l.Other, otherSkip{s.Artifact, s.Reason})
		}
	}
	for _, f := range looked.Faults {
		if f.Code == finding.FaultBase {
			continue // the side that is summed up was looked at
		}
		l.UnreadableCauses = append(l.UnreadableCauses, unreadable{f.Artifact, stageOf(f.Code), f.Code, f.Message})
		if f.Path != "" {
			l.Unreadable = append(l.Unreadable, f.Path)
		}
	}
	slices.Sort(l.TooLarge)
	slices.Sort(l.SymlinkPaths)
	slices.Sort(l.Unreadable)
	l.Unreadable = slices.Compact(l.Unreadable)
	sort.SliceStable(l.UnreadableCauses, func(i, j int) bool { return l.UnreadableCauses[i].Path < l.UnreadableCauses[j].Path })
	sort.SliceStable(l.Other, func(i, j int) bool { return l.Other[i].Path < l.Other[j].Path })
	l.Symlinks = len(l.SymlinkPaths)
	return l
}

// stageOf says whether a file could not be read, or could not be analysed once it was.
func stageOf(code finding.FaultCode) string {
	switch code {
	case finding.FaultParse, finding.FaultTimeout, finding.FaultCheck, finding.FaultPanic:
		return "analyze"
	}
	return "read"
}
