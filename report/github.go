package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"sentinel/internal/finding"
)

// annotationLimit is how many annotations of a level GitHub keeps of a step: the first ones; the others vanish
// without a word (actions/toolkit, docs/problem-matchers.md). One notice is kept for saying what was left out.
const annotationLimit = 10

// writeGitHub writes annotations as workflow commands, inside the limits of a step: what the change is answerable
// for, the most serious first, at most one on a line of a file. Lines are those of the new side, which is what GitHub
// shows. Nothing that the repository says begins a line, so it cannot give the runner a command.
//
// The last line is no command but the counts, for the log; a clean run is that line alone.
func writeGitHub(w io.Writer, r finding.Result, _ Options) error {
	a := &annotations{commands: map[string][]string{}, taken: map[spot]bool{}}
	a.unseen(r)
	a.states(r)
	findings := answerable(r.Findings)
	slices.SortStableFunc(findings, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Level.Rank(), b.Level.Rank()), compareNews(a, b), worstFirst(a, b))
	})
	for _, f := range findings {
		if f.Level == finding.Error || f.Level == finding.Warning {
			a.finding(f)
		}
	}
	for _, s := range only(r.Suppressed, isNew) {
		a.excused(s)
	}
	for _, f := range findings {
		if f.Level != finding.Error && f.Level != finding.Warning {
			a.finding(f)
		}
	}
	a.rest(r)
	var out strings.Builder
	for _, name := range []string{"error", "warning", "notice"} {
		for _, command := range a.commands[name] {
			out.WriteString(command + "\n")
		}
	}
	fmt.Fprintf(&out, "sentinel: %s; %s\n", Options{}.counts(r.Counts), looked(r))
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("write annotations: %w", err)
	}
	return nil
}

// compareNews puts what is known to be new before what may be.
func compareNews(a, b finding.Finding) int {
	unknown := func(f finding.Finding) int {
		if f.Attribution == finding.Introduced {
			return 0
		}
		return 1
	}
	return cmp.Compare(unknown(a), unknown(b))
}

// annotations are the commands within the budget, by their names.
type annotations struct {
	commands map[string][]string
	taken    map[spot]bool
	leftOut  int
}

// spot is what has room for one annotation.
type spot struct {
	path string
	line int
}

// unseen says in one annotation each that files failed and that files were looked at in part: however many findings
// there are, these have their place.
func (a *annotations) unseen(r finding.Result) {
	if n := len(r.Faults); n > 0 {
		first := r.Faults[0]
		a.add("error", ownTitle(), fmt.Sprintf("%s: tried and failed, nothing is known about what they concern\nthe first: %s",
			plural(n, "fault"), entry(where(first.Artifact, 0), first.Check, first.Message, string(first.Code))))
	}
	if n := len(r.Incomplete); n > 0 {
		first := r.Incomplete[0]
		a.add("warning", ownTitle(), fmt.Sprintf("%s looked at only in part: what is not said of them proves nothing\nthe first: %s",
			plural(n, "file"), entry(where(first.Artifact, first.Line), first.Check, first.Reason, "")))
	}
	if named := only(r.Skips, isNamed); len(named) > 0 {
		first := named[0]
		a.add("notice", ownTitle(), fmt.Sprintf("%s that a check would have looked at skipped\nthe first: %s",
			plural(len(named), "file"), entry(where(first.Artifact, 0), first.Check, first.Reason.Explain(), first.Detail)))
	}
}

// states says in one annotation each how many diagnostics of a kind there are, with the first of them.
func (a *annotations) states(r finding.Result) {
	for _, kind := range []struct {
		command, noun string
		want          func(finding.Diagnostic) bool
	}{
		{"error", "error", isBad},
		{"warning", "warning", func(d finding.Diagnostic) bool { return !isBad(d) }},
	} {
		all := only(newsOf(r), kind.want)
		if len(all) == 0 {
			continue
		}
		message := visible(diagnosticText(all[0]))
		if len(all) > 1 {
			message = plural(len(all), kind.noun) + " about the repository and the run\nthe first: " + message
		}
		a.add(kind.command, ownTitle(), message)
	}
}

func (a *annotations) finding(f finding.Finding) {
	message := visible(f.Message)
	for _, adjusted := range f.Adjustments {
		message += "\n" + visible(adjustment(adjusted))
	}
	name := "notice"
	if f.Level == finding.Error || f.Level == finding.Warning {
		name = string(f.Level)
	}
	a.at(name, f, message)
}

// excused shows a suppression that came with the change where it is in the change.
func (a *annotations) excused(s finding.Suppressed) {
	a.at("notice", s.Finding, visible(s.Finding.Message)+"\nnewly "+visible(disagreement(s)))
}

// at adds a finding's annotation if there is room for it on its line and in the budget.
func (a *annotations) at(name string, f finding.Finding, message string) {
	place := spot{f.Path, f.Region.StartLine}
	if a.taken[place] || !a.add(name, properties(f), message) {
		a.leftOut++
		return
	}
	a.taken[place] = place.line > 0 // what concerns a whole file, or the whole change, does not compete
}

func (a *annotations) add(name string, properties []string, message string) bool {
	limit := annotationLimit
	if name == "notice" {
		limit-- // for rest
	}
	if len(a.commands[name]) >= limit {
		return false
	}
	a.commands[name] = append(a.commands[name], workflowCommand(name, properties, message))
	return true
}

// rest is the last notice: how much is not annotated, and where it is.
func (a *annotations) rest(r finding.Result) {
	if a.leftOut == 0 {
		return
	}
	message := fmt.Sprintf("%d more not annotated: GitHub takes %d annotations of a level, and one on a line is readable. "+
		"They are in the report markdown, which is made for the job summary, and in json.\n%s", a.leftOut, annotationLimit, Options{}.counts(r.Counts))
	a.commands["notice"] = append(a.commands["notice"], workflowCommand("notice", ownTitle(), message))
}

// ownTitle is for what is about the run, not about a place.
func ownTitle() []string { return []string{"title", "sentinel"} }

// properties are names and values in turn: where a finding is, as far as is known. GitHub takes columns only where
// both are on one line.
func properties(f finding.Finding) []string {
	var out []string
	if f.Path != "" {
		out = append(out, "file", annotationPath(f.Path))
	}
	if r := f.Region; f.Path != "" && r.StartLine > 0 {
		out = append(out, "line", fmt.Sprint(r.StartLine), "endLine", fmt.Sprint(max(r.EndLine, r.StartLine)))
		if r.EndLine == r.StartLine && r.StartColumn > 0 {
			out = append(out, "col", fmt.Sprint(r.StartColumn), "endColumn", fmt.Sprint(max(r.EndColumn, r.StartColumn)))
		}
	}
	return append(out, "title", visible(f.RuleID))
}

// annotationPath is the path as it is, so that GitHub finds the file. Only what no log should hold is made visible.
func annotationPath(path string) string {
	parts := strings.Split(path, "\n")
	for i, p := range parts {
		parts[i] = finding.Printable(p)
	}
	return strings.Join(parts, "\n")
}

// workflowCommand is "::name key=value,key=value::message".
func workflowCommand(name string, properties []string, message string) string {
	var b strings.Builder
	b.WriteString("::" + name)
	for i := 0; i+1 < len(properties); i += 2 {
		separator := ","
		if i == 0 {
			separator = " "
		}
		b.WriteString(separator + properties[i] + "=" + escapeProperty(properties[i+1]))
	}
	b.WriteString("::" + escapeData(message))
	return b.String()
}

// escapeData is for a command's message, as the function of that name in actions/toolkit (packages/core/src/command.ts).
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// escapeProperty is for a property's value: a colon would end the properties, a comma begins the next one.
func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
