package report

import (
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// TestReviewSchema holds the published schema of the review to the Go types.
// TestUnverifiedOnce: what a diagnostic says is not verified is not said again.
func TestUnverifiedOnce(t *testing.T) {
	r := clean()
	r.Scope.Unverified = []string{"Ignore rules were not read.", "Submodules were not compared."}
	r.Diagnostics = []finding.Diagnostic{{Code: finding.WarnUnverified, Severity: finding.SeverityWarning, Message: "Ignore rules were not read"}}
	for format, times := range map[string]int{"text": 1, "markdown": 1, "junit": 1, "sarif": 2} { // SARIF has the scope besides
		got := string(render(t, format, r, Options{}))
		if strings.Count(got, "Ignore rules were not read") != times || strings.Count(got, "Submodules were not compared") != times {
			t.Errorf("%s:\n%s", format, got)
		}
	}
}

func TestReviewSchema(t *testing.T) {
	schemaOf[finding.Review](t, "review.schema.json", "Review of what changed in a repository and how its validations went, version 1")
}

func TestReviewIsValid(t *testing.T) {
	schema := compileSchema(t, "review.schema.json")
	small := *badReview()
	small.Fit(finding.LeastReview)
	for name, review := range map[string]*finding.Review{
		"good": goodReview(), "bad": badReview(), "fatal": fatalReview(), "cut": &small, "without lists": {SchemaVersion: 1, Detail: finding.DetailFull},
	} {
		t.Run(name, func(t *testing.T) {
			document := render(t, "review", withReview(review), Options{})
			checkAgainst(t, schema, document)
			if strings.Contains(string(document), "kind\": \"\"") || !strings.HasSuffix(string(document), "\n}\n") {
				t.Error("an optional key is there without a value, or the end is not one line feed")
			}
		})
	}
}

// TestReviewSchemaRefuses shows that the schema says no.
func TestReviewSchemaRefuses(t *testing.T) {
	schema := compileSchema(t, "review.schema.json")
	document := string(render(t, "review", reviewed(), Options{}))
	for name, broken := range map[string][2]string{
		"an unknown status":   {`"timed_out"`, `"slow"`},
		"an unknown code":     {`"W_UNMERGED_PATHS"`, `"W_ODD"`},
		"a null list":         {`"fields": []`, `"fields": null`},
		"a missing count":     {`"distinctFiles"`, `"files"`},
		"a null repository's": {`"repository": {`, `"repo": {`},
	} {
		changed := strings.Replace(document, broken[0], broken[1], 1)
		if changed == document {
			t.Fatalf("%s: nothing to break", name)
		}
		if schema.Validate(parse(t, []byte(changed))) == nil {
			t.Errorf("the schema accepts %s", name)
		}
	}
}

// TestReviewKeys: names and order are those of version 1, and the document of the result is not the place of the review.
func TestReviewKeys(t *testing.T) {
	document := string(render(t, "review", reviewed(), Options{}))
	var keys []string
	for _, m := range regexp.MustCompile(`(?m)^  "(\w+)":`).FindAllStringSubmatch(document, -1) {
		keys = append(keys, m[1])
	}
	want := []string{"schemaVersion", "ok", "detail", "scopes", "repository", "changes", "validations", "diagnostics", "truncation"}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %v, want %v", keys, want)
	}
	var fatal map[string]any
	if err := json.Unmarshal(render(t, "review", withReview(fatalReview()), Options{}), &fatal); err != nil {
		t.Fatal(err)
	}
	if repository, there := fatal["repository"]; !there || repository != nil {
		t.Errorf("repository is %v, want null", repository)
	}
}

// TestReviewFitCountsWhatIsWritten: Fit and the report agree about the size.
func TestReviewFitCountsWhatIsWritten(t *testing.T) {
	r := reviewed()
	size := len(render(t, "review", r, Options{}))
	r.Review.Fit(size)
	if r.Review.Truncation.Applied {
		t.Error("what just fits is cut")
	}
	r.Review.Fit(size - 1)
	if got := len(render(t, "review", r, Options{})); got >= size || !r.Review.Truncation.Applied {
		t.Errorf("%d bytes, want less than %d", got, size)
	}
}

func TestReviewNeedsOne(t *testing.T) {
	f, err := Lookup("review")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(io.Discard, clean(), Options{}); !errors.Is(err, ErrNoReview) {
		t.Errorf("error %v", err)
	}
}

// TestDiagnosticsAreExplained: a code that is added gets words.
func TestDiagnosticsAreExplained(t *testing.T) {
	var declared []any
	for _, code := range finding.DiagnosticCodes() {
		declared = append(declared, string(code))
		if code.Explain() == string(code) {
			t.Errorf("%s has no explanation", code)
		}
	}
	if values := parseFinding(t).values["DiagnosticCode"]; !slices.Equal(values, declared) {
		t.Errorf("explained are %v\nof          %v", declared, values)
	}
}

// TestTextOfReview: what was not inspected, what is only counted, and how commands ended is said.
func TestTextOfReview(t *testing.T) {
	got := textOf(t, reviewed(), Options{})
	for _, want := range []string{
		"\n  base  origin/main at 2222222222, as asked for; in common 3333333333\n",
		"\ncommitted (25)\n", `  R src/two\x0alines.ts -> src/new.ts (92%)` + "\n", "  5 more, -v lists them\n",
		"\n  U src/\"quoted\"", "\n  ? inner/ (a repository of its own, not looked into)\n", "\n  2000 more, counted only\n",
		"\n  failed       lint    exit code 1 after 1.2 s\n", "stdout, the last 20 of 39 lines, parts of it left out:\n",
		"    | sentinel: 0 errors\n", "\n  denied       argv:2  the time for all validations is over\n",
		"\nwarning: 1 path has a merge conflict (W_UNMERGED_PATHS)\n", "\n  hint: --allow-repo-config lets them run\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "    | ok") || strings.Contains(got, "E_VALIDATION_FAILED") {
		t.Error("output of what passed, or a diagnostic that repeats a line")
	}
	if got := textOf(t, withReview(goodReview()), Options{}); !strings.Contains(got, "committed: not looked at\n") || !strings.Contains(got, "staged (0)\n") {
		t.Errorf("a section without a base looks empty:\n%s", got)
	}
	if got := textOf(t, withReview(fatalReview()), Options{}); !strings.Contains(got, "fatal: no repository here (E_NOT_A_REPO)\n") || !strings.Contains(got, "no file looked at") {
		t.Errorf("got:\n%s", got)
	}
}

// TestEndOfALongLine: what a program that writes one line says last is what it fails with.
func TestEndOfALongLine(t *testing.T) {
	line := "START " + strings.Repeat("日本", 10000) + " FAILED"
	for _, o := range outputsOf(finding.Validation{Stdout: line, Stderr: line[:outputLine-2]}, tailLines) {
		got := o.lines[0]
		if len(got) > outputLine || !utf8.ValidString(got) || !strings.HasPrefix(got, "START 日本") {
			t.Errorf("%s: got %d bytes: %s", o.name, len(got), got)
		}
		if whole := !strings.Contains(got, "…"); whole == (o.name == "stdout") || !whole && !strings.HasSuffix(got, "本 FAILED") {
			t.Errorf("%s: got %s", o.name, got)
		}
	}
}

// TestDiagnosticsOnce: what a cut review has in a shorter form is not said twice, and that it is cut is said.
func TestDiagnosticsOnce(t *testing.T) {
	r := reviewed()
	r.Review.Fit(1)
	if n := len(diagnosticsOf(r)); n != len(r.Diagnostics)+1 {
		t.Errorf("%d diagnostics, want the %d of the run and one", n, len(r.Diagnostics))
	}
	if got := textOf(t, r, Options{}); !strings.Contains(got, "(W_TRUNCATED)") {
		t.Errorf("nothing says that the review is cut:\n%s", got)
	}
}

// FuzzReview: no name and no output reaches a terminal unseen, gives the runner a command, or breaks a page.
func FuzzReview(f *testing.F) {
	f.Add("a", "b")
	for _, path := range hostilePaths() {
		f.Add(path, hostileOutput)
	}
	f.Add("|`|", "``````\n~~~\n")
	f.Fuzz(func(t *testing.T, path, output string) {
		r := hostileReview(path, output)
		for _, o := range []Options{{}, {Verbose: true}} {
			got := textOf(t, r, o)
			if r, ok := hidden(got); ok {
				t.Fatalf("%U is not visible in %q", r, got)
			}
			if line := runnerCommand(got); line != "" {
				t.Fatalf("a command to the runner of GitHub Actions: %q", line)
			}
		}
		if path == "" || output == "" {
			return
		}
		got, want := pageOf(t, r), pageOf(t, hostileReview("a", "b"))
		if got != want {
			t.Fatalf("%q and %q change the page:\n%s\nwant:\n%s", path, output, got, want)
		}
	})
}

// hostileReview is a review that says path and text wherever it can.
func hostileReview(path, text string) finding.Result {
	a := finding.ArtifactOf(path)
	review := &finding.Review{
		SchemaVersion: 1, Detail: finding.DetailFull, Scopes: finding.Sections(), Changes: finding.NoChanges(),
		Repository: &finding.RepositoryState{Path: path, Head: finding.HeadState{Branch: text, SHA: text},
			Base: &finding.BaseState{Ref: text, SHA: text, MergeBase: "1"}},
		Validations: []finding.Validation{{ID: text, Argv: []string{text, path}, Status: finding.ValidationFailed, Signal: &text,
			Reason: text, Stdout: "x" + text, Stderr: "x" + text}},
		Diagnostics: []finding.Diagnostic{{Code: finding.WarnShallow, Severity: finding.SeverityWarning, Message: text, Hint: text}},
		Truncation:  finding.Truncation{Applied: true, Fields: []string{text}},
	}
	review.Changes.Committed = []finding.PathChange{{Artifact: a, Status: finding.PathRenamed, OrigPath: path}}
	review.Changes.Counts.Committed = 1
	return withReview(review)
}

// pageOf is a Markdown report without its fenced blocks (CommonMark, section 4.5) and code spans.
func pageOf(t *testing.T, r finding.Result) string {
	t.Helper()
	var page strings.Builder
	fence := ""
	opening := regexp.MustCompile("^ {0,3}(`{3,})[^`]*$")
	for line := range strings.Lines(string(render(t, "markdown", r, Options{}))) {
		line = strings.TrimSuffix(line, "\n")
		closing := strings.TrimRight(line, " ")
		switch m := opening.FindStringSubmatch(line); {
		case fence == "" && m != nil:
			fence = m[1]
			page.WriteString("FENCE\n")
		case fence != "" && len(closing) >= len(fence) && strings.Trim(closing, "`") == "":
			fence = ""
		case fence == "":
			page.WriteString(line + "\n")
		}
	}
	if fence != "" {
		t.Fatal("a fenced block has no end")
	}
	return regexp.MustCompile(`the last \d+ of \d+ lines`).ReplaceAllString(outside([]byte(page.String())), "")
}

// TestMarkdownOfReview: in summary detail only the end of what failed is shown; the limit of a page is kept.
func TestMarkdownOfReview(t *testing.T) {
	r := reviewed()
	full := string(render(t, "markdown", r, Options{}))
	for _, want := range []string{
		"| `src/new.ts` | `renamed` | from `src/two\\x0alines.ts`, 92% alike |\n", "| `inner/` | `untracked` | a repository of its own, not looked into |\n",
		"\n`test` stdout:\n\n```text\nok\n```\n", "\n``````text\nline\n", "| untracked | 2002 |\n", "|  |  | 2000 more, counted only |\n",
		"### Diagnostics: Fatal\n", "### Diagnostics: Errors\n", "### Diagnostics: Warnings\n",
	} {
		if !strings.Contains(full, want) {
			t.Errorf("no %q in:\n%s", want, full)
		}
	}
	r.Review.Detail = finding.DetailSummary
	short := string(render(t, "markdown", r, Options{}))
	if strings.Contains(short, "`test` stdout") || !strings.Contains(short, "`lint` stdout, the last 20 of 39 lines") {
		t.Errorf("got:\n%s", short)
	}
	for range 60 {
		r.Review.Validations = append(r.Review.Validations, finding.Validation{ID: "more", Status: finding.ValidationFailed, Stdout: strings.Repeat("a line\n", 4000)})
	}
	r.Review.Detail = finding.DetailFull
	long := string(render(t, "markdown", r, Options{}))
	if len(long) > markdownLimit || !strings.Contains(long, "more streams not shown here") {
		t.Errorf("%d bytes", len(long))
	}
	if got := string(render(t, "markdown", withReview(goodReview()), Options{})); !strings.Contains(got, "| committed | _not inspected_ |\n| staged | 0 |\n") {
		t.Errorf("got:\n%s", got)
	}
}

// TestSARIFOfReview: diagnostics are notifications, each by its code; what did not pass is a result with a place that
// is in the repository.
func TestSARIFOfReview(t *testing.T) {
	run := sarifRun(t, reviewed())
	wantNotice(t, run, "W_UNMERGED_PATHS", "1 path has a merge conflict.")
	wantNotice(t, run, "W_REPO_CONFIG_IGNORED", "are ignored. --allow-repo-config lets them run.")
	i := run.Invocations[0]
	if *i.ExecutionSuccessful {
		t.Error("a fatal diagnostic, and the run calls itself successful")
	}
	if len(i.ToolConfigurationNotifications) != 1 || *i.ToolConfigurationNotifications[0].Descriptor.Id != "W_REPO_CONFIG_IGNORED" {
		t.Errorf("%d configuration notifications", len(i.ToolConfigurationNotifications))
	}
	if len(run.Results) != 4 {
		t.Fatalf("%d results", len(run.Results))
	}
	for _, result := range run.Results {
		if uri := *result.Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "./::error::x" {
			t.Errorf("a result is at %s", uri)
		}
	}
}
