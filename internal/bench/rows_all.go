package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// all looks at whole repositories: one of TypeScript, and a large one.
func (b *bench) all(ctx context.Context) error {
	if len(b.ts) > 0 {
		if err := b.whole(ctx, b.ts[0]); err != nil {
			return err
		}
	} else {
		b.printer.section(section{title: "A repository of TypeScript", unmeasured: []string{"needs -ts DIR"}})
	}
	if b.large != "" {
		return b.whole(ctx, b.large)
	}
	b.printer.section(section{title: "A public repository of 20,000 files", unmeasured: []string{"needs -large DIR; here is a synthetic one"}})
	dir, err := b.synthetic(ctx, b.files)
	if err != nil {
		return err
	}
	return b.whole(ctx, dir)
}

// whole looks at one repository without results of an earlier run and with them, and parses the same files doing
// nothing else.
func (b *bench) whole(ctx context.Context, dir string) error {
	cold := b.check("sentinel check --all, cold", dir, "--all", "--no-cache")
	warm := b.check("sentinel check --all, warm", dir, "--all")
	bare := command{name: "bare parse", dir: dir, args: []string{b.self, bareParseCommand, dir}, reports: true}
	for _, c := range []*command{&cold, &warm} {
		c.exits = append(c.exits, int(finding.ExitUnfinished)) // the notes say how many files could not be looked at
	}
	summary, err := b.summary(ctx, cold)
	if err != nil {
		return err
	}
	all, err := b.interleave(ctx, b.longRuns(), cold, bare, warm)
	if err != nil {
		return err
	}
	b.printer.section(section{
		title:  fmt.Sprintf("All of %s", filepath.Base(dir)),
		series: all, bytes: all[1].samples[0].bytes,
		verdicts: []verdict{
			{what: "throughput per core of a bare parse", unit: "x", figure: ratio(all[1].cpu(), all[0].cpu()), limit: 0.85, atLeast: true},
			{what: "processors kept busy, against the bare parse", unit: "x", figure: busy(all[0]) / busy(all[1]), limit: 0.9, atLeast: true},
			{what: "warm, as fast as cold", unit: "x", figure: ratio(all[0].wall(), all[2].wall()), limit: 10, atLeast: true},
			peakVerdict(all[0]),
		},
		notes: []string{summary, fmt.Sprintf("bare parse: %d files, %.1f MB", all[1].samples[0].files, float64(all[1].samples[0].bytes)/1e6)},
	})
	return nil
}

// busy is how many processors a command had on average. On a machine that others use too it says little alone.
func busy(s series) float64 { return ratio(s.cpu(), s.wall()) }

// summary is the last line of a report on everything. It is all that is kept of it: the peak memory of what runs
// later is never seen to be under that of this process.
func (b *bench) summary(ctx context.Context, c command) (string, error) {
	path := filepath.Join(b.cache, "report.txt")
	c.args = append(slices.Clone(c.args), "--report", "text="+path)
	if _, err := b.once(ctx, c); err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text = bytes.TrimSpace(text)
	return string(text[bytes.LastIndexByte(text, '\n')+1:]), nil
}

// peakVerdict holds a run against the bound on its memory.
func peakVerdict(s series) verdict {
	return verdict{what: "peak memory", unit: " MB", figure: float64(s.peak()) / 1e6, limit: float64(memoryBound()) / 1e6}
}

const (
	// worstMemory is how many bytes a byte of source takes at worst, of all the inputs that were tried: 340 in a file
	// of numbers and commas, 310 in one of semicolons, 57 in minified code.
	worstMemory = 350
	// restingMemory is what the program takes besides, whatever it parses.
	restingMemory = 64 << 20
)

// memoryBound is the memory for as many of the largest files that are parsed as are in flight at once: one on each
// processor.
func memoryBound() int { return runtime.GOMAXPROCS(0)*syntax.MaxBytes*worstMemory + restingMemory }
