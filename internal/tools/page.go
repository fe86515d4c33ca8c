package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// The most bytes of a structured answer as JSON. Clients hand it to the model, which pays for every one of them: a
// summary is about 5,000 tokens at most, and clients refuse answers over 25,000.
const (
	summaryBudget = 16 << 10
	fullBudget    = 64 << 10
)

func fullBudgetAlways(checks.Values) int { return fullBudget }

// entry is one element of a list of an answer.
type entry struct {
	list  string
	index int
}

// order says in which order entries are taken while there is room, the most important first. count is how many each
// list has. A list that it leaves out is never cut.
type order func(r finding.Result, count map[string]int) []entry

// page is as much of an answer as there is room for.
type page struct {
	JSON json.RawMessage
	// from and to are its entries, in the order in which they were taken; all counts them.
	from, to, all int
	cursor        string // for the next page, empty on the last
}

// truncation says what is not in a page. It is only there if something is not.
type truncation struct {
	Applied bool `json:"applied"`
	// Fields are the lists of which entries are missing here, Total how many entries each of them has.
	Fields []string       `json:"fields"`
	Total  map[string]int `json:"total"`
	// Oversized counts entries of this page that are too large for any.
	Oversized  int    `json:"oversized,omitempty"`
	NextCursor string `json:"nextCursor,omitempty"`
}

// page cuts an answer to the tool's budget, whole entries at a time, so that the same answer always gives the same
// pages. An answer that says itself what it leaves out stays as it is.
func (t tool) page(whole []byte, r finding.Result, v checks.Values) (page, error) {
	start := 0
	if t.order != nil {
		var err error
		if start, err = position(v.Text("cursor"), whole); err != nil {
			return page{}, err
		}
	}
	if start == 0 && len(whole) <= t.budget(v) {
		return page{JSON: whole}, nil
	}
	o, err := openObject(whole)
	if err != nil {
		return page{}, fmt.Errorf("take the answer apart: %w", err)
	}
	if t.order == nil {
		if o.has("truncation") || o.has("truncated") {
			return page{JSON: whole}, nil
		}
		return o.fill(o.inOrder(), 0, t.budget(v), ""), nil
	}
	entries := t.order(r, o.counts())
	if start > 0 && start >= len(entries) {
		return page{}, errCursor()
	}
	return o.fill(entries, start, t.budget(v), digest(whole)), nil
}

// fill takes entries while there is room, at least one. An entry that there would be no room for in any page is left
// out, and counted. Without a digest there is no next page.
func (o *jsonObject) fill(entries []entry, start, budget int, digest string) page {
	cut := o.without(entries)
	total := map[string]int{}
	for _, e := range entries {
		total[e.list]++
	}
	widest := truncation{
		Applied: true, Fields: slices.Sorted(maps.Keys(total)), Total: total, Oversized: len(entries),
		NextCursor: cursorAt(len(entries), digest),
	}
	room := budget - len(cut.encode(&widest))
	left := room
	next, oversized := start, 0
	for ; next < len(entries); next++ {
		text := o.entry(entries[next])
		switch {
		case len(text)+1 > room:
			oversized++
			continue
		case len(text)+1 > left:
		default:
			cut.put(entries[next], text)
			left -= len(text) + 1
			continue
		}
		break
	}
	p := page{from: start, to: next, all: len(entries)}
	missing := truncation{Applied: true, Fields: []string{}, Total: map[string]int{}, Oversized: oversized}
	if next < len(entries) && digest != "" {
		p.cursor = cursorAt(next, digest)
		missing.NextCursor = p.cursor
	}
	for _, list := range widest.Fields {
		if cut.count(list) < total[list] {
			missing.Fields = append(missing.Fields, list)
			missing.Total[list] = total[list]
		}
	}
	p.JSON = cut.encode(&missing)
	return p
}

// note says in a line of text that there is more, and how to get it.
func (p page) note() string {
	switch {
	case p.all == 0:
		return ""
	case p.cursor == "" && p.to < p.all:
		return fmt.Sprintf("structured: entries %d to %d of %d; the others are left out", p.from+1, p.to, p.all)
	case p.cursor == "":
		return fmt.Sprintf("structured: entries %d to %d of %d", p.from+1, p.to, p.all)
	}
	return fmt.Sprintf("structured: entries %d to %d of %d; the same call with cursor %s gives the next", p.from+1, p.to, p.all, p.cursor)
}

// cursorAt is an opaque name for a position in an answer.
func cursorAt(position int, digest string) string { return strconv.Itoa(position) + "-" + digest }

// position reads a cursor, which has to be of the same answer: a position in another one would skip things unseen.
func position(cursor string, whole []byte) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	at, of, _ := strings.Cut(cursor, "-")
	n, err := strconv.Atoi(at)
	if err != nil || n <= 0 || of != digest(whole) {
		return 0, errCursor()
	}
	return n, nil
}

func errCursor() error {
	return refusef(finding.ErrorCursor, "make the same call without a cursor",
		"the cursor is not one of this answer, or the answer has changed since")
}

// digest identifies an answer.
func digest(whole []byte) string {
	sum := sha256.Sum256(whole)
	return hex.EncodeToString(sum[:8])
}
