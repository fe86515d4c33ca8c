package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// bugHint is what to do about an error that no input should cause.
const bugHint = "this is a bug in sentinel: report it with the command you ran and the output of `sentinel version`"

// printError shows an error and what to do about it, and returns its exit code. Errors may quote the repository,
// so whatever a terminal would act on is made visible instead, and each part stays on its line.
func printError(stderr io.Writer, err error) int {
	for _, one := range separate(err) {
		fmt.Fprintf(stderr, "error: %s\n", finding.Printable(one.Error()))
	}
	if e := (*finding.Failure)(nil); errors.As(err, &e) && e.Hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", finding.Printable(e.Hint))
	}
	return finding.ExitOf(err)
}

// separate takes apart what several things have gone wrong in: each gets a line.
func separate(err error) []error {
	if config := (*policy.ConfigError)(nil); errors.As(err, &config) {
		var all []error
		for _, p := range config.Problems {
			all = append(all, &policy.ConfigError{File: config.File, Problems: []policy.Problem{p}})
		}
		return all
	}
	if f, ok := err.(*finding.Failure); ok && f.Err != nil {
		return separate(f.Err)
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok && err.Error() == errors.Join(joined.Unwrap()...).Error() {
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, separate(one)...)
		}
		return all
	}
	return []error{err}
}

func printInterrupted(stderr io.Writer) int {
	fmt.Fprintln(stderr, "error: interrupted; nothing was judged")
	return finding.ExitInterrupted
}

// panicError says where a panic came from. It must be called by the function that recovered.
func panicError(value any) error {
	return &finding.Failure{
		Exit: finding.ExitInternal,
		Err:  fmt.Errorf("internal error: %v (at %s)", value, panicOrigin()),
		Hint: bugHint,
	}
}

// panicOrigin is where the panic on the stack began, outside the Go runtime. Below a panic that was recovered and
// raised again, the first one is still there: the deepest counts.
func panicOrigin() string {
	pcs := make([]uintptr, 256)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	origin, began := "an unknown place", false
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		switch {
		case inRuntime && strings.Contains(frame.Function, "panic"):
			began = true
		case began && !inRuntime:
			origin, began = fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line), false
		}
		if !more {
			return origin
		}
	}
}
