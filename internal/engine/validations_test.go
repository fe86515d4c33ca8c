package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/gittest"
	"sentinel/internal/policy"
)

// gate is a check called validations that runs nothing: each command it may run fails, and got is what it was handed.
func gate(got *checks.Gate) *checks.Check {
	return &checks.Check{
		Name: validationsCheck, OnRequest: true,
		Rules: []finding.Rule{{ID: "validations/failed", Title: "It failed", Level: finding.Error}},
		Gate: func(_ context.Context, g *checks.Gate) error {
			*got = *g
			for _, c := range g.Commands {
				g.Report("", checks.Report{Rule: "validations/failed", Key: c.ID, Message: "failed"})
			}
			return nil
		},
	}
}

// planned is each command that the check was handed.
func planned(g checks.Gate) string {
	var list []string
	for _, c := range g.Commands {
		line := fmt.Sprintf("%s %s %v", c.ID, strings.Join(c.Argv, "+"), c.Timeout)
		if c.Denied != "" {
			line += " denied"
		}
		list = append(list, line)
	}
	return strings.Join(list, "\n")
}

func commands() map[string]policy.Command {
	return map[string]policy.Command{
		"test": {Argv: []string{"go", "test"}, Timeout: 10 * time.Minute},
		"lint": {Argv: []string{"vet"}},
	}
}

func TestPlanOfCommands(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("a.txt", "x")
	for name, test := range map[string]struct {
		ask   Validations
		want  string
		total time.Duration
	}{
		"all of them by name": {Validations{Known: commands()}, "lint vet 2m0s\ntest go+test 10m0s", 10 * time.Minute},
		"those asked for, in order, each once": {
			Validations{Known: commands(), Names: []string{"test", "lint", "test"}},
			"test go+test 10m0s\nlint vet 2m0s", 10 * time.Minute,
		},
		"without a name, after the others": {
			Validations{Known: commands(), Names: []string{"lint"}, AdHoc: [][]string{{"a", "b"}, {"c"}}},
			"lint vet 2m0s\nargv:0 a+b 2m0s\nargv:1 c 2m0s", 5 * time.Minute,
		},
		"one limit for those without": {
			Validations{Known: commands(), AdHoc: [][]string{{"a"}}, Timeout: 20 * time.Minute},
			"argv:0 a 20m0s", 20 * time.Minute,
		},
		"a total that is given counts": {
			Validations{Known: commands(), Names: []string{"test"}, Total: time.Minute}, "test go+test 10m0s", time.Minute,
		},
		"what is not exposed is denied": {
			Validations{Known: commands(), Names: []string{"lint", "test"}, AdHoc: [][]string{{"a"}}, Exposed: []string{"test"}},
			"lint vet 2m0s denied\ntest go+test 10m0s\nargv:0 a 2m0s denied", 10 * time.Minute,
		},
		"unnamed, only what is exposed": {Validations{Known: commands(), Exposed: []string{"lint"}}, "lint vet 2m0s", 5 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got checks.Gate
			req := staged(r)
			req.Checks, req.Validations, req.LockDir = []string{validationsCheck}, test.ask, t.TempDir()
			mustRun(t, req, gate(&got))
			if planned(got) != test.want || got.Total != test.total {
				t.Errorf("got:\n%s\nin %v\nwant:\n%s\nin %v", planned(got), got.Total, test.want, test.total)
			}
			if got.Dir != r.Dir || got.LockDir != req.LockDir || got.Limits.Stream == 0 || got.Waiting == nil {
				t.Errorf("handed %+v", got)
			}
		})
	}
}

func TestCommandsThatCannotBePlanned(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	for name, test := range map[string]struct {
		ask        Validations
		want, hint string
		code       finding.DiagnosticCode
	}{
		"near a name": {
			Validations{Known: commands(), Names: []string{"tset"}}, `there is no validation "tset"`,
			"did you mean test? the validations are: lint, test", finding.ErrorValidationUnknown,
		},
		"none known": {Validations{Names: []string{"x\x1b"}}, `there is no validation "x\\x1b"`, "none is configured", finding.ErrorValidationUnknown},
		"nothing":    {Validations{}, "there is nothing to validate with", "set validations in your configuration", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := staged(r)
			req.Checks, req.Validations = []string{validationsCheck}, test.ask
			_, err := Run(t.Context(), req, []*checks.Check{gate(new(checks.Gate))})
			var f *finding.Failure
			if !errors.As(err, &f) || f.Exit != finding.ExitUsage || f.Code != test.code ||
				!strings.HasPrefix(f.Error(), test.want) || !strings.HasPrefix(f.Hint, test.hint) {
				t.Errorf("%+v", err)
			}
		})
	}
}

// Whoever asks for a command gets it, whatever else was chosen, by whom.
func TestCommandsAskedForRunBesideTheChosenChecks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		checks []string
		config string
		want   int
	}{
		"beside the default":                 {nil, "", 3},
		"beside others":                      {[]string{"words"}, "", 2},
		"alone":                              {[]string{validationsCheck}, "", 1},
		"where the repository chooses":       {nil, "checks: [words]\n", 2},
		"where the repository chooses other": {nil, "checks: [other]\n", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t)
			r.Write("a.txt", "x", policy.FileName, test.config)
			r.Git("add", "-A")
			r.Git("commit", "-q", "-m", "base")
			other := words()
			other.Name, other.Rules = "other", nil
			req := staged(r)
			req.Checks, req.Validations.AdHoc = test.checks, [][]string{{"a"}}
			var got checks.Gate
			result := mustRun(t, req, other, gate(&got), words())
			if len(got.Commands) != 1 || len(result.Coverage) != test.want {
				t.Errorf("%d commands, coverage %+v", len(got.Commands), result.Coverage)
			}
		})
	}
}

// The repository may neither choose that commands run, nor say that one which failed does not matter.
func TestRepositoryHasNoSayInCommands(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write(policy.FileName, "checks: [validations, words]\nrules: {validations/failed: off, words/bad: note}\n"+
		"validations: {test: {argv: [make]}, own: {argv: [own]}}\n")
	r.Git("add", "-A")
	r.Git("commit", "-q", "-m", "base")
	r.Write("a.txt", "BAD")
	r.Git("add", "-A")
	req := staged(r)
	req.Validations.Known = commands()
	var got checks.Gate
	if result := mustRun(t, req, gate(&got), words()); len(got.Commands) != 0 || len(result.Coverage) != 1 || len(result.Warnings) != 2 {
		t.Errorf("unasked: %d commands, coverage %+v, warnings %q", len(got.Commands), result.Coverage, result.Warnings)
	}

	req.Validations.AdHoc = [][]string{{"a"}}
	result := mustRun(t, req, gate(&got), words())
	if result.Verdict.ExitCode != finding.ExitBlocked || len(result.Findings) != 2 || result.Findings[0].Level != finding.Error || result.Findings[1].Level != finding.Note {
		t.Errorf("findings %+v", result.Findings)
	}
	if d := result.Diagnostics; len(d) != 1 || d[0].Code != finding.WarnRepositoryConfig || !strings.Contains(d[0].Message, "names commands: own, test; they are not used") {
		t.Errorf("diagnostics %+v", d)
	}

	req.Validations.AdHoc, req.Validations.AllowRepository = nil, true
	req.Checks = []string{validationsCheck}
	result = mustRun(t, req, gate(&got), words())
	if want := "lint vet 2m0s\nown own 2m0s\ntest go+test 10m0s"; planned(got) != want || len(result.Diagnostics) != 0 {
		t.Errorf("allowed:\n%s\nwant:\n%s\ndiagnostics %+v", planned(got), want, result.Diagnostics)
	}
	if p := result.Policy; len(p) != 1 || p[0].Key != validationsCheck || p[0].Value != "own" {
		t.Errorf("what it was allowed is not listed: %+v", p)
	}
}

// The operator may say what a failure weighs; that one is known is not for a baseline to say.
func TestOperatorWeighsWhatFailed(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("a.txt", "x")
	req := staged(r)
	req.Validations.AdHoc = [][]string{{"a"}}
	var got checks.Gate
	result := mustRun(t, req, gate(&got))
	if len(result.Findings) != 1 {
		t.Fatalf("findings %+v", result.Findings)
	}
	f := result.Findings[0]
	req.Policy.Baseline = policy.Baseline{{Fingerprint: f.Fingerprint, Rule: f.RuleID, Path: f.Path}: true}
	if result := mustRun(t, req, gate(&got)); result.Verdict.ExitCode != finding.ExitBlocked {
		t.Errorf("a baseline made it pass: %+v", result.Suppressed)
	}
	req.Policy = policy.Default().Add(policy.Config{Rules: map[string]finding.Level{"validations/failed": policy.Off}}, "mine")
	if result := mustRun(t, req, gate(&got)); result.Verdict.ExitCode != finding.ExitPassed || len(result.Suppressed) != 1 {
		t.Errorf("the operator cannot switch it off: %+v", result.Findings)
	}
}

func TestLockIsNeverInTheRepository(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	req := staged(r)
	req.Validations.AdHoc = [][]string{{"a"}}
	req.LockDir = filepath.Join(r.Dir, "cache", "locks")
	var got checks.Gate
	mustRun(t, req, gate(&got))
	if got.LockDir == "" || strings.HasPrefix(got.LockDir, r.Dir) {
		t.Errorf("lock in %q", got.LockDir)
	}
}

// In the folder for temporary files everybody may have put something in the way.
func TestLockIsInNobodyElsesFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "locks")
	if !isPrivate(dir) {
		t.Error("one that is not there can be made")
	}
	if err := os.Mkdir(dir, 0o700); err != nil || !isPrivate(dir) {
		t.Errorf("our own is refused (%v)", err)
	}
	if err := os.Symlink(dir, dir+"-link"); err != nil || isPrivate(dir+"-link") {
		t.Errorf("a link is taken (%v)", err)
	}
	if err := os.Chmod(dir, 0o777); err != nil || isPrivate(dir) {
		t.Errorf("one that others can write is taken (%v)", err)
	}
}
