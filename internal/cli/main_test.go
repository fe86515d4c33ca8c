package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"testing"
	"time"

	"sentinel/internal/finding"
)

// run runs one command line in this process.
func run(stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(append([]string{"sentinel"}, args...), stdin, &out, &errs)
	return code, out.String(), errs.String()
}

// panics is a terminal that the program cannot survive.
type panics struct{}

func (panics) Write([]byte) (int, error) { panic("no more room\n\x1b[31m") }

func TestAPanicIsOneLineThatSaysWhere(t *testing.T) {
	var stderr bytes.Buffer
	code := Main([]string{"sentinel", "version"}, nil, panics{}, &stderr)
	if code != finding.ExitInternal {
		t.Errorf("exit code %d, want %d", code, finding.ExitInternal)
	}
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], `error: internal error: no more room\x0a\x1b[31m (at main_test.go:`) ||
		lines[1] != "hint: "+bugHint {
		t.Errorf("stderr is\n%s", stderr.String())
	}
}

// ctrlC is a standard input that has nothing to give, at which the user presses Ctrl-C.
type ctrlC struct{ release chan struct{} }

func (c ctrlC) Read([]byte) (int, error) {
	if err := pressCtrlC(); err != nil {
		return 0, err
	}
	<-c.release
	return 0, io.EOF
}

func pressCtrlC() error {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return self.Signal(os.Interrupt)
}

func TestCtrlCEndsARunThatWaitsForInput(t *testing.T) {
	stdin := ctrlC{make(chan struct{})}
	defer close(stdin.release)
	code, stdout, stderr := run(stdin, "check", "--stdin", "--stdin-path", "a.ts")
	if code != finding.ExitInterrupted || stdout != "" || stderr != "error: interrupted; nothing was judged\n" {
		t.Errorf("got %d\nstdout: %s\nstderr: %s", code, stdout, stderr)
	}
}

// TestASecondCtrlCEndsIt: whatever a run hangs on after the first one. It plays the run in a process of its own.
func TestASecondCtrlCEndsIt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	const inChild = "SENTINEL_TEST_HANG"
	if os.Getenv(inChild) != "" {
		os.Exit(Main([]string{"sentinel", "version"}, nil, hangs{}, os.Stderr))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), inChild+"=1")
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != finding.ExitInterrupted {
		t.Errorf("it ended with: %v", err)
	}
}

// hangs is an output that never takes anything, at which the user presses Ctrl-C twice.
type hangs struct{}

func (hangs) Write([]byte) (int, error) {
	heard := make(chan os.Signal, 2)
	signal.Notify(heard, os.Interrupt)
	for range 2 {
		if err := pressCtrlC(); err != nil {
			return 0, err
		}
		<-heard // else two of them count as one
	}
	select {}
}

// A run must not see the flags of an earlier one: the library keeps values in its flag objects.
func TestRunsShareNothing(t *testing.T) {
	_, before, _ := run(nil, "rules")
	if code, _, stderr := run(nil, "rules", "--json"); code != 0 {
		t.Fatal(stderr)
	}
	if _, after, _ := run(nil, "rules"); after != before || before == "" {
		t.Errorf("the second run differs:\n%s\n%s", before, after)
	}
}

func TestStdinHasALimit(t *testing.T) {
	code, _, stderr := run(io.LimitReader(zeros{}, stdinLimit+10), "check", "--stdin", "--stdin-path", "a.ts")
	if code != finding.ExitUsage || !strings.Contains(stderr, "standard input is over") {
		t.Errorf("got %d: %s", code, stderr)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }
