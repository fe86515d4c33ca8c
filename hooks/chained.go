package hooks

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"sentinel/internal/finding"
)

// chainedVariable tells a hook of ours, started by the hook it chains (as managers do that run the hook they
// replaced), not to start that one again. Its value is the chained hook's path.
const chainedVariable = "SENTINEL_CHAINED"

// interruptWait is how long a hook that was told to stop may take to clean up.
const interruptWait = 5 * time.Second

// Call is how git calls a hook.
type Call struct {
	// Hook is the hook's name; From the file of ours that was started, usually by git.
	Hook, From     string
	Args           []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
}

// RunChained runs the hook that ours replaced as git would have, with the same arguments, input and folder, and gives
// its path and exit code. Its $0 has the same last part and another folder: see keptSuffix. The path is "" where there
// is none that git would run.
func RunChained(ctx context.Context, c Call) (path string, code int, err error) {
	folder, err := filepath.Abs(filepath.Dir(c.From))
	if err != nil {
		return "", 0, finding.Unfinishedf("", "find the replaced hook: %w", err)
	}
	path = filepath.Join(keptFolder(folder), c.Hook)
	if !IsExecutable(path) || os.Getenv(chainedVariable) == path || c.runsAlready(path) {
		return "", 0, nil
	}
	err = c.run(ctx, path, path, c.Args...)
	if errors.Is(err, syscall.ENOEXEC) { // no "#!" line: git then takes the shell, too
		err = c.run(ctx, path, "sh", append([]string{path}, c.Args...)...)
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return path, 0, ctx.Err()
	case errors.As(err, &exit):
		return path, max(exit.ExitCode(), 1), nil
	case err != nil:
		return path, 0, finding.Unfinishedf("", "run the replaced hook: %w", err)
	}
	return path, 0, nil
}

func (c Call) run(ctx context.Context, chained, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Stdin, c.Stdout, c.Stderr
	cmd.Env = append(os.Environ(), chainedVariable+"="+chained)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = interruptWait
	return cmd.Run()
}
