// Package cli is the command line: it turns arguments into a request, hands it to the engine, and shows
// the result. It is the only package that prints, and decides nothing that a check or a policy should.
package cli

import (
	"context"
	"errors"
	"io"

	"sentinel/internal/finding"
)

// Main runs one command line, args[0] being the program's name, and returns the exit code (see finding.ExitCodes).
// The report goes to stdout; errors, hints and progress go to stderr. A run that hangs although it was interrupted twice
// is left behind.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, tired, release := untilInterrupted()
	defer release()
	defer outlivesReaders()()
	ended := make(chan int, 1)
	go func() { ended <- runLine(ctx, args, stdin, stdout, stderr) }()
	select {
	case code := <-ended:
		return code
	case <-tired:
		return printInterrupted(stderr)
	}
}

// runLine runs one command line to its end, and returns the exit code.
func runLine(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if p := recover(); p != nil {
			code = printError(stderr, panicError(p))
		}
	}()
	out := &stream{to: stdout, ctx: ctx}
	inv := &invocation{ctx: ctx, stdin: stdin, stdout: out, stderr: stderr}
	err := inv.run(ctx, args)
	if err == nil {
		err = out.err
	}
	switch {
	case err == nil:
		return inv.code
	case ctx.Err() != nil:
		return printInterrupted(stderr)
	}
	return printError(stderr, err)
}

// invocation is one run of the program. Nothing outlives it.
type invocation struct {
	// ctx ends when the run is interrupted. A command's own may end earlier, with its time budget.
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer

	// words are the arguments that are neither flags nor after "--"; paths are those after it.
	words, paths []string
	// code is the exit code of a run that ended without an error.
	code int
}

func (inv *invocation) run(ctx context.Context, args []string) error {
	app := inv.app()
	line, err := parseLine(args[1:], app.Commands)
	if err != nil {
		return err
	}
	switch {
	case line.help:
		return inv.printHelp(app, line.command)
	case line.command == "" && len(line.flags) > 0:
		return finding.Usagef("did you mean: sentinel check "+line.flags[0], "no command")
	case line.command == "":
		if err := writeHelp(inv.stderr, app, ""); err != nil {
			return err
		}
		return finding.Usagef("", "no command")
	}
	inv.words, inv.paths = line.words, line.paths
	err = app.RunContext(ctx, append([]string{app.Name, line.command}, line.flags...))
	if e := (*finding.Failure)(nil); err != nil && !errors.As(err, &e) && ctx.Err() == nil {
		return &finding.Failure{Exit: finding.ExitInternal, Err: err, Hint: bugHint}
	}
	return err
}
