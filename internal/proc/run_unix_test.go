//go:build unix

package proc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// roomy is a limit that the output of most helpers stays in.
var roomy = Limit{Bytes: 32 << 10, Lines: 2000}

// helperCommand runs the test program in a role.
func helperCommand(t testing.TB, role string, args ...string) Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Command{
		Argv: append([]string{self, "helper", role}, args...), Dir: t.TempDir(),
		Env: Environment(os.Environ(), "GOCOVERDIR"), Limit: roomy,
	}
}

// reports is the FIFO in which helpers report.
type reports struct {
	path string
	file *os.File
	*bufio.Reader
}

func newReports(t testing.TB) *reports {
	t.Helper()
	path := filepath.Join(t.TempDir(), "reports")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	_ = f.SetReadDeadline(time.Now().Add(time.Minute))
	return &reports{path: path, file: f, Reader: bufio.NewReader(f)}
}

// next waits for n helpers to report and gives their process ids.
func (r *reports) next(t testing.TB, n int) (ids []int) {
	t.Helper()
	for range n {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatal("a helper did not report:", err)
		}
		id, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

func TestStatuses(t *testing.T) {
	for _, tt := range []struct {
		command Command
		want    string // status, exit code, signal, reason
	}{
		{helperCommand(t, "exit", "0"), `passed 0 "" ""`},
		{helperCommand(t, "exit", "3"), `failed 3 "" ""`},
		{helperCommand(t, "kill-self"), `failed - "SIGKILL" ""`},
	} {
		o := NewRunner().Run(context.Background(), tt.command)
		code := "-"
		if o.ExitCode != nil {
			code = strconv.Itoa(*o.ExitCode)
		}
		if got := fmt.Sprintf("%s %s %q %q", o.Status, code, o.Signal, o.Reason); got != tt.want {
			t.Errorf("%q: got  %s\nwant %s", tt.command.Argv, got, tt.want)
		}
		if o.Duration <= 0 || o.Left != 0 {
			t.Errorf("%q: duration %v, left %d", tt.command.Argv, o.Duration, o.Left)
		}
	}
}

func TestWhatCannotBeStarted(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain", "#!/bin/sh\n", 0o600)
	script := write("script", "#!/no/such/interpreter -x\n", 0o700)
	noise := write("noise", "\x00\x01\x02", 0o700)
	env := []string{"PATH=" + dir}
	for _, tt := range []struct {
		command Command
		reason  string
	}{
		{Command{Dir: dir, Env: env}, `the command is empty`},
		{Command{Argv: []string{""}, Dir: dir, Env: env}, `the program has no name`},
		{Command{Argv: []string{"nosuchprogram"}, Dir: dir, Env: env}, `"nosuchprogram" is not found in PATH`},
		{Command{Argv: []string{"sh"}, Dir: dir}, `"sh" is not found: PATH has no folder to look in`},
		{Command{Argv: []string{"plain"}, Dir: dir, Env: env}, plain + ` is not executable`},
		{Command{Argv: []string{plain}, Dir: dir, Env: env}, plain + ` is not executable`},
		{Command{Argv: []string{dir}, Dir: dir, Env: env}, dir + ` is not a file`},
		{Command{Argv: []string{"./plain"}, Dir: dir, Env: env}, `"./plain" is a relative path`},
		{Command{Argv: []string{"script"}, Dir: dir, Env: env}, script + ` needs the interpreter "/no/such/interpreter", which is not there`},
		{Command{Argv: []string{noise}, Dir: dir, Env: env}, noise + ` is neither a program for this system nor a script`},
		{Command{Argv: []string{script}, Dir: dir + "/gone", Env: env}, `the folder to run in, ` + dir + `/gone, does not exist`},
		{Command{Argv: []string{script}, Dir: plain, Env: env}, `the folder to run in, ` + plain + `, is not a folder`},
		{Command{Argv: []string{script}, Dir: "relative", Env: env}, `the folder to run in, "relative", is not absolute`},
		{Command{Argv: []string{script, "a\x00b"}, Dir: dir, Env: env}, `argument 1 holds a NUL character`},
	} {
		o := NewRunner().Run(context.Background(), tt.command)
		if o.Status != SpawnError || !strings.HasPrefix(o.Reason, "it could not be started: ") || !strings.Contains(o.Reason, tt.reason) {
			t.Errorf("%q: %s, %s\nwant %s", tt.command.Argv, o.Status, o.Reason, tt.reason)
		}
	}
}

func TestNothingIsReadAndThereIsNoTerminal(t *testing.T) {
	r := NewRunner()
	if got := r.Run(context.Background(), helperCommand(t, "stdin")).Stdout.Text; got != "0 <nil>\n" {
		t.Errorf("standard input gave %q", got)
	}
	c := helperCommand(t, "session")
	real, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Run(context.Background(), c).Stdout.Text, "true true "+real+"\n"; got != want {
		t.Errorf("leader of its session, without a terminal, in its folder: got %q, want %q", got, want)
	}
}

func TestOutputsAreApart(t *testing.T) {
	o := NewRunner().Run(context.Background(), helperCommand(t, "print", "\x1b[32mout\x1b[0m\r\n", "err"))
	if o.Stdout.Text != "out\n" || o.Stderr.Text != "err" || o.Stdout.Bytes != 14 || o.Stderr.Truncated {
		t.Errorf("got %+v and %+v", o.Stdout, o.Stderr)
	}
}

func TestMuchOutputKeepsHeadAndTail(t *testing.T) {
	const size = 10 << 20
	for _, shape := range []string{"lines", "one-line"} {
		o := NewRunner().Run(context.Background(), helperCommand(t, "spew", strconv.Itoa(size), shape))
		out := o.Stdout
		if o.Status != Passed || out.Bytes != size+10 || !out.Truncated || out.Dropped < size-int64(roomy.Bytes) {
			t.Errorf("%s: %s, %d bytes, %d dropped", shape, o.Status, out.Bytes, out.Dropped)
		}
		if len(out.Text) > roomy.Bytes || strings.Count(out.Text, "\n") > roomy.Lines {
			t.Errorf("%s: %d bytes are over the limit", shape, len(out.Text))
		}
		if !strings.HasPrefix(out.Text, "0123456789abcde") || !strings.HasSuffix(out.Text, "\nFAILED x\n") {
			t.Errorf("%s: head or tail is missing", shape)
		}
		if !strings.Contains(out.Text, " bytes left out …\n") {
			t.Errorf("%s: there is no marker", shape)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	for _, limited := range []string{"command", "context"} {
		reports := newReports(t)
		c := helperCommand(t, "sleep", reports.path)
		ctx, cancel := context.WithCancel(context.Background())
		want := "the time limit of 300ms ended it"
		if c.Timeout = 300 * time.Millisecond; limited == "context" {
			cancel()
			ctx, cancel = context.WithTimeout(context.Background(), c.Timeout)
			c.Timeout, want = 0, "the time for the whole run was over"
		}
		o := NewRunner().Run(ctx, c)
		cancel()
		if o.Status != TimedOut || o.ExitCode != nil || o.Reason != want {
			t.Errorf("%s: got %+v", limited, o)
		}
	}
}

func TestTimeLimitsOfAnySizeAreKept(t *testing.T) {
	for _, limit := range []time.Duration{math.MaxInt32 * time.Millisecond, (math.MaxInt32 + 1) * time.Millisecond, math.MaxInt64} {
		c := helperCommand(t, "exit", "0")
		c.Timeout = limit
		if o := NewRunner().Run(context.Background(), c); o.Status != Passed {
			t.Errorf("%v: got %+v", limit, o)
		}
	}
	c := helperCommand(t, "exit", "0")
	c.Timeout = -1
	if o := NewRunner().Run(context.Background(), c); o.Status != TimedOut || o.Duration != 0 {
		t.Errorf("a limit that is over already: got %+v", o)
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := helperCommand(t, "exit", "0")
	if o := NewRunner().Run(ctx, c); o.Status != Cancelled || o.Reason != "it was not started: it was cancelled" {
		t.Errorf("got %+v", o)
	}
}

func TestOneCommandAtATime(t *testing.T) {
	r, reports := NewRunner(), newReports(t)
	first, stopFirst := context.WithCancel(context.Background())
	ended := make(chan Outcome)
	go func() { ended <- r.Run(first, helperCommand(t, "sleep", reports.path)) }()
	reports.next(t, 1)

	second, stopSecond := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stopSecond()
	if o := r.Run(second, helperCommand(t, "exit", "0")); o.Status != TimedOut || !strings.Contains(o.Reason, "not started") {
		t.Errorf("the second command did not wait: %+v", o)
	}
	stopFirst()
	if o := <-ended; o.Status != Cancelled {
		t.Errorf("got %+v", o)
	}
	if o := r.Run(context.Background(), helperCommand(t, "exit", "0")); o.Status != Passed {
		t.Errorf("after the first has ended: %+v", o)
	}
}

func TestTheCommandHasTimeToEnd(t *testing.T) {
	reports := newReports(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		if _, err := reports.ReadString('\n'); err != nil {
			t.Error(err)
		}
	}()
	o := NewRunner().Run(ctx, helperCommand(t, "polite", reports.path))
	if o.Status != Cancelled || o.Stdout.Text != "got terminated\n" || o.Signal != "" || o.ExitCode != nil {
		t.Errorf("got %+v", o)
	}
}

// What is stopped hears that it is to end only once it goes on.
func TestWhatIsStoppedEndsAtOnce(t *testing.T) {
	reports := newReports(t)
	c := helperCommand(t, "stopped", reports.path)
	c.Timeout = 300 * time.Millisecond
	r := NewRunner()
	r.grace = time.Minute
	if o := r.Run(context.Background(), c); o.Status != TimedOut || o.Signal != "SIGTERM" || o.Duration > r.grace/2 {
		t.Errorf("got %+v", o)
	}
}

func TestUrgencyLeavesNoTimeToEnd(t *testing.T) {
	reports, urgent := newReports(t), make(chan struct{})
	ctx, cancel := context.WithCancel(WithUrgency(context.Background(), urgent))
	go func() {
		reports.next(t, 2) // the child, and the command
		cancel()
		close(urgent)
	}()
	r := NewRunner()
	r.grace = time.Minute
	o := r.Run(ctx, helperCommand(t, "session-child", reports.path))
	if o.Status != Cancelled || o.Duration > r.grace/2 || o.Reason != "it was cancelled" {
		t.Errorf("got %+v", o)
	}
}

func TestSecretsDoNotReachTheCommand(t *testing.T) {
	secrets := strings.Fields(`AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GITHUB_TOKEN GH_TOKEN
		GITLAB_TOKEN NPM_TOKEN NODE_AUTH_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY GOOGLE_APPLICATION_CREDENTIALS
		AZURE_CLIENT_SECRET DATABASE_URL PGPASSWORD MYSQL_PWD REDIS_URL SLACK_TOKEN STRIPE_SECRET_KEY
		SSH_AUTH_SOCK DOCKER_AUTH_CONFIG KUBECONFIG VAULT_TOKEN SENTRY_AUTH_TOKEN GIT_ASKPASS NODE_OPTIONS LD_PRELOAD`)
	if len(secrets) != 26 {
		t.Fatal(len(secrets))
	}
	from := os.Environ()
	for _, name := range secrets {
		from = append(from, name+"=TOPSECRET")
	}
	c := helperCommand(t, "env")
	c.Env = Environment(from)
	if got := NewRunner().Run(context.Background(), c).Stdout.Text; strings.Contains(got, "TOPSECRET") || !strings.Contains(got, "CI=1\n") {
		t.Errorf("got\n%s", got)
	}
	// An environment that is not given is empty, not this process's.
	c.Env = nil
	if got := NewRunner().Run(context.Background(), c).Stdout.Text; got != "\n" {
		t.Errorf("without an environment: got\n%s", got)
	}
}

func TestProgramsOfAvoidedFoldersAreNotStarted(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	repository, tools := t.TempDir(), t.TempDir()
	for _, folder := range []string{repository, tools} {
		if err := os.Symlink(self, filepath.Join(folder, "tool")); err != nil {
			t.Fatal(err)
		}
	}
	c := helperCommand(t, "env")
	c.Argv[0], c.Avoid = "tool", []string{repository}
	c.Env = []string{"PATH=" + strings.Join([]string{"", ".", repository, tools}, ":")}
	if o := NewRunner().Run(context.Background(), c); o.Stdout.Text != "PATH="+tools+"\n" {
		t.Errorf("got %+v", o)
	}
	c.Env = []string{"PATH=" + repository}
	if o := NewRunner().Run(context.Background(), c); o.Status != SpawnError {
		t.Errorf("the repository's own program was started: %+v", o)
	}
	if _, err := findOutside("tool", tools+":"+repository, []string{filepath.Dir(self)}); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("a link into an avoided folder: %v", err)
	}
}

// What a command with much output costs, and what it costs to have it drained and nothing else.
func BenchmarkRun(b *testing.B) {
	c := helperCommand(b, "spew", strconv.Itoa(10<<20), "lines")
	b.Run("run", func(b *testing.B) {
		for b.Loop() {
			if o := NewRunner().Run(context.Background(), c); o.Status != Passed {
				b.Fatal(o)
			}
		}
	})
	b.Run("direct", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
			cmd.Dir, cmd.Env, cmd.Stdout = c.Dir, c.Env, io.Writer(struct{ io.Writer }{io.Discard})
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
