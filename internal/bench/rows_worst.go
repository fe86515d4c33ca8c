package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sentinel/internal/syntax"
)

// worst measures memory where the bound on it is meant to bite.
func (b *bench) worst(ctx context.Context) error {
	const files = 8
	dir := filepath.Join(b.cache, "worst")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if _, err := b.output(ctx, dir, "git", "init", "-q"); err != nil {
		return err
	}
	for i := range files {
		text := strings.Repeat([]string{";;", "1,"}[i%2], syntax.MaxBytes/2)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("worst%d.ts", i)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	all, err := b.interleave(ctx, 1, b.check("sentinel check --all, cold", dir, "--all", "--no-cache"))
	if err != nil {
		return err
	}
	b.printer.section(section{
		title:  fmt.Sprintf("%d files of %d semicolons or commas, which take the most memory", files, syntax.MaxBytes),
		series: all, verdicts: []verdict{peakVerdict(all[0])},
	})
	return nil
}
