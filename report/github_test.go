package report

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

// workflow is a command as the runner of GitHub Actions reads it (actions/runner, src/Runner.Common/ActionCommand.cs).
type workflow struct {
	name       string
	properties map[string]string
	data       string
}

// readCommand is the runner's reading of a line of a log, false for a line that is none.
func readCommand(line string) (workflow, bool) {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
	if !ok {
		return workflow{}, false
	}
	info, data, ok := strings.Cut(line, "::")
	if !ok {
		return workflow{}, false
	}
	name, list, _ := strings.Cut(info, " ")
	c := workflow{name: name, properties: map[string]string{}, data: undo(data, "%0D", "\r", "%0A", "\n", "%25", "%")}
	for property := range strings.SplitSeq(list, ",") {
		if key, value, ok := strings.Cut(strings.TrimSpace(property), "="); ok {
			c.properties[key] = undo(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
		}
	}
	return c, true
}

// undo replaces one after the other, as the runner does.
func undo(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
	}
	return s
}

// readLog is a report's commands by name, and its last line.
func readLog(t *testing.T, r finding.Result) (map[string][]workflow, string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(string(render(t, "github", r, Options{})), "\n"), "\n")
	commands := map[string][]workflow{}
	for _, line := range lines[:len(lines)-1] {
		c, ok := readCommand(line)
		if !ok || c.name != "error" && c.name != "warning" && c.name != "notice" {
			t.Fatalf("not an annotation: %q", line)
		}
		commands[c.name] = append(commands[c.name], c)
	}
	last := lines[len(lines)-1]
	if _, ok := readCommand(last); ok {
		t.Fatalf("the last line is a command: %q", last)
	}
	return commands, last
}

// TestGitHubBudget: GitHub drops what is over 10 of a level without a word (yamllint#573).
func TestGitHubBudget(t *testing.T) {
	r := clean()
	r.Findings = manyFindings(90)
	old := at("a/b", finding.Error, "old.ts", 1, "does x")
	old.Attribution = finding.Existing
	r.Findings = append(r.Findings, old)
	count(&r)
	commands, last := readLog(t, r)
	for _, name := range []string{"error", "warning", "notice"} {
		if n := len(commands[name]); n != annotationLimit {
			t.Errorf("%d of %s, want %d", n, name, annotationLimit)
		}
		for _, c := range commands[name] {
			if c.properties["file"] == "old.ts" {
				t.Error("an existing finding takes a place")
			}
		}
	}
	rest := commands["notice"][annotationLimit-1].data
	for _, want := range []string{"61 more not annotated", "the report markdown", "and in json", "30 errors, 30 warnings, 30 notes; 1 existing"} {
		if !strings.Contains(rest, want) {
			t.Errorf("the last notice does not say %q: %s", want, rest)
		}
	}
	if !strings.HasPrefix(last, "sentinel: 30 errors, 30 warnings, 30 notes; 1 existing, 0 suppressed") {
		t.Errorf("the log ends with %q", last)
	}
}

// TestGitHubOnePerLine: the most serious one has the line.
func TestGitHubOnePerLine(t *testing.T) {
	r := clean()
	r.Findings = []finding.Finding{
		at("a/b", finding.Note, "x.ts", 3, "is a note"), at("a/b", finding.Error, "x.ts", 3, "is an error"),
		at("a/b", finding.Note, "y.ts", 3, "is elsewhere"),
		{RuleID: "c/d", Level: finding.Note, Message: "the change is large"}, {RuleID: "c/e", Level: finding.Note, Message: "and odd"},
	}
	count(&r)
	commands, _ := readLog(t, r)
	if len(commands["error"]) != 1 || commands["error"][0].data != "is an error" || len(commands["notice"]) != 4 {
		t.Errorf("got %v", commands)
	}
	if rest := commands["notice"][3].data; !strings.HasPrefix(rest, "1 more not annotated") {
		t.Errorf("the last notice says %q", rest)
	}
}

// TestGitHubIntroducedFirst: what may be old does not take the place of what is new.
func TestGitHubIntroducedFirst(t *testing.T) {
	r := clean()
	for i := range 20 {
		f := at("a/b", finding.Error, fmt.Sprintf("%02d.ts", i), 1, "does x")
		if i < 12 {
			f.Attribution = finding.Unknown
		}
		r.Findings = append(r.Findings, f)
	}
	commands, _ := readLog(t, r)
	for i, c := range commands["error"][:8] {
		if want := fmt.Sprintf("%02d.ts", 12+i); c.properties["file"] != want {
			t.Errorf("error %d is about %s, want %s", i, c.properties["file"], want)
		}
	}
}

// TestGitHubShowsWhatWasNotSeen: faults and incomplete files have a place, however many findings there are.
func TestGitHubShowsWhatWasNotSeen(t *testing.T) {
	r := rich()
	r.Findings = append(r.Findings, manyFindings(90)...)
	commands, _ := readLog(t, r)
	if first := commands["error"][0].data; !strings.HasPrefix(first, "10 faults: ") {
		t.Errorf("the first error is %q", first)
	}
	if first := commands["warning"][0].data; !strings.HasPrefix(first, "2 files looked at only in part") {
		t.Errorf("the first warning is %q", first)
	}
	found := false
	for _, c := range commands["notice"] {
		found = found || c.properties["file"] == "src/release.ts" && strings.Contains(c.data, "until 2027-01-31: goes away with v2")
	}
	if !found {
		t.Error("a suppression that is new in the change is not annotated")
	}
}

// TestGitHubPlaces: where a finding is comes back whole; GitHub refuses columns over several lines.
func TestGitHubPlaces(t *testing.T) {
	r := clean()
	across := at("a/b", finding.Warning, "100%: a,b\nc.ts", 4, "goes on")
	across.Region.EndLine = 6
	r.Findings = []finding.Finding{at("a/b", finding.Error, "x.ts", 3, "50% :: done, or not"), across}
	commands, _ := readLog(t, r)
	if got, want := fmt.Sprint(commands["error"]), "[{error map[col:3 endColumn:20 endLine:3 file:x.ts line:3 title:a/b] 50% :: done, or not}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(commands["warning"]), "[{warning map[endLine:6 file:100%: a,b\nc.ts line:4 title:a/b] goes on}]"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzWorkflowCommand: a command has one line, and everything in it comes back.
func FuzzWorkflowCommand(f *testing.F) {
	f.Add("a:b,c=d.ts", "100%\r\n::stop-commands::x")
	f.Add("%0A%250A::,", "%3A%2C")
	f.Fuzz(func(t *testing.T, property, message string) {
		command := workflowCommand("error", []string{"file", property, "title", property}, message)
		if strings.ContainsAny(command, "\r\n") {
			t.Fatalf("more than one line: %q", command)
		}
		c, ok := readCommand(command)
		if !ok || c.name != "error" || len(c.properties) != 2 {
			t.Fatalf("%q is read as %v", command, c)
		}
		if strings.TrimSpace(property) == property && (c.properties["file"] != property || c.properties["title"] != property) {
			t.Fatalf("%q came back as %v", property, c.properties)
		}
		if strings.TrimSpace(message) == message && c.data != message {
			t.Fatalf("%q came back as %q", message, c.data)
		}
	})
}

// FuzzGitHub: whatever a repository says, every line but the last is an annotation.
func FuzzGitHub(f *testing.F) {
	for _, path := range hostilePaths() {
		f.Add(path, hostileModule)
	}
	f.Add("::error::x", "\n::add-mask::x\r\n##[stop-commands]x")
	f.Fuzz(func(t *testing.T, path, message string) {
		r := hostile(path, message)
		commands, _ := readLog(t, r)
		for _, c := range commands["error"] {
			if line := c.properties["line"]; line != "" {
				if n, err := strconv.Atoi(line); err != nil || n != 1 {
					t.Fatalf("line %q", line)
				}
			}
		}
		if text := string(render(t, "github", r, Options{})); strings.Count(text, "\n") != 7 {
			t.Fatalf("want 7 lines: %q", text)
		}
	})
}

// hostile is a result in which everything that can come from a repository is one of two texts.
func hostile(path, message string) finding.Result {
	r := clean()
	artifact := finding.ArtifactOf(path)
	f := at(message, finding.Error, path, 1, message)
	f.Adjust(finding.Warning, message)
	r.Findings = []finding.Finding{at("a/"+message, finding.Error, path, 1, message), f}
	r.Findings[1].Region.StartLine = 2
	excused := at("a/b", finding.Note, path, 3, message)
	r.Suppressed = []finding.Suppressed{{Finding: excused, By: finding.ByDirective, Reason: message, Until: message, New: true}}
	r.Policy = []finding.Setting{{Source: message, Key: message, Value: message}}
	r.Capabilities = []finding.Gain{{Artifact: artifact, Capability: finding.Capability{Name: message, Phrase: message}}}
	r.Incomplete = []finding.Incomplete{{Check: message, Artifact: artifact, Reason: message}}
	r.Skips = []finding.Skip{{Check: "a", Artifact: artifact, Reason: finding.SkipReason(message), Detail: message}}
	r.Faults = []finding.Fault{{Check: message, Artifact: artifact, Code: finding.FaultCode(message), Message: message}}
	r.Warnings, r.Scope.Unverified, r.Verdict.Reasons = []string{message}, []string{message}, []string{message}
	r.Scope.Description, r.Verdict.Outcome = message, finding.Outcome(message)
	r.Rules = []finding.Rule{{ID: "a/" + message, Title: message, Help: message}}
	count(&r)
	return r
}
