package validations

import (
	"fmt"
	"strings"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// report says what became of each command: the document has all of them, and what did not pass is a finding, or a
// fault where it is not known whether it would have.
func (s *sequence) report() {
	document := []finding.Validation{}
	for _, r := range append(s.ran, s.denied...) {
		document = append(document, r.Validation)
		s.tell(r)
		if r.left > 0 {
			s.gate.Diagnose(finding.Diagnostic{
				Code: finding.WarnProcessesLeft, Severity: finding.SeverityWarning,
				Message: fmt.Sprintf("validation %s left %d of its processes running, which were ended", called(r.Validation), r.left),
			})
		}
	}
	s.gate.Document(document)
}

// tell says what kept a validation from passing.
func (s *sequence) tell(r result) {
	name := called(r.Validation)
	switch r.Status {
	case finding.ValidationPassed:
	case finding.ValidationFailed:
		s.find(failedRule, r.ID, finding.ErrorValidationFailed, finding.SeverityWarning, "validation %s failed: %s", name, howItEnded(r.Validation))
	case finding.ValidationSpawnError:
		s.find(notStartedRule, r.ID, finding.ErrorValidationSpawn, finding.SeverityError,
			"validation %s could not be started: %s", name, strings.TrimPrefix(r.Reason, "it could not be started: "))
	case finding.ValidationTimedOut:
		s.outOfTime(finding.ErrorValidationTimeout, "validation %s did not finish: %s", name, r.Reason)
	case finding.ValidationDenied:
		if r.outOfTime {
			s.outOfTime(finding.ErrorValidationDenied, "validation %s was not run: %s", name, r.Reason)
		} else {
			s.find(deniedRule, r.ID, finding.ErrorValidationDenied, finding.SeverityError, "validation %s was not run: %s", name, r.Reason)
		}
	}
}

// called is what a message calls a validation: its name, and for one that has none the command.
func called(v finding.Validation) string {
	if !strings.HasPrefix(v.ID, "argv:") {
		return v.ID
	}
	return fmt.Sprintf("%s (%s)", v.ID, checks.Clip(strings.Join(v.Argv, " ")))
}

// find reports what is wrong for certain.
func (s *sequence) find(rule, id string, code finding.DiagnosticCode, severity finding.Severity, format string, args ...any) {
	message := finding.Printable(fmt.Sprintf(format, args...))
	s.gate.Report("", checks.Report{Rule: rule, Key: id, Message: message})
	s.gate.Diagnose(finding.Diagnostic{Code: code, Severity: severity, Message: message})
}

// outOfTime reports what is not known, because there was no time to know it.
func (s *sequence) outOfTime(code finding.DiagnosticCode, format string, args ...any) {
	message := finding.Printable(fmt.Sprintf(format, args...))
	s.gate.Fault(finding.Fault{Code: finding.FaultBudget, Message: message})
	s.gate.Diagnose(finding.Diagnostic{Code: code, Severity: finding.SeverityError, Message: message})
}

// howItEnded is why a command that ran has failed.
func howItEnded(v finding.Validation) string {
	switch {
	case v.Signal != nil:
		return "ended by " + *v.Signal
	case v.ExitCode != nil:
		return fmt.Sprintf("exit code %d", *v.ExitCode)
	}
	return v.Reason
}
