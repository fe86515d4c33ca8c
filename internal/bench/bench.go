package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// bench is one run of the program.
type bench struct {
	options
	printer printer
	// env is the environment of everything that is run: no configuration of the user's, and a home and a cache of
	// its own.
	env      []string
	home     string
	sentinel string // the program under test
	self     string // this program
}

// part is a part of the measurements that can be asked for alone.
type part struct {
	name    string
	measure func(*bench, context.Context) error
}

func parts() []part {
	return []part{
		{"startup", (*bench).startup},
		{"staged", (*bench).staged},
		{"baseline", (*bench).baseline},
		{"changes", (*bench).changes},
		{"validation", (*bench).validation},
		{"huge", (*bench).stagedHuge},
		{"mcp", (*bench).mcp},
		{"tokens", (*bench).tokens},
		{"all", (*bench).all},
		{"worst", (*bench).worst},
		{"astgrep", (*bench).sameCalls},
	}
}

func partNames() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

func newBench(o options) (*bench, error) {
	if o.cache == "" {
		base, err := os.UserCacheDir()
		if err != nil {
			base = os.TempDir()
		}
		o.cache = filepath.Join(base, "sentinel-bench")
	}
	b := &bench{options: o, printer: printer{out: o.out}, home: filepath.Join(o.cache, "home")}
	b.env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + b.home, "XDG_CONFIG_HOME=" + b.home, "XDG_CACHE_HOME=" + b.home,
		"TMPDIR=" + os.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C",
	}
	var err error
	if b.self, err = os.Executable(); err != nil {
		return nil, err
	}
	return b, os.MkdirAll(b.home, 0o755)
}

func (b *bench) run(ctx context.Context) error {
	if b.install {
		return b.installTools(ctx)
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	if err := b.describe(ctx); err != nil {
		return err
	}
	for _, p := range parts() {
		if b.only != "" && b.only != p.name {
			continue
		}
		if err := p.measure(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	fmt.Fprintf(b.out, "\n%d limits broken, %d comparisons not measured\n", b.printer.broken, b.printer.missing)
	return nil
}

// build makes the program under test as it is released.
func (b *bench) build(ctx context.Context) error {
	b.sentinel = filepath.Join(b.cache, "sentinel")
	build := command{args: []string{"go", "build", "-trimpath", "-o", b.sentinel, "./cmd/sentinel"}}
	return b.runLoud(ctx, build, nil)
}

// describe says what is measured with what, and where.
func (b *bench) describe(ctx context.Context) error {
	git, err := b.output(ctx, ".", "git", "version")
	if err != nil {
		return err
	}
	commit, err := b.output(ctx, ".", "git", "describe", "--always", "--dirty")
	if err != nil {
		commit = "unknown"
	}
	fmt.Fprintf(b.out, "sentinel at %s, %s, %s, %s/%s with %d processors\n", commit, runtime.Version(), git, runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Fprintf(b.out, "medians of %d runs (%d of the long ones) that took turns; cpu and peak memory include child processes\n", b.runs, b.longRuns())
	for _, dir := range append(b.ts, b.large) {
		if dir == "" {
			continue
		}
		head, err := b.output(ctx, dir, "git", "rev-parse", "--short", "HEAD")
		if err != nil {
			return err
		}
		fmt.Fprintf(b.out, "repository %s at %s\n", filepath.Base(dir), head)
	}
	return nil
}

// longRuns is how often commands that take seconds run.
func (b *bench) longRuns() int { return max(1, b.runs/3) }

// check is `sentinel check` with some arguments. Findings are an outcome like another.
func (b *bench) check(name, dir string, args ...string) command {
	return command{name: name, dir: dir, args: append([]string{b.sentinel, "check"}, args...), exits: []int{1}}
}

// dropResults removes the results that sentinel keeps between runs.
func (b *bench) dropResults() error { return os.RemoveAll(filepath.Join(b.home, "sentinel")) }
