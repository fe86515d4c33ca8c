package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sentinel/internal/finding"
)

func textOf(t *testing.T, r finding.Result, o Options) string {
	t.Helper()
	return string(render(t, "text", r, o))
}

// TestTextOneLine: people and agents pay for every line of a run that has nothing to say
// (evilmartians/lefthook#78), but a run that looked at nothing must say so.
func TestTextOneLine(t *testing.T) {
	const zero = "sentinel: 0 errors, 0 warnings, 0 notes; 0 existing, 0 suppressed, 0 in the baseline; 0 incomplete, 0 skipped, 0 faults; "
	tests := []struct {
		name   string
		change func(*finding.Result)
		want   string
	}{
		{"clean", func(*finding.Result) {}, zero + "3 changed files, 812 bytes; staged changes against HEAD"},
		{"one file", func(r *finding.Result) { r.Scope.Files, r.Scope.Bytes = 1, 1 },
			zero + "1 changed file, 1 byte; staged changes against HEAD"},
		{"nothing changed", func(r *finding.Result) { r.Scope.Files = 0 },
			zero + "no files changed, 0 bytes; staged changes against HEAD"},
		{"no path matched", func(r *finding.Result) { r.Scope.Files, r.Scope.Paths = 0, []string{"scr"} },
			zero + "no changed files under the paths given, 0 bytes; staged changes against HEAD"},
		{"no kind matched", func(r *finding.Result) { r.Scope.Unmatched = 3 },
			zero + "0 of 3 changed files are of a kind that a check reads, 0 bytes; staged changes against HEAD"},
		{"some kinds matched", func(r *finding.Result) { r.Scope.Unmatched, r.Scope.Bytes = 2, 999_960 },
			zero + "1 of 3 changed files are of a kind that a check reads, 1.0 MB; staged changes against HEAD"},
		{"an empty repository", func(r *finding.Result) {
			r.Scope = finding.Scope{Kind: finding.ScopeAll, Description: "all files"}
		}, zero + "no files, 0 bytes; all files"},
		{"everything", func(r *finding.Result) {
			r.Scope = finding.Scope{Kind: finding.ScopeAll, Description: "all files", Files: 2, Bytes: 34_567}
		}, zero + "2 files, 34.6 kB; all files"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := clean()
			test.change(&r)
			for _, o := range []Options{{}, {Verbose: true}, {Width: 40}} {
				if got := textOf(t, r, o); got != test.want+"\n" {
					t.Errorf("%+v:\n got %swant %s\n", o, got, test.want)
				}
			}
		})
	}
}

// TestTextExisting: an old finding is counted in the one line, and shown only if asked for.
func TestTextExisting(t *testing.T) {
	r := clean()
	old := at("a/b", finding.Error, "x.ts", 1, "does x")
	old.Attribution = finding.Existing
	r.Findings = []finding.Finding{old}
	count(&r)
	if got := textOf(t, r, Options{}); strings.Count(got, "\n") != 1 || !strings.Contains(got, " 1 existing,") {
		t.Errorf("want one line that counts it, got:\n%s", got)
	}
	if got := textOf(t, r, Options{Verbose: true}); !strings.Contains(got, "x.ts:1:3  error    does x  a/b\n") {
		t.Errorf("-v does not list it:\n%s", got)
	}
}

// TestTextOutcomes: every outcome says what it came to, with the exit code, and what to do.
func TestTextOutcomes(t *testing.T) {
	tests := []struct {
		name   string
		change func(*finding.Result)
		want   []string
	}{
		{"passed with notes", func(r *finding.Result) {
			r.Findings = []finding.Finding{at("a/b", finding.Note, "x.ts", 1, "does x")}
		}, []string{"passed (exit code 0): no finding at or above error\n", "`sentinel explain a/b`"}},
		{"nothing blocks", func(r *finding.Result) {
			r.Findings = []finding.Finding{at("a/b", finding.Error, "x.ts", 1, "does x")}
			r.Verdict.FailOn = "never"
		}, []string{"no finding blocks, since the threshold is never\n"}},
		{"unfinished", func(r *finding.Result) {
			r.Faults = []finding.Fault{{Check: "a", Artifact: finding.ArtifactOf("x.ts"), Code: finding.FaultRead, Message: "permission denied"}}
			r.Verdict = finding.Verdict{Outcome: finding.Unfinished, ExitCode: 3, FailOn: finding.Error, Reasons: []string{"1 fault"}}
		}, []string{"  x.ts  a: permission denied (read-failed)\n", "unfinished (exit code 3): 1 fault\n", "next: repair", " 1 fault; "}},
		{"timed out", func(r *finding.Result) {
			r.Verdict = finding.Verdict{Outcome: finding.TimedOut, ExitCode: 4, Reasons: []string{"the time budget ended before 9 files"}}
		}, []string{"timed-out (exit code 4): the time budget ended before 9 files\n", "next: allow more time"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := clean()
			test.change(&r)
			count(&r)
			got := textOf(t, r, Options{})
			for _, want := range test.want {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in:\n%s", want, got)
				}
			}
		})
	}
}

// TestTextCapsLists: a list over the limit says how many entries are left, and -v lists them all.
func TestTextCapsLists(t *testing.T) {
	r := clean()
	for i := range ListLimit + 5 {
		file := finding.ArtifactOf(fmt.Sprintf("%02d.ts", i))
		r.Incomplete = append(r.Incomplete, finding.Incomplete{Check: "a", Artifact: file, Reason: "odd syntax"})
		r.Findings = append(r.Findings, at("a/b", finding.Note, file.Path, 1, "does x"))
	}
	count(&r)
	got := textOf(t, r, Options{})
	if !strings.Contains(got, "incomplete (25)") || !strings.Contains(got, "  5 more, -v lists them\n") || strings.Contains(got, "  24.ts  a:") {
		t.Errorf("want 20 of 25 and a count of the rest, got:\n%s", got)
	}
	if !strings.Contains(got, "24.ts:1:3  note") {
		t.Error("a finding was left out; only other lists are cut")
	}
	if got := textOf(t, r, Options{Verbose: true}); !strings.Contains(got, "  24.ts  a: odd syntax\n") {
		t.Errorf("-v cuts the list:\n%s", got)
	}
	got = textOf(t, r, Options{Tool: true})
	if !strings.Contains(got, "  5 more, structured lists them\n") || !strings.Contains(got, "next: the tool explain says what a/b means") {
		t.Errorf("who has no command line is told:\n%s", got)
	}
}

// TestTextCapsFindingsOfAFile: one generated file with a finding in every statement does not bury the others.
func TestTextCapsFindingsOfAFile(t *testing.T) {
	r := clean()
	for i := range FindingLimit + 7 {
		r.Findings = append(r.Findings, at("a/b", finding.Note, "generated.js", i+1, "does x"))
	}
	r.Findings = append(r.Findings, at("a/b", finding.Error, "generated.js", 900, "does y"), at("a/b", finding.Note, "z.js", 1, "does x"))
	count(&r)
	got := textOf(t, r, Options{})
	if !strings.Contains(got, "  8 more in this file, -v lists them\n") || strings.Contains(got, "generated.js:50:3") {
		t.Errorf("want 50 findings and a count of the rest, got:\n%s", got)
	}
	if !strings.Contains(got, "generated.js:900:3  error") || !strings.Contains(got, "z.js:1:3") {
		t.Errorf("the worst finding, or another file, was left out:\n%s", got)
	}
	if got := textOf(t, r, Options{Verbose: true}); !strings.Contains(got, "generated.js:57:3") {
		t.Errorf("-v cuts the list:\n%s", got)
	}
}

// TestTextSuppressed: a directive that comes with the change is shown to its reviewer with reason and expiry;
// older ones are counted, and listed if asked for.
func TestTextSuppressed(t *testing.T) {
	r := clean()
	old := finding.Suppressed{Finding: at("a/b", finding.Error, "old.ts", 1, "does x"), By: finding.ByDirective, Reason: "fine since 2020", Line: 1}
	fresh := finding.Suppressed{Finding: at("a/b", finding.Error, "new.ts", 2, "does x"), By: finding.ByDirective, Reason: "a test",
		Until: "2027-01-31", Line: 1, New: true}
	listed := finding.Suppressed{Finding: at("a/b", finding.Error, "base.ts", 1, "does x"), By: finding.ByBaseline, Reason: ".baseline.json"}
	r.Suppressed = []finding.Suppressed{old, fresh, listed}
	count(&r)
	got := textOf(t, r, Options{})
	for _, want := range []string{
		"newly suppressed (1):", "  new.ts:2:3  error    does x  a/b\n",
		"suppressed by a directive on line 1 until 2027-01-31: a test\n", "; 0 existing, 2 suppressed, 1 in the baseline; ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "old.ts") || strings.Contains(got, "base.ts") {
		t.Errorf("old suppressions are listed:\n%s", got)
	}
	got = textOf(t, r, Options{Verbose: true})
	if !strings.Contains(got, "on line 1: fine since 2020\n") || !strings.Contains(got, "in the baseline: .baseline.json\n") {
		t.Errorf("-v does not list them:\n%s", got)
	}

	r = clean()
	r.Suppressed = []finding.Suppressed{old, listed}
	count(&r)
	if got := textOf(t, r, Options{}); strings.Count(got, "\n") != 1 {
		t.Errorf("old suppressions alone are no news:\n%s", got)
	}
}

// TestTextSettings: a setting that changed something is shown, but is not worth a verdict in words.
func TestTextSettings(t *testing.T) {
	r := clean()
	r.Policy = []finding.Setting{{Source: ".sentinel.yaml at 1234567890", Key: "exclude", Value: "vendor/**", Uses: 3}}
	got := textOf(t, r, Options{})
	if !strings.HasPrefix(got, "setting: .sentinel.yaml at 1234567890: exclude: vendor/** (3 uses)\nsentinel: 0 errors") {
		t.Errorf("got:\n%s", got)
	}
}

// TestTextNamesSkipsOfChecks: a source file that is too large must not look like one in which nothing was found.
func TestTextNamesSkipsOfChecks(t *testing.T) {
	r := clean()
	r.Skips = []finding.Skip{
		{Check: "a", Artifact: finding.ArtifactOf("huge.js"), Reason: finding.SkipTooLarge, Detail: "1048577 bytes"},
		{Artifact: finding.ArtifactOf("cat.png"), Reason: finding.SkipBinary},
	}
	count(&r)
	got := textOf(t, r, Options{})
	if !strings.Contains(got, "  huge.js  a: larger than the limit for parsing (1048577 bytes)\n") || strings.Contains(got, "cat.png") {
		t.Errorf("want huge.js named and cat.png counted:\n%s", got)
	}
	if got := textOf(t, r, Options{Verbose: true}); !strings.Contains(got, "cat.png") {
		t.Errorf("-v does not list it:\n%s", got)
	}
}

// TestTextPromisesNothing: "safe" is a promise that no check can make.
func TestTextPromisesNothing(t *testing.T) {
	for _, r := range []finding.Result{rich(), clean()} {
		for _, o := range []Options{{}, {Verbose: true}} {
			if got := textOf(t, r, o); strings.Contains(strings.ToLower(got), "safe") {
				t.Errorf("calls something safe:\n%s", got)
			}
		}
	}
}

// TestTextFitsTheTerminal: on a terminal only a word or a place that is too long by itself is wider.
func TestTextFitsTheTerminal(t *testing.T) {
	r := clean()
	r.Findings = []finding.Finding{at("a/b", finding.Note, "x.ts", 1, strings.Repeat("word ", 50))}
	count(&r)
	lines := strings.Split(textOf(t, r, Options{Width: 50}), "\n")
	for _, line := range lines[:5] {
		if utf8.RuneCountInString(line) > 50 {
			t.Errorf("wider than 50: %s", line)
		}
	}
	if lines[0] != "x.ts:1:3  note     a/b" || !strings.HasPrefix(lines[1], "    word word") {
		t.Errorf("got %q", lines[:2])
	}
}

// TestTextWrapsWhatIsSaid: what a run says of itself fits a terminal, too, with not a character of a name changed; in a
// file or a pipe each thing stays on its line.
func TestTextWrapsWhatIsSaid(t *testing.T) {
	said := strings.Repeat("word ", 20) + "a  b.ts"
	r := clean()
	r.Warnings, r.Scope.Unverified, r.Verdict.Reasons = []string{said}, []string{said}, []string{said}
	r.Diagnostics = []finding.Diagnostic{{Code: finding.WarnUnmerged, Severity: finding.SeverityWarning, Message: said, Hint: said}}
	r.Faults = []finding.Fault{{Artifact: finding.ArtifactOf("x.ts"), Code: finding.FaultRead, Message: said}}
	r.Skips = []finding.Skip{{Check: "structure", Artifact: finding.ArtifactOf("y.ts"), Reason: finding.SkipTooLarge, Detail: said}}
	r.Policy = []finding.Setting{{Source: "s", Key: "k", Value: said, Uses: 1}}
	wide := strings.Split(strings.TrimSpace(textOf(t, r, Options{})), "\n")
	narrow := strings.Split(strings.TrimSpace(textOf(t, r, Options{Width: 50})), "\n")
	for _, line := range narrow[:len(narrow)-1] { // the last one is for whoever looks for it
		if utf8.RuneCountInString(line) > 50 && !strings.HasPrefix(line, "faults") {
			t.Errorf("wider than 50: %s", line)
		}
	}
	if n := strings.Count(strings.Join(wide, "\n"), said); n != 8 {
		t.Errorf("%d of 8 are on a line of their own:\n%s", n, strings.Join(wide, "\n"))
	}
	if n := strings.Count(strings.Join(narrow, "\n"), "a  b.ts"); n != 8 {
		t.Errorf("%d of 8 have the name as it is:\n%s", n, strings.Join(narrow, "\n"))
	}
}

// FuzzTextIsVisible: nothing that a repository or a check says reaches the terminal as anything but
// visible text, and two paths never look the same.
func FuzzTextIsVisible(f *testing.F) {
	for _, path := range hostilePaths() {
		f.Add(path, hostileModule)
	}
	f.Add("::stop-commands::x.ts", "##[add-mask]a ::error::x")
	f.Add("\u3164\ufe0f\U000e0041\u00a0\u2028", "\x9b31m\xc2\x9b31m")
	f.Fuzz(func(t *testing.T, path, message string) {
		r := clean()
		artifact := finding.ArtifactOf(path)
		r.Findings = []finding.Finding{at("a/b", finding.Error, path, 1, message)}
		r.Findings[0].Adjust(finding.Note, message)
		at := finding.ArtifactOf(path)
		r.Findings[0].MovedFrom = &at
		r.Capabilities = []finding.Gain{{Artifact: artifact, Capability: finding.Capability{Phrase: message}}}
		r.Incomplete = []finding.Incomplete{{Check: message, Artifact: artifact, Reason: message}}
		r.Skips = []finding.Skip{{Check: message, Artifact: artifact, Reason: finding.SkipReason(message), Detail: message}}
		r.Faults = []finding.Fault{{Artifact: artifact, Code: finding.FaultCode(message), Message: message}}
		r.Warnings, r.Scope.Unverified, r.Verdict.Reasons = []string{message}, []string{message}, []string{message}
		r.Scope.Description = message
		r.Suppressed = []finding.Suppressed{{Finding: r.Findings[0], By: finding.ByDirective, Reason: message, Until: message, New: true}}
		r.Policy = []finding.Setting{{Source: message, Key: message, Value: message}}
		for _, o := range []Options{{Verbose: true}, {Width: 30}} {
			got := textOf(t, r, o)
			if r, ok := hidden(got); ok {
				t.Fatalf("%U is not visible in %q", r, got)
			}
			if line := runnerCommand(got); line != "" {
				t.Fatalf("a command to the runner of GitHub Actions: %q", line)
			}
			if lines := strings.Split(got, "\n"); !strings.HasPrefix(lines[len(lines)-2], "sentinel: 0 errors") {
				t.Fatalf("the last line is %q", lines[len(lines)-2])
			}
		}
		if back := pathFrom(t, visiblePath(path)); back != path {
			t.Fatalf("%q is shown like %q", path, back)
		}
	})
}

// hidden finds what a terminal does not show as one mark, other than the line feeds between lines.
func hidden(s string) (rune, bool) {
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		invalid := r == utf8.RuneError && size == 1
		unseen := !unicode.IsPrint(r) || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
		if r != '\n' && (invalid || unseen) {
			return r, true
		}
	}
	return 0, false
}

// runnerCommand finds a line that the runner of GitHub Actions may take for a command, when text is a step's log.
func runnerCommand(log string) string {
	for line := range strings.SplitSeq(log, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
			return line
		}
	}
	return ""
}

// pathFrom undoes visiblePath.
func pathFrom(t *testing.T, s string) string {
	t.Helper()
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		var n int
		var err error
		switch s[i+1] {
		case '\\':
			out = append(out, '\\')
			i++
		case 'x':
			_, err = fmt.Sscanf(s[i+2:i+4], "%02x", &n)
			out = append(out, byte(n))
			i += 3
		case 'u':
			end := i + strings.IndexByte(s[i:], '}')
			_, err = fmt.Sscanf(s[i+3:end], "%x", &n)
			out = utf8.AppendRune(out, rune(n))
			i = end
		}
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
	}
	return string(out)
}
