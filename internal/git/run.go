package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
	"unicode"
)

// Time limits of one git process. An inert command reads a few small files. The others may read a whole
// work tree: the slowest that was measured is 4 s, on 200,000 files that were not in the disk cache.
const (
	inertLimit = 15 * time.Second
	workLimit  = 2 * time.Minute
	killWait   = 2 * time.Second
)

// command is one git process to run.
type command struct {
	program string
	dir     string
	env     []string
	stdin   []byte
	stdout  io.Writer // takes the output as it comes; nil keeps it for the end
	limit   time.Duration
	args    []string
}

// output is what a process wrote; stdout is empty where the command says who takes it.
type output struct{ stdout, stderr []byte }

// exitError says how a git process ended that did not succeed.
type exitError struct {
	command string
	code    int
	stderr  string
}

func (e *exitError) Error() string {
	if e.stderr == "" {
		return fmt.Sprintf("git %s: exit status %d", e.command, e.code)
	}
	return fmt.Sprintf("git %s: %s", e.command, e.stderr)
}

// exited reports whether err is a process that ended with that code.
func exited(err error, code int) bool {
	var e *exitError
	return errors.As(err, &e) && e.code == code
}

// run runs one process to its end. It never outlives ctx or its limit; neither does what it started.
func run(ctx context.Context, c command) (output, error) {
	limited, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	cmd := exec.CommandContext(limited, c.program, c.args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	if c.stdin != nil {
		cmd.Stdin = bytes.NewReader(c.stdin)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if c.stdout != nil {
		cmd.Stdout = c.stdout
	}
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	cmd.WaitDelay = killWait
	err := cmd.Run()
	out := output{stdout.Bytes(), stderr.Bytes()}
	if err == nil {
		return out, nil
	}
	return out, c.explain(ctx, limited, err, stderr.String())
}

// explain turns the end of a process into an error that says which of four things it was.
func (c command) explain(ctx, limited context.Context, err error, stderr string) error {
	if ctx.Err() != nil {
		return fmt.Errorf("git %s: %w", c.name(), context.Cause(ctx))
	}
	if limited.Err() != nil {
		return fmt.Errorf("git %s: %w of %s", c.name(), ErrTimeout, c.limit)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &exitError{c.name(), exit.ExitCode(), firstLines(stderr)}
	}
	return fmt.Errorf("start git %s: %w", c.name(), err)
}

// name is git's word for what is run, the first after settings.
func (c command) name() string {
	args := c.args
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// firstLines keeps an error message to what a person reads. Git repeats names of the repository in it.
func firstLines(stderr string) string {
	const most = 400
	text := strings.Join(strings.Fields(stderr), " ")
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
