package validations

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/proc"
)

// gateOf has a gate for commands with these names, each of which may take a minute.
func gateOf(t *testing.T, names ...string) *checks.Gate {
	t.Helper()
	g := &checks.Gate{
		Change: *checks.NewChange(&change.Change{}, nil, nil),
		Dir:    t.TempDir(), Avoid: []string{"/the/repository"}, LockDir: t.TempDir(), Total: time.Hour, Limits: finding.LimitsFor(finding.DetailFull),
		Environ: []string{"PATH=/bin", "SECRET=x", "WANTED=y"},
		State:   func(context.Context) (string, error) { return "same", nil },
		Waiting: func(string) {},
	}
	for _, name := range names {
		g.Commands = append(g.Commands, checks.Command{ID: name, Argv: []string{name}, Timeout: time.Minute})
	}
	return g
}

// outcomes runs commands by looking up their first word.
func outcomes(all map[string]proc.Outcome) runFunc {
	return func(_ context.Context, c proc.Command) proc.Outcome { return all[c.Argv[0]] }
}

func exited(code int) proc.Outcome {
	status := proc.Failed
	if code == 0 {
		status = proc.Passed
	}
	return proc.Outcome{Status: status, ExitCode: &code}
}

// told is all that a gate reported, one line each.
func told(g *checks.Gate) string {
	var lines []string
	reports, diagnostics, doc := g.Output()
	for _, v := range doc.([]finding.Validation) {
		lines = append(lines, v.ID+" "+string(v.Status))
	}
	for _, r := range reports {
		lines = append(lines, r.Rule+": "+r.Message)
	}
	for _, f := range g.Faults() {
		lines = append(lines, string(f.Code)+": "+f.Message)
	}
	for _, d := range diagnostics {
		lines = append(lines, string(d.Code)+" "+string(d.Severity)+": "+d.Message)
	}
	return strings.Join(lines, "\n")
}

func TestEveryStatusIsReportedForWhatItIs(t *testing.T) {
	t.Parallel()
	g := gateOf(t, "denied", "good", "bad", "killed", "missing", "slow", "messy")
	g.Commands[0].Denied = "nobody allows it"
	messy := exited(0)
	messy.Left = 2
	err := validate(t.Context(), g, outcomes(map[string]proc.Outcome{
		"good": exited(0), "bad": exited(3), "messy": messy,
		"killed":  {Status: proc.Failed, Signal: "SIGKILL"},
		"missing": {Status: proc.SpawnError, Reason: `it could not be started: "missing" is not found`},
		"slow":    {Status: proc.TimedOut, Reason: "the time limit of 1m0s ended it"},
	}))
	const want = `good passed
bad failed
killed failed
missing spawn_error
slow timed_out
messy passed
denied denied
validations/failed: validation bad failed: exit code 3
validations/failed: validation killed failed: ended by SIGKILL
validations/not-started: validation missing could not be started: "missing" is not found
validations/denied: validation denied was not run: nobody allows it
time-budget: validation slow did not finish: the time limit of 1m0s ended it
E_VALIDATION_FAILED warning: validation bad failed: exit code 3
E_VALIDATION_FAILED warning: validation killed failed: ended by SIGKILL
E_VALIDATION_SPAWN error: validation missing could not be started: "missing" is not found
E_VALIDATION_TIMEOUT error: validation slow did not finish: the time limit of 1m0s ended it
W_PROCESSES_LEFT warning: validation messy left 2 of its processes running, which were ended
E_VALIDATION_DENIED error: validation denied was not run: nobody allows it`
	if got := told(g); err != nil || got != want {
		t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, got, want)
	}
}

func TestCommandWithoutANameIsCalledByWhatItRuns(t *testing.T) {
	t.Parallel()
	g := gateOf(t, "x")
	g.Commands[0].ID, g.Commands[0].Argv = "argv:0", []string{"make", "te\u202est"}
	if err := validate(t.Context(), g, outcomes(map[string]proc.Outcome{"make": exited(2)})); err != nil {
		t.Fatal(err)
	}
	if got := told(g); !strings.Contains(got, "validation argv:0 (make te\ufffdst) failed: exit code 2") {
		t.Error(got)
	}
}

func TestCommandGetsItsFolderLimitsAndLittleEnvironment(t *testing.T) {
	t.Parallel()
	g := gateOf(t, "x")
	g.Commands[0].Environment = []string{"WANTED"}
	var got proc.Command
	err := validate(t.Context(), g, func(_ context.Context, c proc.Command) proc.Outcome { got = c; return exited(0) })
	if err != nil || got.Dir != g.Dir || got.Timeout != time.Minute || got.Limit.Bytes != g.Limits.Stream ||
		got.Limit.Lines != g.Limits.Lines || !slices.Equal(got.Avoid, g.Avoid) {
		t.Errorf("%v, command %+v", err, got)
	}
	if !slices.Contains(got.Env, "WANTED=y") || slices.Contains(got.Env, "SECRET=x") || !slices.Contains(got.Env, "CI=1") {
		t.Errorf("environment %q", got.Env)
	}
}

// The total ends the command that runs, and what comes after it is not run.
func TestBudgetForAllEndsOneAndDeniesTheRest(t *testing.T) {
	t.Parallel()
	g := gateOf(t, "first", "second", "third")
	g.Total = 50 * time.Millisecond
	err := validate(t.Context(), g, func(ctx context.Context, c proc.Command) proc.Outcome {
		if c.Argv[0] == "first" {
			return exited(0)
		}
		<-ctx.Done()
		return proc.Outcome{Status: proc.TimedOut, Reason: "the time for the whole run was over; 1 process could not be ended"}
	})
	const want = `first passed
second timed_out
third denied
time-budget: validation second did not finish: the time budget of 50ms for all validations ended it; 1 process could not be ended
time-budget: validation third was not run: the time budget of 50ms for all validations was used up
E_VALIDATION_TIMEOUT error: validation second did not finish: the time budget of 50ms for all validations ended it; 1 process could not be ended
E_VALIDATION_DENIED error: validation third was not run: the time budget of 50ms for all validations was used up`
	if got := told(g); err != nil || got != want {
		t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, got, want)
	}
}

func TestWaitForAnotherRunCountsAgainstTheBudget(t *testing.T) {
	t.Parallel()
	g := gateOf(t, "x")
	g.Total = 50 * time.Millisecond
	release, err := proc.Acquire(t.Context(), g.LockDir, g.Dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	waited := ""
	g.Waiting = func(what string) { waited = what }
	err = validate(t.Context(), g, func(context.Context, proc.Command) proc.Outcome {
		t.Error("it ran although another run has the work tree")
		return proc.Outcome{}
	})
	const want = "x denied\n" +
		"time-budget: validation x was not run: the time budget of 50ms for all validations was used up, waiting for another run in this work tree\n"
	if got := told(g); err != nil || !strings.HasPrefix(got, want) || waited != "another run of validations in this work tree" {
		t.Errorf("%v, waited for %q\ngot:\n%s\nwant:\n%s", err, waited, got, want)
	}
}

func TestTheEndOfTheWholeRunIsNoCancellation(t *testing.T) {
	t.Parallel()
	ctx, release := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer release()
	g := gateOf(t, "x")
	err := validate(ctx, g, func(ctx context.Context, _ proc.Command) proc.Outcome {
		<-ctx.Done()
		return proc.Outcome{Status: proc.TimedOut, Reason: "the time for the whole run was over"}
	})
	if got := told(g); err != nil || !strings.Contains(got, "validation x did not finish: the time for the whole run ended it") {
		t.Errorf("%v, %s", err, got)
	}
}

func TestCancellationLeavesNoResult(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	g := gateOf(t, "x", "y")
	ran := 0
	err := validate(ctx, g, func(context.Context, proc.Command) proc.Outcome {
		ran++
		cancel()
		return proc.Outcome{Status: proc.Cancelled}
	})
	if _, _, doc := g.Output(); !errors.Is(err, context.Canceled) || ran != 1 || doc != nil {
		t.Errorf("%v, %d ran, document %v", err, ran, doc)
	}
}

func TestChangeOfTheWorkTreeIsTold(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		states []string // an empty one is an error
		want   string
	}{
		"unchanged":    {[]string{"a", "a"}, ""},
		"changed":      {[]string{"a", "b"}, "W_WORK_TREE_CHANGED"},
		"unknown":      {[]string{""}, "W_WORK_TREE_UNCHECKED"},
		"then unknown": {[]string{"a", ""}, "W_WORK_TREE_UNCHECKED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := gateOf(t, "x")
			g.State = func(context.Context) (string, error) {
				state := test.states[0]
				test.states = test.states[1:]
				if state == "" {
					return "", errors.New("git failed")
				}
				return state, nil
			}
			if err := validate(t.Context(), g, outcomes(map[string]proc.Outcome{"x": exited(0)})); err != nil {
				t.Fatal(err)
			}
			_, diagnostics, _ := g.Output()
			got := ""
			for _, d := range diagnostics {
				got += string(d.Code)
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestWithoutAWorkTreeNothingRuns(t *testing.T) {
	t.Parallel()
	g := gateOf(t, "x")
	g.Dir = ""
	if err := validate(t.Context(), g, nil); err == nil {
		t.Error("no error")
	}
}

func TestCheckIsWhole(t *testing.T) {
	if err := checks.Validate([]*checks.Check{Check()}); err != nil {
		t.Error(err)
	}
}
