package report

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

func TestLookup(t *testing.T) {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
		if f.Description == "" {
			t.Errorf("%s has no description", f.Name)
		}
		if found, err := Lookup(f.Name); err != nil || found.Name != f.Name {
			t.Errorf("Lookup(%q) = %q, %v", f.Name, found.Name, err)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("not sorted: %v", names)
	}
	_, err := Lookup("xml")
	if err == nil || !strings.Contains(err.Error(), `"xml"`) || !strings.Contains(err.Error(), strings.Join(names, ", ")) {
		t.Errorf("error %v, want the name and the formats there are", err)
	}
}

// TestWritersReportErrors: a report that could not be written whole is an error, in every format
// and wherever it breaks off.
func TestWritersReportErrors(t *testing.T) {
	for _, f := range Formats() {
		for _, limit := range []int{0, 1, 2000} {
			err := f.Write(&full{left: limit}, withEverything(), Options{})
			if !errors.Is(err, errFull) {
				t.Errorf("%s, full after %d bytes: error %v", f.Name, limit, err)
			}
		}
	}
}

// TestWritersKeepTheResult: reporters run one after the other over the same result.
func TestWritersKeepTheResult(t *testing.T) {
	r := withEverything()
	before := render(t, "json", withEverything(), Options{})
	review := render(t, "review", withEverything(), Options{})
	for _, f := range Formats() {
		if err := f.Write(io.Discard, r, Options{Verbose: true}); err != nil {
			t.Fatal(err)
		}
	}
	if string(render(t, "json", r, Options{})) != string(before) || string(render(t, "review", r, Options{})) != string(review) {
		t.Error("a writer changed the result")
	}
}

// withEverything is a result that every format has something to say about.
func withEverything() finding.Result {
	r := rich()
	r.Review = badReview()
	r.Diagnostics = r.Review.Diagnostics
	return r
}

var errFull = errors.New("no space left")

// full is a disk with some bytes left.
type full struct{ left int }

func (w *full) Write(p []byte) (int, error) {
	if len(p) > w.left {
		n := w.left
		w.left = 0
		return n, errFull
	}
	w.left -= len(p)
	return len(p), nil
}
