package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// command is something to measure.
type command struct {
	name string
	args []string
	dir  string
	// exits are the exit codes of a run that did its work, besides 0.
	exits []int
	// prepare puts back what a run needs to find, before each one and unmeasured. May be nil.
	prepare func() error
	// reports says that the command measures itself and prints the figures: see bareParse.
	reports bool
}

// interleave runs all commands once unmeasured, so that each finds its files in memory, and then in turn: what else
// the machine does meanwhile falls on all of them.
func (b *bench) interleave(ctx context.Context, runs int, commands ...command) ([]series, error) {
	all := make([]series, len(commands))
	for round := range runs + 1 {
		for i, c := range commands {
			one, err := b.once(ctx, c)
			if err != nil {
				return nil, err
			}
			all[i].name = c.name
			if round > 0 {
				all[i].samples = append(all[i].samples, one)
			}
		}
	}
	return all, nil
}

// once runs a command. Its output goes nowhere, as cheaply as possible.
func (b *bench) once(ctx context.Context, c command) (sample, error) {
	if c.prepare != nil {
		if err := c.prepare(); err != nil {
			return sample{}, fmt.Errorf("prepare %s: %w", c.name, err)
		}
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return sample{}, err
	}
	defer null.Close()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, b.env
	cmd.Stdout, cmd.Stderr = io.Writer(null), &stderr
	if c.reports {
		cmd.Stdout = &stdout
	}
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && slices.Contains(c.exits, exit.ExitCode()) {
		err = nil
	}
	if err != nil {
		return sample{}, fmt.Errorf("%s in %s: %w\n%s", strings.Join(c.args, " "), c.dir, err, stderr.Bytes())
	}
	one := sample{wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peak: peakOf(cmd.ProcessState)}
	if c.reports {
		var own parsed
		if err := json.Unmarshal(stdout.Bytes(), &own); err != nil {
			return sample{}, fmt.Errorf("%s: %w", c.name, err)
		}
		one.wall, one.cpu, one.files, one.bytes = own.Wall, own.CPU, own.Files, own.Bytes
	}
	return one, nil
}

// output runs a command that is not measured.
func (b *bench) output(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, b.env
	out, err := cmd.Output()
	if err != nil {
		var stderr []byte
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			stderr = exit.Stderr
		}
		return "", fmt.Errorf("%s in %s: %w\n%s", strings.Join(args, " "), dir, err, stderr)
	}
	return strings.TrimSpace(string(out)), nil
}
