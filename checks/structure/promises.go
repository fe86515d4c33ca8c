package structure

import (
	"errors"
	"fmt"
	"slices"

	"sentinel/internal/finding"
)

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
	hold(r.sum() == s.Analyzed, "riskCounts sum up to analyzed")
	hold(st.Complete+st.Incomplete == s.Analyzed, "statusCounts sum up to analyzed")
	hold(slices.Equal(s.Incomplete, s.incompletePaths()), "incomplete has the incomplete files, by path, each once")
	hold(s.Total.Files >= s.Analyzed+s.Omitted && s.Total.RiskCounts.sum() == s.Total.Files, "total counts all files")
	hold(s.Truncated == (s.Omitted > 0) && s.Truncated == (s.NextCursor != ""), "truncated says whether more files come")
	seen := map[string]bool{}
	for i, f := range s.Files {
		path := bytesOf(f.Artifact)
		hold(!seen[path], "a path is in files once")
		seen[path] = true
		hold(i == 0 || riskNamed(s.Files[i-1].Risk) >= riskNamed(f.Risk), "files have the riskiest first")
	}
	for _, u := range s.Skipped.UnreadableCauses {
		hold(!seen[bytesOf(u.Artifact)], "an unreadable path is not in files")
	}
	hold(s.Skipped.Symlinks == len(s.Skipped.SymlinkPaths)+s.Skipped.Omitted["symlinkPaths"], "symlinks counts symlinkPaths")
	return errors.Join(errs...)
}

func (c riskCounts) sum() int { return c.Critical + c.High + c.Medium + c.Low + c.Unknown }

// bytesOf is the path of an artifact as it is, though it may have been through JSON.
func bytesOf(a finding.Artifact) string {
	if a.PathBytes != nil {
		return string(a.PathBytes)
	}
	return a.Path
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
