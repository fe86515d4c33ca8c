package checktest

import (
	"context"
	"strings"
	"testing"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/gittest"
	"sentinel/internal/policy"
)

// today is the day of the examples' runs, for directives that expire.
const today = "2026-06-01"

// RunChange runs the examples of a Change check's rules through the engine, each as one file staged in an empty
// repository. list are the checks of the run: c, and those it builds on.
func RunChange(t *testing.T, c *checks.Check, list ...*checks.Check) {
	everyFileBelongs(t, c)
	for _, r := range c.Rules {
		_, name, _ := strings.Cut(r.ID, "/")
		t.Run(name, func(t *testing.T) {
			for _, e := range r.Bad {
				if got := staged(t, e, list); !hasRule(got, r.ID, r.Level) {
					t.Errorf("bad example %s gives no finding of level %s, but: %+v, %+v", e.Path, r.Level, got.Findings, got.Faults)
				}
			}
			for _, e := range r.Good {
				if got := staged(t, e, list); hasRule(got, r.ID, "") || len(got.Faults) > 0 {
					t.Errorf("good example %s gives: %+v, %+v", e.Path, got.Findings, got.Faults)
				}
			}
		})
	}
}

func staged(t *testing.T, e finding.Example, list []*checks.Check) finding.Result {
	t.Helper()
	repo := gittest.New(t)
	repo.Write(e.Path, e.Text)
	repo.Git("add", "-A")
	p := policy.Default()
	p.Today = today
	got, err := engine.Run(context.Background(), engine.Request{
		Dir: repo.Dir, Env: repo.Env(), Scope: change.Spec{Kind: finding.ScopeStaged}, Policy: p,
	}, list)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// hasRule reports whether there is a finding of a rule, with that level unless it is empty.
func hasRule(r finding.Result, id string, level finding.Level) bool {
	for _, f := range r.Findings {
		if f.RuleID == id && (level == "" || f.Level == level) {
			return true
		}
	}
	return false
}
