package policy

import (
	"slices"
	"testing"

	"sentinel/internal/change"
	"sentinel/internal/finding"
)

func TestWeigh(t *testing.T) {
	for name, test := range map[string]struct {
		level       finding.Level
		attribution finding.Attribution
		kind        change.Kind
		had         bool
		want        finding.Level
		steps       int
	}{
		"application code keeps the rule's level":    {finding.Error, finding.Introduced, 0, false, finding.Error, 0},
		"test code is one lower":                     {finding.Error, finding.Introduced, change.KindTest, false, finding.Warning, 1},
		"two kinds count once":                       {finding.Error, finding.Introduced, change.KindTest | change.KindVendored, false, finding.Warning, 1},
		"one more of the same is one lower":          {finding.Error, finding.Introduced, 0, true, finding.Warning, 1},
		"both reasons add up":                        {finding.Error, finding.Introduced, change.KindBuild, true, finding.Note, 2},
		"a note stays a note and says nothing of it": {finding.Note, finding.Introduced, change.KindTest, true, finding.Note, 0},
		"what is existing needs no second reason":    {finding.Error, finding.Existing, 0, true, finding.Error, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := finding.Finding{Level: test.level, Attribution: test.attribution}
			Weigh(&f, test.kind, test.had)
			if f.Level != test.want || len(f.Adjustments) != test.steps {
				t.Errorf("level %s with %d steps, want %s with %d", f.Level, len(f.Adjustments), test.want, test.steps)
			}
		})
	}
}

func TestDecide(t *testing.T) {
	found := func(l finding.Level, a finding.Attribution) finding.Result {
		return finding.Result{Findings: []finding.Finding{{Level: l, Attribution: a}}}
	}
	faulty := func(code finding.FaultCode, r finding.Result) finding.Result {
		r.Faults = append(r.Faults, finding.Fault{Code: code})
		return r
	}
	stopped := finding.Result{Faults: []finding.Fault{{Check: "validations", Code: finding.FaultBudget, Message: "the validation test was ended"}}}
	failed := found(finding.Error, finding.Introduced)
	failed.Faults = stopped.Faults
	incomplete := finding.Result{Incomplete: []finding.Incomplete{{}}}
	skipped := finding.Result{Skips: []finding.Skip{{}}}
	excluded := finding.Result{Skips: []finding.Skip{{Reason: finding.SkipExcluded}}}
	for name, test := range map[string]struct {
		policy Policy
		result finding.Result
		want   int
	}{
		"nothing":                            {Default(), finding.Result{}, 0},
		"an introduced error":                {Default(), found(finding.Error, finding.Introduced), 1},
		"an error of unknown origin":         {Default(), found(finding.Error, finding.Unknown), 1},
		"an existing error":                  {Default(), found(finding.Error, finding.Existing), 0},
		"a warning":                          {Default(), found(finding.Warning, finding.Introduced), 0},
		"a warning that was asked to fail":   {Policy{FailOn: finding.Warning}, found(finding.Warning, finding.Introduced), 1},
		"an error that nobody wants to fail": {Policy{FailOn: finding.Never}, found(finding.Error, finding.Introduced), 0},
		"a fault":                            {Default(), faulty(finding.FaultRead, finding.Result{}), 3},
		"a fault, whatever the threshold":    {Policy{FailOn: finding.Never}, faulty(finding.FaultRead, finding.Result{}), 3},
		"a finding outranks a fault":         {Default(), faulty(finding.FaultRead, found(finding.Error, finding.Introduced)), 1},
		"the time budget":                    {Default(), faulty(finding.FaultBudget, finding.Result{}), 4},
		"a validation out of time":           {Default(), stopped, 4},
		"one that failed outranks it":        {Default(), failed, 1},
		"a file's time limit is a fault":     {Default(), faulty(finding.FaultTimeout, finding.Result{}), 3},
		"incomplete":                         {Default(), incomplete, 0},
		"incomplete that was asked to fail":  {Policy{FailOn: finding.Error, FailOnIncomplete: true}, incomplete, 3},
		"what a configuration leaves out":    {Policy{FailOn: finding.Error, FailOnIncomplete: true}, excluded, 0},
		"a skip that was asked to fail":      {Policy{FailOn: finding.Error, FailOnIncomplete: true}, skipped, 3},
	} {
		t.Run(name, func(t *testing.T) {
			v := test.policy.Decide(&test.result)
			if v.ExitCode != test.want || (v.Outcome == finding.Passed) != (test.want == 0) || (len(v.Reasons) == 0) != (test.want == 0) {
				t.Errorf("verdict %+v, want exit code %d", v, test.want)
			}
		})
	}
}

func TestWhatTimeEndedIsNamed(t *testing.T) {
	fault := func(path, message string) finding.Fault {
		return finding.Fault{Code: finding.FaultBudget, Artifact: finding.ArtifactOf(path), Message: message}
	}
	r := finding.Result{Faults: []finding.Fault{fault("a.ts", "x"), fault("b.ts", "x"), fault("", "the validation test was ended by its time limit of 1s")}}
	want := []string{"the time budget ended before 2 files", "the validation test was ended by its time limit of 1s"}
	if v := Default().Decide(&r); !slices.Equal(v.Reasons, want) || v.ExitCode != finding.ExitTimedOut {
		t.Errorf("verdict %+v", v)
	}
}
