package finding

import (
	"errors"
	"fmt"
)

// The exit codes. Code, help and README take them from ExitCodes; the output format never changes one.
const (
	ExitPassed      = 0
	ExitBlocked     = 1
	ExitUsage       = 2
	ExitUnfinished  = 3
	ExitTimedOut    = 4
	ExitInternal    = 70
	ExitInterrupted = 130
)

// ExitCode is one row of the table.
type ExitCode struct {
	Code    int
	Meaning string
}

// ExitCodes is the one table of exit codes.
func ExitCodes() []ExitCode {
	return []ExitCode{
		{ExitPassed, "nothing at or above the threshold, and nothing failed"},
		{ExitBlocked, "findings at or above the threshold, a validation that failed among them"},
		{ExitUsage, "wrong usage or configuration; nothing was judged"},
		{ExitUnfinished, "could not inspect, or not everything: a fault, a base that is not there, incomplete coverage where that was asked to fail"},
		{ExitTimedOut, "a time budget ended the run, or a validation"},
		{ExitInternal, "internal error, a bug in sentinel"},
		{ExitInterrupted, "interrupted"},
	}
}

// Failure is an error that ends a run, with what to do about it.
type Failure struct {
	// Exit is the exit code: ExitUsage, ExitUnfinished, ExitTimedOut or ExitInternal.
	Exit int
	// Err says what was wrong and where.
	Err error
	// Hint says what to do: one sentence or one command. May be empty.
	Hint string
	// Code names the failure for programs, where the exit code alone does not. May be empty.
	Code DiagnosticCode
}

// Error is the message without the hint.
func (e *Failure) Error() string { return e.Err.Error() }

// Unwrap gives the cause.
func (e *Failure) Unwrap() error { return e.Err }

// Usagef is a usage error.
func Usagef(hint, format string, args ...any) error {
	return &Failure{Exit: ExitUsage, Err: fmt.Errorf(format, args...), Hint: hint}
}

// Unfinishedf is an error of something that could not be inspected.
func Unfinishedf(hint, format string, args ...any) error {
	return &Failure{Exit: ExitUnfinished, Err: fmt.Errorf(format, args...), Hint: hint}
}

// ExitOf is the exit code for an error: a *Failure's own, else ExitInternal.
func ExitOf(err error) int {
	if e := (*Failure)(nil); errors.As(err, &e) {
		return e.Exit
	}
	return ExitInternal
}
