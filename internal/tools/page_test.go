package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// resultOf has n findings of mixed weight, some of them known before.
func resultOf(n int) finding.Result {
	r := finding.Result{Counts: finding.Counts{Errors: n}}
	for i := range n {
		f := finding.Finding{
			RuleID: "a/b", Artifact: finding.ArtifactOf(fmt.Sprintf("src/%04d.ts", i)), Attribution: finding.Introduced,
			Level: []finding.Level{finding.Note, finding.Error, finding.Warning}[i%3], Message: strings.Repeat("m", i%200),
		}
		if i%5 == 0 {
			f.Attribution = finding.Existing
		}
		r.Findings = append(r.Findings, f)
	}
	return r
}

func pagesOf(t *testing.T, r finding.Result, budget int) []map[string]json.RawMessage {
	t.Helper()
	whole, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	tool := tool{order: bySeriousness, budget: func(checks.Values) int { return budget }}
	var pages []map[string]json.RawMessage
	for v := (checks.Values{}); ; {
		p, err := tool.page(whole, r, v)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.JSON) > budget {
			t.Fatalf("a page has %d bytes, the budget is %d", len(p.JSON), budget)
		}
		var page map[string]json.RawMessage
		if err := json.Unmarshal(p.JSON, &page); err != nil {
			t.Fatalf("%v: %s", err, p.JSON)
		}
		pages = append(pages, page)
		if p.cursor == "" {
			return pages
		}
		v = checks.Values{"cursor": p.cursor}
	}
}

func TestPagesLoseNothingAndRepeatNothing(t *testing.T) {
	for _, n := range []int{0, 1, 2, 30, 400} {
		r := resultOf(n)
		pages := pagesOf(t, r, 4<<10)
		var all []finding.Finding
		for i, page := range pages {
			var part []finding.Finding
			if err := json.Unmarshal(page["findings"], &part); err != nil {
				t.Fatal(err)
			}
			if !slices.IsSortedFunc(part, func(a, b finding.Finding) int { return strings.Compare(a.Path, b.Path) }) {
				t.Errorf("%d findings, page %d: not in the order of the result", n, i)
			}
			all = append(all, part...)
			if string(page["counts"]) != string(pages[0]["counts"]) {
				t.Errorf("page %d counts other than the first", i)
			}
		}
		slices.SortFunc(all, func(a, b finding.Finding) int { return strings.Compare(a.Path, b.Path) })
		if !reflect.DeepEqual(all, r.Findings) {
			t.Errorf("%d findings: the pages have %d", n, len(all))
		}
		if again := pagesOf(t, r, 4<<10); !reflect.DeepEqual(pages, again) {
			t.Errorf("%d findings: the pages differ from run to run", n)
		}
	}
}

func TestTheFirstPageHasTheWorst(t *testing.T) {
	var page finding.Result
	first := pagesOf(t, resultOf(400), 4<<10)[0]
	if err := json.Unmarshal(first["findings"], &page.Findings); err != nil {
		t.Fatal(err)
	}
	if len(page.Findings) == 0 {
		t.Fatal("nothing fits")
	}
	for _, f := range page.Findings {
		if f.Level != finding.Error || f.Attribution != finding.Introduced {
			t.Errorf("a %s %s is on the first page, and there are more new errors than fit", f.Attribution, f.Level)
		}
	}
	var cut truncation
	if err := json.Unmarshal(first["truncation"], &cut); err != nil {
		t.Fatal(err)
	}
	if !cut.Applied || !slices.Equal(cut.Fields, []string{"findings"}) || cut.Total["findings"] != 400 || cut.NextCursor == "" {
		t.Errorf("truncation is %+v", cut)
	}
}

func TestWhatFitsIsNotCut(t *testing.T) {
	if page := pagesOf(t, resultOf(3), fullBudget)[0]; page["truncation"] != nil {
		t.Errorf("truncation is %s", page["truncation"])
	}
}

// TestAnEntryTooLargeForAnyPage is left out and counted, and does not stop the rest.
func TestAnEntryTooLargeForAnyPage(t *testing.T) {
	r := resultOf(40)
	r.Findings[1].Message = strings.Repeat("x", 8<<10)
	left, oversized := 0, 0
	for _, page := range pagesOf(t, r, 4<<10) {
		var part []finding.Finding
		var cut truncation
		if err := errors.Join(json.Unmarshal(page["findings"], &part), json.Unmarshal(page["truncation"], &cut)); err != nil {
			t.Fatal(err)
		}
		left += len(part)
		oversized += cut.Oversized
	}
	if left != 39 || oversized != 1 {
		t.Errorf("the pages have %d findings and say that %d are too large", left, oversized)
	}
}

func TestACursorOfAnotherAnswerIsRefused(t *testing.T) {
	r := resultOf(400)
	whole, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	tool := tool{order: bySeriousness, budget: func(checks.Values) int { return 4 << 10 }}
	first, err := tool.page(whole, r, checks.Values{})
	if err != nil {
		t.Fatal(err)
	}
	changed := resultOf(401)
	other, err := json.Marshal(changed)
	if err != nil {
		t.Fatal(err)
	}
	for _, cursor := range []string{"1", "-", "x-" + digest(other), "-1-" + digest(other), "0-" + digest(other), "99999-" + digest(other), first.cursor, "\x00"} {
		_, err := tool.page(other, changed, checks.Values{"cursor": cursor})
		if r := (*refusal)(nil); !errors.As(err, &r) || r.Code != finding.ErrorCursor {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

// TestAnyObjectIsCutWithinItsBudget: what a check gives as its answer is not of our making.
func TestAnyObjectIsCutWithinItsBudget(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		object := map[string]any{"fixed": "value", "none": []int{}}
		for list := range random.IntN(5) {
			var entries []string
			for range random.IntN(50) {
				entries = append(entries, strings.Repeat("é<", random.IntN(60)))
			}
			object[fmt.Sprint("list", list)] = entries
		}
		whole, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		tool := tool{budget: func(checks.Values) int { return 1000 }}
		p, err := tool.page(whole, finding.Result{}, checks.Values{})
		if err != nil || len(p.JSON) > 1000 || !json.Valid(p.JSON) || p.cursor != "" {
			t.Fatalf("%v, %d bytes: %s", err, len(p.JSON), p.JSON)
		}
	}
}
