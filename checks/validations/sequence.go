package validations

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/proc"
)

// runFunc is what runs one command.
type runFunc func(context.Context, proc.Command) proc.Outcome

// sequence is the commands of one run, one after the other.
type sequence struct {
	gate *checks.Gate
	run  runFunc
	// budget names what ends with the context that commands run in; spent says that it is over.
	budget, spent string
	// ran and denied are how the commands went, in their order.
	ran, denied []result
}

// result is a validation, with what its status does not say.
type result struct {
	finding.Validation
	// outOfTime says that the time for all of them ended, or denied, it.
	outOfTime bool
	// left counts the processes that it left behind.
	left int
}

// validate runs the gate's commands and reports on each. An error means that it could not even try; the one of a
// context that was cancelled is the context's own.
func validate(ctx context.Context, g *checks.Gate, run runFunc) error {
	if g.Dir == "" {
		return &finding.Failure{
			Exit: finding.ExitUnfinished, Code: finding.ErrorNotARepository,
			Err: errors.New("there is no work tree to run commands in"), Hint: "run it in a work tree of the repository",
		}
	}
	s := &sequence{gate: g, run: run, budget: fmt.Sprintf("the time budget of %s for all validations", g.Total)}
	if end, limited := ctx.Deadline(); limited && time.Until(end) < g.Total {
		s.budget = "the time for the whole run"
	}
	s.spent = s.budget + " was used up"
	bounded, release := context.WithTimeout(ctx, g.Total)
	defer release()
	if err := s.runAll(ctx, bounded); err != nil {
		return err
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	s.report()
	return nil
}

// runAll runs what may run, while no other run does so in the same work tree. bounded is ctx with the end of the budget.
func (s *sequence) runAll(ctx, bounded context.Context) error {
	if !slices.ContainsFunc(s.gate.Commands, func(c checks.Command) bool { return c.Denied == "" }) {
		s.each(bounded)
		return nil
	}
	key, err := filepath.EvalSymlinks(s.gate.Dir)
	if err != nil {
		return fmt.Errorf("find the work tree: %w", err)
	}
	unlock, err := proc.Acquire(bounded, s.gate.LockDir, key, func() {
		s.gate.Waiting("another run of validations in this work tree")
	})
	switch {
	case err == nil:
		defer unlock()
		s.watchWorkTree(ctx, func() { s.each(bounded) })
	case bounded.Err() != nil:
		s.spent += ", waiting for another run in this work tree"
		s.each(bounded)
	default:
		return fmt.Errorf("keep other runs out of the work tree: %w", err)
	}
	return nil
}

// each runs the commands in their order; one that fails stops none. It ends early only where the run is cancelled, of
// which there is no result.
func (s *sequence) each(ctx context.Context) {
	for _, c := range s.gate.Commands {
		switch {
		case errors.Is(ctx.Err(), context.Canceled):
			return
		case c.Denied != "":
			s.deny(c, c.Denied, false)
		case ctx.Err() != nil:
			s.deny(c, s.spent, true)
		default:
			s.ran = append(s.ran, s.one(ctx, c))
		}
	}
}

func (s *sequence) deny(c checks.Command, reason string, outOfTime bool) {
	v := finding.Validation{ID: c.ID, Argv: c.Argv, Status: finding.ValidationDenied, Reason: reason}
	s.denied = append(s.denied, result{Validation: v, outOfTime: outOfTime})
}

// one runs a command.
func (s *sequence) one(ctx context.Context, c checks.Command) result {
	o := s.run(ctx, proc.Command{
		Argv: c.Argv, Dir: s.gate.Dir, Env: proc.Environment(s.gate.Environ, c.Environment...),
		Timeout: c.Timeout, Limit: proc.Limit{Bytes: s.gate.Limits.Stream, Lines: s.gate.Limits.Lines},
		Avoid: s.gate.Avoid,
	})
	r := result{left: o.Left, Validation: finding.Validation{
		ID: c.ID, Argv: c.Argv, Status: statusOf(o.Status), ExitCode: o.ExitCode,
		DurationMs: o.Duration.Milliseconds(), Stdout: o.Stdout.Text, Stderr: o.Stderr.Text,
		Truncated:          finding.StreamsCut{Stdout: o.Stdout.Truncated, Stderr: o.Stderr.Truncated},
		OutputBytesDropped: o.Stdout.Dropped + o.Stderr.Dropped, Reason: o.Reason,
	}}
	if o.Signal != "" {
		r.Signal = &o.Signal
	}
	if o.Status == proc.TimedOut && ctx.Err() != nil {
		r.outOfTime = true
		_, more, found := strings.Cut(o.Reason, "; ") // what else there is to say of its end
		if r.Reason = s.budget + " ended it"; found {
			r.Reason += "; " + more
		}
	}
	return r
}

func statusOf(s proc.Status) finding.ValidationStatus {
	switch s {
	case proc.Passed:
		return finding.ValidationPassed
	case proc.TimedOut:
		return finding.ValidationTimedOut
	case proc.SpawnError:
		return finding.ValidationSpawnError
	}
	return finding.ValidationFailed
}

// watchWorkTree says whether the work tree is another one after f than before. It looks twice, and not after each
// command: a look costs what git status does.
func (s *sequence) watchWorkTree(ctx context.Context, f func()) {
	before, err := s.gate.State(ctx)
	f()
	var after string
	if err == nil {
		after, err = s.gate.State(ctx)
	}
	switch {
	case err != nil:
		s.gate.Diagnose(finding.Diagnostic{
			Code: finding.WarnWorkTreeUnchecked, Severity: finding.SeverityWarning,
			Message: "whether the work tree changed while the validations ran is not known: " + finding.Printable(err.Error()),
		})
	case before != after:
		s.gate.Diagnose(finding.Diagnostic{
			Code: finding.WarnWorkTreeChanged, Severity: finding.SeverityWarning,
			Message: "the work tree changed while the validations ran, so what they say may not hold for what is there now",
			Hint:    "let commands write only what git ignores, change nothing meanwhile, and run them again",
		})
	}
}
