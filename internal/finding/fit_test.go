package finding

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// written is a review as its report writes it.
func written(t testing.TB, r Review) []byte {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", JSONIndent)
	if err := e.Encode(r.WithoutNil()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// noisy is a review with n validations, each with two streams of size bytes, and sections of paths entries.
func noisy(n, size, paths int) Review {
	r := Review{SchemaVersion: 1, Detail: DetailFull, Scopes: Sections(), Changes: NoChanges(),
		Repository: &RepositoryState{Path: "/w/p", Head: HeadState{SHA: strings.Repeat("1", 40), Branch: "feat"}}}
	for i := range n {
		code := i % 2
		output := strings.Repeat(fmt.Sprintf("%04d größe \"quoted\" <b> \u2028\n", i), size/25)
		r.Validations = append(r.Validations, Validation{ID: fmt.Sprintf("test-%d", i), Argv: []string{"go", "test", "./..."},
			Status: []ValidationStatus{ValidationPassed, ValidationFailed}[code], ExitCode: &code, DurationMs: 812, Stdout: output, Stderr: output})
		if code > 0 {
			r.Diagnostics = append(r.Diagnostics, Diagnostic{Code: ErrorValidationFailed, Severity: SeverityWarning,
				Message: fmt.Sprintf("validation test-%d ended with exit code 1", i), Hint: "read its output"})
		}
	}
	for i := range paths {
		path := ArtifactOf(fmt.Sprintf("src/a/rather/long/path/to/a/file-%05d.ts", i))
		for _, s := range Sections() {
			list := r.Changes.List(s)
			*list = append(*list, PathChange{Artifact: path, Status: PathModified})
			*r.Changes.Counts.Of(s)++
		}
		r.Changes.Files = append(r.Changes.Files, ChangedFile{Artifact: path, Status: PathModified, Scopes: Sections()})
		r.Changes.Counts.DistinctFiles++
	}
	return r
}

// TestFitLeavesWhatFits: to the byte.
func TestFitLeavesWhatFits(t *testing.T) {
	r := noisy(3, 500, 20).WithoutNil()
	size := len(written(t, r))
	fit := r
	fit.Fit(size)
	if !reflect.DeepEqual(fit, r) {
		t.Error("a review that fits is changed")
	}
	fit.Fit(size - 1)
	if !fit.Truncation.Applied || len(written(t, fit)) > size-1 {
		t.Errorf("%d bytes, one over the budget, and nothing is cut: %+v", size, fit.Truncation)
	}
}

func TestFitSharesOut(t *testing.T) {
	r := noisy(2, 20000, 0)
	r.Validations[0].Stdout = "ok\n"
	r.Fit(16 << 10)
	if r.Validations[0].Stdout != "ok\n" || r.Validations[0].Truncated.Stdout {
		t.Error("a short stream is cut while long ones have room")
	}
	want := []string{"validations.0.stderr", "validations.1.stderr", "validations.1.stdout"}
	if !r.Truncation.Applied || !slices.Equal(r.Truncation.Fields, want) {
		t.Errorf("cut are %v, want %v", r.Truncation.Fields, want)
	}
	for _, text := range []string{r.Validations[0].Stderr, r.Validations[1].Stdout, r.Validations[1].Stderr} {
		if !strings.Contains(text, " lines, ") || !strings.HasSuffix(text, "\u2028\n") || len(text) < 3000 {
			t.Errorf("%d bytes, not a head, a marker and a tail of equal shares: %.100q", len(text), text)
		}
	}
	if d := r.Diagnostics[len(r.Diagnostics)-1]; d.Code != WarnTruncated {
		t.Errorf("the last diagnostic is %s", d.Code)
	}
}

// TestFitKeepsOutputBesideLists: the names of a thousand files do not push out why a test failed, nor the other way.
func TestFitKeepsOutputBesideLists(t *testing.T) {
	r := noisy(2, 20000, 1000)
	r.Fit(16 << 10)
	if n := len(r.Validations[1].Stdout); n < 800 {
		t.Errorf("%d bytes of output are kept", n)
	}
	c := r.Changes
	if len(c.Committed) < 10 || !c.ListTruncated || c.Counts.Committed != 1000 || c.Counts.DistinctFiles != 1000 {
		t.Errorf("%d entries, counts %+v", len(c.Committed), c.Counts)
	}
	if n := len(c.Untracked); n < len(c.Committed)-1 || n > len(c.Committed) {
		t.Errorf("lists of %d and %d entries: want the longest cut first", len(c.Committed), n)
	}
}

// TestFitFillsLists: of lists alone hardly an entry is left out that would have had room.
func TestFitFillsLists(t *testing.T) {
	for budget := 9000; budget < 12000; budget += 37 {
		r := noisy(0, 0, 100)
		r.Fit(budget)
		if n := len(written(t, r)); n > budget || budget-n > 240 { // an entry and its name take 200
			t.Errorf("%d bytes of %d", n, budget)
		}
	}
}

// TestFitManyValidations: many noisy commands at the smallest default budget keep every status.
func TestFitManyValidations(t *testing.T) {
	for name, change := range map[string]func(*Review){
		"half of them failed": func(*Review) {},
		"all failed": func(r *Review) {
			r.Diagnostics = nil
			for i := range r.Validations {
				v := &r.Validations[i]
				v.Status, v.Reason = ValidationFailed, "it left 3 processes behind"
				v.Argv = []string{"find", "/usr/include", "-maxdepth", "2"}
				r.Diagnostics = append(r.Diagnostics, Diagnostic{Code: ErrorValidationFailed, Severity: SeverityError,
					Message: fmt.Sprintf("the validation %d ended with exit code 1", i), Hint: "its output says why"})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := noisy(40, 32<<10, 1000)
			change(&r)
			before := r
			r.Fit(16 << 10)
			if n := len(written(t, r)); n > 16<<10 {
				t.Errorf("%d bytes", n)
			}
			for i, v := range r.Validations {
				if v.Status != before.Validations[i].Status || !v.Truncated.Stdout || v.OutputBytesDropped == 0 {
					t.Fatalf("validation %d: %+v", i, v)
				}
			}
			if !slices.Contains(r.Truncation.Fields, "validations") || !slices.Contains(r.Truncation.Fields, "changes.files") {
				t.Errorf("named are %v", r.Truncation.Fields)
			}
		})
	}
}

// TestFitLeast: at the smallest budget that is promised, everything that can be long is as long as can be.
func TestFitLeast(t *testing.T) {
	long := strings.Repeat("\x01ö", 500)
	for _, n := range []int{0, 1, 7} {
		r := noisy(n, 3000, 50)
		for i := range r.Validations {
			v := &r.Validations[i]
			v.ID, v.Reason, v.Signal, v.OutputBytesDropped = long, long, &long, 1<<62
			v.Status = ValidationSpawnError
			for range 500 {
				v.Argv = append(v.Argv, long[:100])
			}
		}
		r.Repository = &RepositoryState{Path: long, Head: HeadState{SHA: long, Branch: long},
			Base: &BaseState{Requested: &long, Ref: long, SHA: long, MergeBase: long}}
		for _, code := range DiagnosticCodes() {
			for range 3 {
				r.Diagnostics = append(r.Diagnostics, Diagnostic{Code: code, Severity: SeverityWarning, Message: long, Hint: long})
			}
		}
		before := string(written(t, r))
		fit := r
		budget := LeastReview + n*LeastValidation
		fit.Fit(budget)
		if got := len(written(t, fit)); got > budget {
			t.Errorf("%d validations: %d bytes, over %d", n, got, budget)
		}
		for _, v := range fit.Validations {
			if len(v.Argv) > 3 || len(v.Argv) == 3 && v.Argv[2] != "… 501 more" {
				t.Errorf("of 503 words %q are left", v.Argv)
			}
		}
		if string(written(t, r)) != before {
			t.Error("the original changed with its copy")
		}
	}
}

// TestFitAgain: cut to less, a stream counts all that is missing, and has one line that says so.
func TestFitAgain(t *testing.T) {
	r := noisy(1, 30000, 0)
	all := len(r.Validations[0].Stdout)
	lines := strings.Count(r.Validations[0].Stdout, "\n")
	for _, budget := range []int{30 << 10, 20 << 10, 9 << 10, 3 << 10} {
		r.Fit(budget)
		text := r.Validations[0].Stdout
		marks := leftOutLine.FindAllStringSubmatch(text, -1)
		if len(marks) != 1 {
			t.Fatalf("budget %d: %d lines that count", budget, len(marks))
		}
		var missingLines, missing int
		if _, err := fmt.Sscan(marks[0][1]+" "+marks[0][2], &missingLines, &missing); err != nil {
			t.Fatal(err)
		}
		kept := strings.ReplaceAll(text, marks[0][0], "")
		if d := len(kept) + missing - all; d < 0 || d > 1 { // a line feed before the mark may be one more
			t.Errorf("budget %d: %d kept and %d missing of %d", budget, len(kept), missing, all)
		}
		if d := strings.Count(kept, "\n") + missingLines - lines; d < 0 || d > 1 {
			t.Errorf("budget %d: %d lines too many", budget, d)
		}
		if n := r.Validations[0].OutputBytesDropped; n < int64(missing) {
			t.Errorf("%d bytes dropped, the streams alone say %d", n, missing)
		}
	}
}

// FuzzFit: never over the budget, hardly ever more cut than needed, and what is cut is named.
func FuzzFit(f *testing.F) {
	f.Add(uint64(1), 4096, "ok\n")
	f.Add(uint64(2), 300, "\x00\x1b[31m\xff\u2028\"\\ größe 😀\n")
	f.Add(uint64(3), 60000, "… 3 lines, 12 bytes left out …\n")
	f.Fuzz(func(t *testing.T, seed uint64, extra int, text string) {
		r := randomReview(rand.New(rand.NewPCG(seed, 0)), text[:min(len(text), 200)])
		budget := LeastReview + LeastValidation*len(r.Validations) + max(extra, 0)%(1<<17)
		checkFit(t, r, budget)
	})
}

func TestFitRandom(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		r := randomReview(random, "größe \"x\" \x01\xff\u2028\n")
		checkFit(t, r, LeastReview+LeastValidation*len(r.Validations)+random.IntN(1<<17))
	}
}

func checkFit(t *testing.T, r Review, budget int) {
	t.Helper()
	before, after := written(t, r), r
	after.Fit(budget)
	got := written(t, after)
	if len(got) > budget {
		t.Fatalf("%d bytes, over the budget of %d", len(got), budget)
	}
	again := after
	if again.Fit(budget); !bytes.Equal(written(t, again), got) {
		t.Fatal("a second time changes it again")
	}
	if len(before) <= budget {
		if !bytes.Equal(got, before) {
			t.Fatal("it fits and is changed")
		}
		return
	}
	if !after.Truncation.Applied || after.Truncation.DroppedBytes <= 0 || !slices.IsSorted(after.Truncation.Fields) {
		t.Fatalf("it is cut and says %+v", after.Truncation)
	}
	named := func(field string) bool { return slices.Contains(after.Truncation.Fields, field) }
	slack := 300 // what is reserved for numbers and names, and an entry that did not fit any more
	for i, v := range after.Validations {
		for stream, cut := range map[string]bool{"stdout": v.Truncated.Stdout, "stderr": v.Truncated.Stderr} {
			if cut && !named("validations") && !named(fmt.Sprintf("validations.%d.%s", i, stream)) {
				t.Fatalf("%s of %d is cut and not named", stream, i)
			}
			if cut {
				slack += 2*nearLine + 80 // whole lines, and a mark that is shorter than it might be
			}
		}
		if utf8.ValidString(r.Validations[i].Stdout) && !utf8.ValidString(v.Stdout) {
			t.Fatal("a code point is split")
		}
		if v.Status != r.Validations[i].Status {
			t.Fatal("a status is changed")
		}
	}
	if after.Changes.Counts != r.Changes.Counts {
		t.Fatal("counts are changed")
	}
	if left := budget - len(got); left > slack && !named("validations") {
		t.Fatalf("%d bytes of %d are left unused, fields %v", left, budget, after.Truncation.Fields)
	}
}

func randomReview(random *rand.Rand, text string) Review {
	r := noisy(0, 0, 0)
	for i := range random.IntN(20) {
		v := Validation{ID: fmt.Sprint(i), Argv: []string{"make", text}, Status: ValidationPassed}
		v.Stdout = strings.Repeat(text+fmt.Sprint(i), random.IntN(1+random.IntN(2000)))
		v.Stderr = strings.Repeat(text, random.IntN(1+random.IntN(300)))
		r.Validations = append(r.Validations, v)
	}
	for _, s := range Sections() {
		n := random.IntN(1 + random.IntN(300))
		for i := range n {
			path := PathChange{Artifact: ArtifactOf(fmt.Sprintf("%s/%d", text[:min(len(text), 40)], i)), Status: PathAdded}
			*r.Changes.List(s) = append(*r.Changes.List(s), path)
			r.Changes.Files = append(r.Changes.Files, ChangedFile{Artifact: path.Artifact, Status: PathAdded, Scopes: []Section{s}})
		}
		*r.Changes.Counts.Of(s) = n
	}
	return r
}

// FuzzTextSize: it is what encoding/json writes.
func FuzzTextSize(f *testing.F) {
	for _, s := range []string{"", "\x00\b\f\n\r\t\x1f\x7f\"\\/<>&", "größe 😀\u2028\u2029\ufffd", "\xff\xc3", "\u202e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := textSize(s), newSizer("").size(s)-len("\"\"\n"); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	})
}

func BenchmarkFit(b *testing.B) {
	r := noisy(40, 32<<10, 1000)
	for b.Loop() {
		fit := r
		fit.Fit(256 << 10)
	}
}
