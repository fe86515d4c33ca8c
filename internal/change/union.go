package change

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// inventory makes the lists and their union, each cut to listed entries, and counts all.
func (c *Change) inventory(all taken, chosen []finding.Section, from start, listed int) *finding.Inventory {
	changes := finding.NoChanges()
	distinct := map[string]bool{}
	for section, list := range map[finding.Section][]git.Delta{
		finding.Committed: all.Committed, finding.Staged: all.Staged, finding.Unstaged: all.Unstaged,
	} {
		*changes.Counts.Of(section) = len(list)
		for _, d := range list {
			distinct[d.Path()] = true
		}
		for _, d := range list[:min(len(list), listed)] {
			entries := changes.List(section)
			*entries = append(*entries, pathChange(d))
		}
	}
	for _, e := range all.untracked[:min(len(all.untracked), listed)] {
		changes.Untracked = append(changes.Untracked, untrackedPath(e))
	}
	changes.Counts.Untracked = all.untrackedCount
	changes.Counts.DistinctFiles = len(distinct) + all.untrackedCount - all.overlap
	changes.Files = union(&changes, listed)
	for _, s := range finding.Sections() {
		changes.ListTruncated = changes.ListTruncated || *changes.Counts.Of(s) > len(*changes.List(s))
	}
	changes.ListTruncated = changes.ListTruncated || changes.Counts.DistinctFiles > len(changes.Files)
	return &finding.Inventory{
		Scopes: chosen, Repository: from.state, Changes: changes,
		Diagnostics: slices.Concat([]finding.Diagnostic{}, from.diagnostics, c.diagnose(all)),
	}
}

// union is the first of the distinct paths. What is among the first of all is among the first of each list, so that
// cut lists are enough.
func union(changes *finding.Changes, listed int) []finding.ChangedFile {
	rows := map[string]*finding.ChangedFile{}
	for _, section := range finding.Sections() {
		for _, p := range *changes.List(section) {
			row := rows[p.Path]
			if row == nil {
				row = &finding.ChangedFile{Artifact: p.Artifact, Status: p.Status}
				rows[p.Path] = row
			}
			if p.Status.Precedence() < row.Status.Precedence() {
				row.Status = p.Status
			}
			if !slices.Contains(row.Scopes, section) { // a conflict may have two entries
				row.Scopes = append(row.Scopes, section)
			}
		}
	}
	files := make([]finding.ChangedFile, 0, len(rows))
	for _, row := range rows {
		files = append(files, *row)
	}
	slices.SortFunc(files, func(a, b finding.ChangedFile) int { return cmp.Compare(a.Path, b.Path) })
	return files[:min(len(files), listed)]
}

func pathChange(d git.Delta) finding.PathChange {
	p := finding.PathChange{Artifact: finding.ArtifactOf(d.Path()), Status: pathStatus(d.Status)}
	if d.Status == 'R' || d.Status == 'C' {
		p.OrigPath = d.Old.Path
		if d.Score > 0 { // go-git does not tell it
			p.Score = &d.Score
		}
		if !utf8.ValidString(d.Old.Path) {
			p.OrigPathBytes = []byte(d.Old.Path)
		}
	}
	return p
}

func untrackedPath(e git.Entry) finding.PathChange {
	p := finding.PathChange{Artifact: finding.ArtifactOf(e.Path), Status: finding.PathUntracked}
	if strings.HasSuffix(e.Path, "/") {
		p.Kind = "directory"
	}
	return p
}

func pathStatus(s git.Status) finding.PathStatus {
	switch s {
	case 'A':
		return finding.PathAdded
	case 'D':
		return finding.PathDeleted
	case 'R':
		return finding.PathRenamed
	case 'C':
		return finding.PathCopied
	case 'T':
		return finding.PathTypeChanged
	case 'U':
		return finding.PathUnmerged
	}
	return finding.PathModified
}
