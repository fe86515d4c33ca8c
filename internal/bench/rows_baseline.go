package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// baselineEntries is how many known findings a baseline is measured with, baselineLimit what they may cost.
const (
	baselineEntries = 20_000
	baselineLimit   = 20 * time.Millisecond
)

// baseline looks at a staged change with a large baseline and without one.
func (b *bench) baseline(ctx context.Context) error {
	dir, err := b.synthetic(ctx, b.files)
	if err != nil {
		return err
	}
	path, err := b.knownFindings()
	if err != nil {
		return err
	}
	all, err := b.interleave(ctx, b.runs,
		b.check("sentinel check --staged", dir, "--staged"),
		b.check("the same with a baseline", dir, "--staged", "--baseline", path))
	if err != nil {
		return err
	}
	b.printer.section(section{
		title:  fmt.Sprintf("A baseline of %d entries", baselineEntries),
		series: all,
		verdicts: []verdict{{
			what: "more wall time", unit: " ms", limit: float64(baselineLimit) / float64(time.Millisecond),
			figure: float64(all[1].wall()-all[0].wall()) / float64(time.Millisecond),
		}},
	})
	return nil
}

// knownFindings writes a baseline of findings that are nowhere.
func (b *bench) knownFindings() (string, error) {
	findings := make([]finding.Finding, baselineEntries)
	for i := range findings {
		findings[i] = finding.Finding{
			RuleID: "structure/process-exec", Fingerprint: fmt.Sprintf("v1:%032x", i),
			Artifact: finding.ArtifactOf(fmt.Sprintf("packages/p%03d/src/file%d.ts", i%100, i)),
		}
	}
	path := filepath.Join(b.cache, "baseline.txt")
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	if err := policy.WriteBaseline(f, findings); err != nil {
		f.Close()
		return "", err
	}
	return path, f.Close()
}
