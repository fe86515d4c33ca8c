package structure

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// pageBytes is how many bytes a page has at most, as JSON: about 16,000 tokens, since there are clients that refuse what
// is over 25,000. pageSkips and skipBytes are how many entries of a list of skipped files it has, and how many bytes
// of them: there are five such lists, and most of a page is for files.
const (
	pageBytes = 64 << 10
	pageSkips = 50
	skipBytes = 4 << 10
)

// position is a place in the order of files: behind the one with this risk and path.
type position struct {
	begun bool
	risk  risk
	path  string
}

// cursor is the position as an agent gets and returns it.
func (p position) cursor() string {
	return base64.RawURLEncoding.EncodeToString([]byte(p.risk.String() + " " + p.path))
}

// parseCursor reads a cursor; "" is the beginning.
func parseCursor(s string) (position, error) {
	if s == "" {
		return position{}, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(s)
	name, path, found := strings.Cut(string(text), " ")
	if err != nil || !found || !slices.Contains(riskNames[:], name) {
		return position{}, refusal(finding.ErrorCursor, "pass nextCursor of an answer as it is, or leave cursor out",
			"cursor is not one that analyze_directory gave")
	}
	return position{true, riskNamed(name), path}, nil
}

// before reports whether the position is before a file.
func (p position) before(f fileSummary) bool {
	if !p.begun {
		return true
	}
	r := riskNamed(f.Risk)
	return r < p.risk || r == p.risk && bytesOf(f.Artifact) > p.path
}

// page is the part of the summary after a position, of at most limit files. What it counts is what it lists; total
// counts all. There is at least one file on it if any is left.
func (s runSummary) page(after position, limit int) (runSummary, error) {
	p := runSummary{Incomplete: []string{}, Files: []fileSummary{}, Skipped: s.Skipped.cut(), Total: s.Total}
	rest := slices.Clone(s.Files)
	rest = slices.DeleteFunc(rest, func(f fileSummary) bool { return !after.before(f) })
	room, err := p.room()
	if err != nil {
		return p, err
	}
	for _, f := range rest {
		size, err := f.size()
		if err != nil {
			return p, err
		}
		room -= size
		if p.Analyzed == limit || p.Analyzed > 0 && room < len(f.position().cursor()) {
			break
		}
		p.add(f)
	}
	slices.Sort(p.Incomplete)
	if p.Omitted = len(rest) - p.Analyzed; p.Omitted > 0 {
		p.Truncated = true
		p.NextCursor = p.Files[p.Analyzed-1].position().cursor()
	}
	return p, p.validate()
}

// countBytes is room for the numbers of a page, which grow as files are added.
const countBytes = 1 << 10

// room is how many bytes a page without files has left for some.
func (s runSummary) room() (int, error) {
	size, err := sizeOf(s)
	return pageBytes - countBytes - size, err
}

// size is how many bytes a file takes of a page: its entry, and where it is incomplete, its path once more.
func (f fileSummary) size() (int, error) {
	size, err := sizeOf(f)
	if err == nil && f.AnalysisStatus != statusComplete {
		var again int
		again, err = sizeOf(f.Path)
		size += again + 1
	}
	return size + 1, err
}

func (f fileSummary) position() position {
	return position{true, riskNamed(f.Risk), bytesOf(f.Artifact)}
}

// sizeOf is how many bytes a value has at most as JSON in an answer, in which a character that is not shown becomes an
// escape of up to three times its length.
func sizeOf(v any) (int, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return 0, fmt.Errorf("encode a part of the summary: %w", err)
	}
	size := len(data)
	for _, b := range data {
		if b >= utf8.RuneSelf {
			size += 2
		}
	}
	return size, nil
}

// cut shortens the lists, and counts what it leaves out.
func (l skippedList) cut() skippedList {
	omitted := map[string]int{}
	cutList(&l.TooLarge, "tooLarge", omitted)
	cutList(&l.Unreadable, "unreadable", omitted)
	cutList(&l.SymlinkPaths, "symlinkPaths", omitted)
	cutList(&l.UnreadableCauses, "unreadableCauses", omitted)
	cutList(&l.Other, "other", omitted)
	if len(omitted) > 0 {
		l.Omitted = omitted
	}
	return l
}

func cutList[T any](list *[]T, key string, omitted map[string]int) {
	room, kept := skipBytes, 0
	for _, entry := range *list {
		size, err := sizeOf(entry)
		if room -= size + 1; err != nil || room < 0 || kept == pageSkips {
			break
		}
		kept++
	}
	if extra := len(*list) - kept; extra > 0 {
		*list, omitted[key] = (*list)[:kept], extra
	}
}
