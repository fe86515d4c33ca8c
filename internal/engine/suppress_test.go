package engine

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/gittest"
	"sentinel/internal/policy"
)

// judged is brief, with what was suppressed and the settings that had a part in it.
func judged(r finding.Result) string {
	b := brief(r)
	for _, s := range r.Suppressed {
		b += fmt.Sprintf("%s:%d suppressed by %s", s.Finding.Path, s.Finding.Region.StartLine, s.By)
		if s.New {
			b += ", new"
		}
		b += "\n"
	}
	for _, s := range r.Policy {
		b += fmt.Sprintf("%s = %s: %d\n", s.Key, s.Value, s.Uses)
	}
	for _, s := range r.Skips {
		b += fmt.Sprintf("skip %s %s\n", s.Path, s.Reason)
	}
	return b
}

func TestDirectives(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		base, head   string
		suppressions policy.Suppressions
		want         string
	}{
		"on the line":        {head: "BAD // sentinel:ignore words/bad -- quoted", want: "a.txt:1 suppressed by directive, new\n"},
		"on the line before": {head: "# sentinel:ignore words/bad -- quoted\n\nBAD", want: "a.txt:3 suppressed by directive, new\n"},
		"two before one":     {head: "// sentinel:ignore words/no, words/bad -- x\n// sentinel:ignore words/bad -- y\nBAD", want: "a.txt:3 suppressed by directive, new\n"},
		"in a block comment": {head: "/* sentinel:ignore words/bad -- quoted */\nBAD", want: "a.txt:2 suppressed by directive, new\n"},
		"with the day still to come": {
			head: "BAD // sentinel:ignore words/bad until 2026-06-01 -- quoted", want: "a.txt:1 suppressed by directive, new\n",
		},
		"a day too late": {
			head: "BAD // sentinel:ignore words/bad until 2026-05-31 -- quoted",
			want: "a.txt:1:1 introduced error\na.txt now says bad words\n",
		},
		"without a reason":  {head: "BAD // sentinel:ignore words/bad", want: "a.txt:1:1 introduced error\na.txt now says bad words\n"},
		"of another rule":   {head: "BAD // sentinel:ignore words/other -- x", want: "a.txt:1:1 introduced error\na.txt now says bad words\n"},
		"two lines before":  {head: "// sentinel:ignore words/bad -- x\nline\nBAD", want: "a.txt:3:1 introduced error\na.txt now says bad words\n"},
		"only one is meant": {head: "BAD // sentinel:ignore words/bad -- x\nBAD", want: "a.txt:2:1 introduced error\na.txt now says bad words\na.txt:1 suppressed by directive, new\n"},
		"before code on its line": {
			head: "/* sentinel:ignore words/bad -- x */ BAD\nBAD",
			want: "a.txt:2:1 introduced error\na.txt now says bad words\na.txt:1 suppressed by directive, new\n",
		},
		"two on a line":    {head: "/* sentinel:ignore words/other -- x */ /* sentinel:ignore words/bad -- y */\nBAD", want: "a.txt:2 suppressed by directive, new\n"},
		"on the last line": {head: "BAD\n// sentinel:ignore words/bad -- x", want: "a.txt:1:1 introduced error\na.txt now says bad words\n"},
		"with carriage returns alone": {
			head: "// sentinel:ignore words/bad -- x\rBAD\rBAD", want: "a.txt:1:35 introduced error\na.txt:1:39 introduced error\na.txt now says bad words\n",
		},
		"with carriage returns and line feeds": {head: "// sentinel:ignore words/bad -- x\r\nBAD\r\n", want: "a.txt:2 suppressed by directive, new\n"},
		"in prose":                             {head: "BAD, see how sentinel:ignore words/bad -- x works", want: "a.txt:1:1 introduced error\na.txt now says bad words\n"},
		"there before": {
			base: "BAD // sentinel:ignore words/bad -- x\n", head: "line\nBAD // sentinel:ignore words/bad -- x\n",
			want: "a.txt:2 suppressed by directive\n",
		},
		"new, where only old ones count": {
			head: "BAD // sentinel:ignore words/bad -- x", suppressions: policy.SuppressBase,
			want: "a.txt:1:1 introduced error\na.txt now says bad words\n",
		},
		"old, where only old ones count": {
			base: "BAD // sentinel:ignore words/bad -- x\n", head: "BAD // sentinel:ignore words/bad -- x\nmore\n", suppressions: policy.SuppressBase,
			want: "a.txt:1 suppressed by directive\n",
		},
		"old, but for something new": {
			base: "# sentinel:ignore words/bad -- x\ngood\n", head: "# sentinel:ignore words/bad -- x\nBAD\n", suppressions: policy.SuppressBase,
			want: "a.txt:2:1 introduced error\na.txt now says bad words\n",
		},
		"old, where none counts": {
			base: "# sentinel:ignore words/bad -- x\ngood\n", head: "# sentinel:ignore words/bad -- x\nBAD\n", suppressions: policy.SuppressNone,
			want: "a.txt:2:1 introduced error\na.txt now says bad words\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t)
			r.Commit("a.txt", test.base)
			r.Write("a.txt", test.head)
			r.Git("add", "-A")
			req := staged(r)
			req.Policy.Today = "2026-06-01"
			if test.suppressions != "" {
				req.Policy.Suppressions = test.suppressions
			}
			if got := judged(mustRun(t, req, words(), named("words/no"), named("words/other"))); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

// named is a check that has a rule and finds nothing.
func named(rule string) *checks.Check {
	return &checks.Check{
		Name: strings.ReplaceAll(rule, "/", "-"), Rules: []finding.Rule{{ID: rule, Level: finding.Error}},
		Change: func(context.Context, *checks.Change) error { return nil },
	}
}

func TestRepositoryConfiguration(t *testing.T) {
	t.Parallel()
	const bad, found = "BAD\n", "a.txt:1:1 introduced error\na.txt now says bad words\n"
	for name, test := range map[string]struct {
		base, head string
		want       string
		exit       int
	}{
		"none":          {want: found},
		"a lower level": {base: "rules: {words/bad: note}", want: "a.txt:1:1 introduced note\na.txt now says bad words\nrules.words/bad = note: 1\n"},
		"off":           {base: "rules: {words/bad: 'off'}", want: "a.txt:1 suppressed by policy\nrules.words/bad = off: 1\n"},
		"excluded":      {base: "exclude: ['*.txt']", want: "exclude = *.txt: 1\nskip a.txt excluded\n"},
		"other checks":  {base: "checks: [words-other]", want: "checks = [words-other]: 1\n"},
		"only in the change itself it does not count": {head: "rules: {words/bad: 'off'}", want: found},
		"removed in the change it still counts":       {base: "rules: {words/bad: 'off'}", head: "{}", want: "a.txt:1 suppressed by policy\nrules.words/bad = off: 1\n"},
		"broken":                                      {base: "rulse: {}", exit: finding.ExitUsage},
		"not for the repository":                      {base: "fail-on: never", exit: finding.ExitUsage},
		"huge":                                        {base: "# " + strings.Repeat("x", policy.MaxConfigBytes), exit: finding.ExitUsage},
		"broken and mended":                           {base: "rulse: {}", head: "rules: {}", want: found},
		"broken and broken in a new way":              {base: "rulse: {}", head: "ruels: {}", exit: finding.ExitUsage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t)
			r.Commit()
			if test.base != "" {
				r.Commit(policy.FileName, test.base)
			}
			if test.head != "" {
				r.Write(policy.FileName, test.head)
			}
			r.Write("a.txt", bad)
			r.Git("add", "-A")
			got, err := Run(context.Background(), staged(r), []*checks.Check{words(), named("words/other")})
			if test.exit != 0 {
				if finding.ExitOf(err) != test.exit || err == nil {
					t.Errorf("err %v, want exit code %d", err, test.exit)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := judged(got); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Commit("a.txt", "BAD\n", "my file.txt", "BAD\nWORSE\n")
	all := staged(r)
	all.Scope.Kind = finding.ScopeAll
	var file bytes.Buffer
	if err := policy.WriteBaseline(&file, mustRun(t, all, words()).Findings); err != nil {
		t.Fatal(err)
	}
	r.Commit(".sentinel-baseline", file.String(), policy.FileName, "baseline: .sentinel-baseline")
	r.Commit("a.txt", "more\nBAD\nBAD\n", "b.txt", "BAD\n")
	got := mustRun(t, all, words())
	want := "a.txt:3:1 unknown error\nb.txt:1:1 unknown error\na.txt:2 suppressed by baseline\n" +
		"my file.txt:1 suppressed by baseline\nmy file.txt:2 suppressed by baseline\nbaseline = known findings: 3\n"
	if text := judged(got); text != want {
		t.Errorf("got:\n%swant:\n%s", text, want)
	}
	if got.Counts.Baseline != 3 || got.Counts.Suppressed != 0 {
		t.Errorf("counts %+v", got.Counts)
	}
}
