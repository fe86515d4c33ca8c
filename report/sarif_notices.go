package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"sentinel/internal/finding"
)

// notice is a SARIF notification before it has its place in the run. IDs are stable words.
type notice struct {
	id, title, level, message string
	// configuration is true for what the run says of its settings, false for what happened in it.
	configuration bool
	location      *sarif.Location
}

// noticesOf are all that a reader of the results must know about what is not among them.
func noticesOf(r finding.Result, left leftOut) []notice {
	var out []notice
	out = append(out, capped(r.Faults, faultNotice, "error")...)
	out = append(out, capped(r.Incomplete, incompleteNotice, "warning")...)
	out = append(out, capped(r.Skips, skipNotice, "note")...)
	if left.overLimit > 0 {
		out = append(out, notice{id: "results-left-out", title: "Findings are left out of this file", level: "warning",
			message: fmt.Sprintf("%s over the limit of %d results left out, the least serious ones; the json report has them all.",
				plural(left.overLimit, "finding"), maxResults)})
	}
	if left.existing > 0 {
		out = append(out, notice{id: "existing-left-out", title: "The base side has further findings", level: "note",
			message: fmt.Sprintf("%s that the base side already has left out; the json report has them.",
				plural(left.existing, "finding"))})
	}
	if left.suppressed > 0 {
		out = append(out, notice{id: "suppressed-left-out", title: "Findings are suppressed", level: "note",
			message: fmt.Sprintf("%s that a directive, a setting or the baseline suppresses left out, %d of them by directives new in this change; the json report has them.",
				plural(left.suppressed, "finding"), len(only(r.Suppressed, isNew)))})
	}
	out = append(out, capped(diagnosticsOf(r), diagnosticNotice, "warning")...)
	for _, w := range r.Warnings {
		out = append(out, notice{id: "warning", title: "The run has a warning", level: "warning", configuration: true,
			message: sentence(plain(w))})
	}
	for _, u := range unverifiedOf(r) {
		out = append(out, notice{id: "not-verified", title: "Something could not be known without git", level: "warning",
			configuration: true, message: sentence(plain(u))})
	}
	return out
}

// capped makes notices of at most maxNotifications entries, and one that counts the rest.
func capped[T any](all []T, noticeOf func(T) notice, level string) []notice {
	var out []notice
	for _, v := range all[:min(len(all), maxNotifications)] {
		out = append(out, noticeOf(v))
	}
	if left := len(all) - len(out); left > 0 {
		out = append(out, notice{id: "notifications-left-out", title: "Notifications are left out of this file", level: level,
			message: fmt.Sprintf("%d more like the last one left out; the json report has them all.", left)})
	}
	return out
}

func faultNotice(f finding.Fault) notice {
	return notice{id: "fault/" + string(f.Code), title: "Fault: " + f.Code.Explain(), level: "error",
		message: noticeMessage(f.Artifact, f.Check, f.Message), location: noticeLocation(f.Artifact, 0)}
}

func incompleteNotice(i finding.Incomplete) notice {
	return notice{id: "incomplete", title: "A file was looked at only in part", level: "warning",
		message: noticeMessage(i.Artifact, i.Check, i.Reason), location: noticeLocation(i.Artifact, i.Line)}
}

func skipNotice(s finding.Skip) notice {
	reason := s.Reason.Explain()
	if s.Detail != "" {
		reason += " (" + s.Detail + ")"
	}
	return notice{id: "skip/" + string(s.Reason), title: "Not looked at: " + s.Reason.Explain(), level: "note",
		message: noticeMessage(s.Artifact, s.Check, "not looked at: "+reason), location: noticeLocation(s.Artifact, 0)}
}

func diagnosticNotice(d finding.Diagnostic) notice {
	level := "warning"
	if isBad(d) {
		level = "error"
	}
	message := sentence(d.Message)
	if d.Hint != "" {
		message += " " + sentence(capital(d.Hint))
	}
	return notice{id: cmp.Or(string(d.Code), "diagnostic"), title: capital(cmp.Or(d.Code.Explain(), "diagnostic")), level: level,
		message: plain(message), configuration: isConfiguration(d.Code)}
}

// capital is s with its first letter as at the beginning of a sentence.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 || r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func noticeMessage(a finding.Artifact, check, message string) string {
	return sentence(plain(entry(where(a, 0), check, message, "")))
}

func noticeLocation(a finding.Artifact, line int) *sarif.Location {
	if a.Path == "" {
		return nil
	}
	return location(a.Path, finding.Region{StartLine: line})
}

// noticeDescriptors describe the kinds of notices there are, sorted by ID.
func noticeDescriptors(notices []notice) []*sarif.ReportingDescriptor {
	var out []*sarif.ReportingDescriptor
	for _, id := range noticeIDs(notices) {
		n := notices[slices.IndexFunc(notices, func(n notice) bool { return n.id == id })]
		title := sentence(n.title)
		meaning := title + " What the results do not say about it proves nothing."
		out = append(out, sarif.NewRule(id).
			WithShortDescription(multiformat(title, "")).
			WithFullDescription(multiformat(meaning, "")).
			WithHelp(multiformat(meaning, "")).
			WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(n.level)))
	}
	return out
}

func noticeIDs(notices []notice) []string {
	var ids []string
	for _, n := range notices {
		ids = append(ids, n.id)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func sarifInvocation(r finding.Result, notices []notice) *sarif.Invocation {
	fatal := slices.ContainsFunc(diagnosticsOf(r), func(d finding.Diagnostic) bool { return d.Severity == finding.SeverityFatal })
	successful := len(r.Faults) == 0 && !fatal && r.Verdict.Outcome != finding.Unfinished && r.Verdict.Outcome != finding.TimedOut
	description := strings.Join(append([]string{string(r.Verdict.Outcome)}, r.Verdict.Reasons...), "; ")
	invocation := sarif.NewInvocation().WithExecutionSuccess(successful).
		WithExitCode(r.Verdict.ExitCode).WithExitCodeDescription(plain(description))
	ids := noticeIDs(notices)
	for _, n := range notices {
		index, _ := slices.BinarySearch(ids, n.id)
		notification := sarif.NewNotification().WithLevel(n.level).WithMessage(sarif.NewTextMessage(n.message)).
			WithDescriptor(sarif.NewReportingDescriptorReference().WithId(n.id).WithIndex(index))
		if n.location != nil {
			notification.AddLocation(n.location)
		}
		if n.configuration {
			invocation.ToolConfigurationNotifications = append(invocation.ToolConfigurationNotifications, notification)
		} else {
			invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, notification)
		}
	}
	return invocation
}
