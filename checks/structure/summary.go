package structure

import (
	"encoding/json"
	"errors"
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
	// Truncated says that files were left out for their number. The check leaves none out.
	Truncated    bool         `json:"truncated"`
	RiskCounts   riskCounts   `json:"riskCounts"`
	StatusCounts statusCounts `json:"statusCounts"`
	// Incomplete are the paths of the incomplete files, sorted by path.
	Incomplete []string    `json:"incomplete"`
	Skipped    skippedList `json:"skipped"`
	// Files are sorted by risk: critical, high, medium, unknown, low; then by path.
	Files []fileSummary `json:"files"`
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
	// Symlinks counts SymlinkPaths.
	Symlinks     int      `json:"symlinks"`
	SymlinkPaths []string `json:"symlinkPaths"`
	// Unreadable are the paths whose reading or analysis failed, UnreadableCauses say at which stage and why.
	Unreadable       []string     `json:"unreadable"`
	UnreadableCauses []unreadable `json:"unreadableCauses"`
	// Other are the files passed over for another reason.
	Other []otherSkip `json:"other"`
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

// validate holds the summary to what it promises, so that a mistake here is a fault and not a wrong number.
func (s runSummary) validate() error {
	var errs []error
	hold := func(ok bool, promise string) {
		if !ok {
			errs = append(errs, fmt.Errorf("the summary contradicts itself: %s", promise))
		}
	}
	r, st := s.RiskCounts, s.StatusCounts
	hold(s.Analyzed == len(s.Files), "analyzed is the number of files")
	hold(r.Critical+r.High+r.Medium+r.Low+r.Unknown == s.Analyzed, "riskCounts sum up to analyzed")
	hold(st.Complete+st.Incomplete == s.Analyzed, "statusCounts sum up to analyzed")
	hold(slices.Equal(s.Incomplete, s.incompletePaths()), "incomplete has the incomplete files, by path, each once")
	seen := map[string]bool{}
	for i, f := range s.Files {
		hold(!seen[f.Path], "a path is in files once")
		seen[f.Path] = true
		hold(i == 0 || riskNamed(s.Files[i-1].Risk) >= riskNamed(f.Risk), "files have the riskiest first")
	}
	for _, path := range s.Skipped.Unreadable {
		hold(!seen[path], "an unreadable path is not in files")
	}
	hold(s.Skipped.Symlinks == len(s.Skipped.SymlinkPaths), "symlinks counts symlinkPaths")
	return errors.Join(errs...)
}

func (s runSummary) incompletePaths() []string {
	paths := []string{}
	for _, f := range s.Files {
		if f.AnalysisStatus == statusIncomplete {
			paths = append(paths, f.Path)
		}
	}
	slices.Sort(paths)
	return paths
}
