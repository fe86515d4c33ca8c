package structure

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sentinel/internal/finding"
)

// pageBytes is how many bytes of files a page lists at most, as JSON: about 16,000 tokens, since there are clients that
// refuse what is over 25,000. pageSkips is how many entries of a list of skipped files it has.
const (
	pageBytes = 64 << 10
	pageSkips = 50
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
	bytes := 0
	for _, f := range rest {
		data, err := json.Marshal(f)
		if err != nil {
			return p, fmt.Errorf("encode an entry of the summary: %w", err)
		}
		bytes += len(data)
		if p.Analyzed == limit || p.Analyzed > 0 && bytes > pageBytes {
			break
		}
		p.add(f)
	}
	slices.Sort(p.Incomplete)
	if p.Omitted = len(rest) - p.Analyzed; p.Omitted > 0 {
		last := p.Files[p.Analyzed-1]
		p.Truncated = true
		p.NextCursor = position{true, riskNamed(last.Risk), bytesOf(last.Artifact)}.cursor()
	}
	return p, p.validate()
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
	if extra := len(*list) - pageSkips; extra > 0 {
		*list, omitted[key] = (*list)[:pageSkips], extra
	}
}
