package main

import (
	"context"
	"time"
)

// startup measures what a run costs that looks at nothing.
func (b *bench) startup(ctx context.Context) error {
	all, err := b.interleave(ctx, 3*b.runs, command{name: "sentinel version", args: []string{b.sentinel, "version"}, dir: b.home})
	if err != nil {
		return err
	}
	b.printer.section(section{
		title: "Start-up", series: all,
		verdicts: []verdict{{what: "processor time", unit: " ms", figure: float64(all[0].cpu()) / float64(time.Millisecond), limit: 15}},
	})
	return nil
}
