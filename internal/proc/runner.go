package proc

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// The times that the end of a command takes.
const (
	// grace is how long a command has to end after it was asked to (SIGTERM), before it is made to.
	grace = 2 * time.Second
	// settling is how long what a command leaves behind has to end by itself after the command did, such as the
	// other end of a pipe.
	settling = 500 * time.Millisecond
	// lastResort is how long processes that were made to end are waited for; only what hangs in the kernel, or
	// belongs to somebody else, takes longer than a moment.
	lastResort = 5 * time.Second
	// reaping is how often processes that ended after their parents are taken note of while a command runs. Whoever
	// adopts processes has to, or they fill the process table.
	reaping = time.Second
)

// Runner runs commands, one at a time. A process has one Runner.
//
// Nothing of a command outlives Run, as far as the system allows:
//
//   - On Linux, this process adopts what a command starts and abandons (as a "child subreaper") for as long as the
//     command runs, and finds it in /proc: whether it ignores signals, has a session of its own, or was started by
//     something that is gone. If this process is killed, the command itself is killed with it, what it started is not.
//     Meanwhile the process must start nothing in a session of its own by other means, as it would be taken for
//     something that the command left behind; what there was before is left alone.
//   - On other Unix systems, the command's process group is ended; what left the group is not.
//   - On Windows, the command itself is ended.
type Runner struct {
	turn  chan struct{}
	grace time.Duration
}

// NewRunner makes the process's Runner.
func NewRunner() *Runner { return &Runner{turn: make(chan struct{}, 1), grace: grace} }

// Run runs a command to its end: its own, that of its time limit, or that of ctx, whose deadline counts as a time
// limit and whose cancellation as Cancelled. Then it ends what is left: what is asked to end (SIGTERM) has two
// seconds before it is made to (SIGKILL), and none once it is urgent (see WithUrgency). What is there when a command
// exits by itself has half a second to go first.
//
// The command reads nothing (/dev/null), and has no terminal. It can write as much as it likes; memory is bounded
// by Limit. Run waits until a running command of the same Runner is done; Timeout counts from the start.
func (r *Runner) Run(ctx context.Context, c Command) Outcome {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
	}
	switch {
	case ctx.Err() != nil:
		o := Outcome{}
		o.interrupted(ctx.Err())
		o.Reason = "it was not started: " + o.Reason
		return o
	case c.Timeout < 0:
		return Outcome{Status: TimedOut, Reason: "it was not started: no time was left for it"}
	}
	program, env, err := prepare(c)
	if err == nil {
		var e *execution
		if e, err = start(program, env, c); err == nil {
			return e.run(ctx, r.grace)
		}
	}
	return Outcome{Status: SpawnError, Reason: "it could not be started: " + err.Error()}
}

// execution is a command that was started.
type execution struct {
	command        Command
	family         *family
	child          *child
	stdout, stderr *stream
	began          time.Time
}

// start starts the program and begins to read what it writes.
func start(program string, env []string, c Command) (*execution, error) {
	f, err := newFamily()
	if err != nil {
		return nil, fmt.Errorf("what it starts could not be kept track of: %w", err)
	}
	e := &execution{command: c, family: f}
	if err := e.launch(program, env); err != nil {
		f.close()
		return nil, err
	}
	f.adopt(e.child.process)
	go e.stdout.drain()
	go e.stderr.drain()
	return e, nil
}

func (e *execution) launch(program string, env []string) (err error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	stdout, outEnd, err := newStream(e.command.Limit)
	if err != nil {
		return err
	}
	defer outEnd.Close()
	stderr, errEnd, err := newStream(e.command.Limit)
	if err != nil {
		stdout.pipe.Close()
		return err
	}
	defer errEnd.Close()

	e.stdout, e.stderr, e.began = stdout, stderr, time.Now()
	e.child, err = startChild(program, e.command.Argv, &os.ProcAttr{
		Dir: e.command.Dir, Env: env, Files: []*os.File{null, outEnd, errEnd}, Sys: e.family.attributes(),
	})
	if err != nil {
		stdout.pipe.Close()
		stderr.pipe.Close()
		return explain(err, program)
	}
	return nil
}

// run sees a command to its end. Grace is how long what is asked to end has for it.
func (e *execution) run(ctx context.Context, grace time.Duration) Outcome {
	defer e.family.close()
	var o Outcome
	if e.watch(ctx, &o) {
		e.settle(settling, ctx.Done())
		if o.Left = e.family.others(); o.Left > 0 {
			o.add("%s that it left behind had to be ended", processes(o.Left))
		}
	}
	if !e.child.hasExited() || e.family.others() > 0 {
		e.family.terminate()
		e.settle(grace, urgentOf(ctx))
	}
	e.finish(&o)
	return o
}

// watch waits for the command, and says whether it exited by itself. If not, the outcome says why.
func (e *execution) watch(ctx context.Context, o *Outcome) (byItself bool) {
	var limit <-chan time.Time
	if e.command.Timeout > 0 {
		timer := time.NewTimer(e.command.Timeout)
		defer timer.Stop()
		limit = timer.C
	}
	reap := time.NewTicker(reaping)
	defer reap.Stop()
	for !e.child.hasExited() {
		select {
		case <-e.child.exited:
		case <-ctx.Done():
			o.interrupted(ctx.Err())
			return false
		case <-limit:
			o.Status = TimedOut
			o.add("the time limit of %v ended it", e.command.Timeout)
			return false
		case <-reap.C:
			e.family.reap()
		}
	}
	e.child.judge(o)
	o.Duration = time.Since(e.began)
	return true
}

// settle waits until the command, everything it started and its output have ended, for no longer than limit, and not
// once interrupt is closed.
func (e *execution) settle(limit time.Duration, interrupt <-chan struct{}) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for _, end := range []<-chan struct{}{e.child.exited, e.stdout.ended, e.stderr.ended} {
		select {
		case <-end:
		case <-timer.C:
			return
		case <-interrupt:
			return
		}
	}
	for pause := time.Millisecond; e.family.others() > 0; pause = min(2*pause, 50*time.Millisecond) {
		select {
		case <-time.After(pause):
		case <-timer.C:
			return
		case <-interrupt:
			return
		}
	}
}

// finish ends whatever is left and completes the outcome.
func (e *execution) finish(o *Outcome) {
	remaining := e.family.kill(e.child)
	if e.child.hasExited() {
		o.Signal = e.child.signal()
	}
	if o.Duration == 0 {
		o.Duration = time.Since(e.began)
	}
	if remaining != "" {
		o.add("%s could not be ended", remaining)
	}
	var whole [2]bool
	o.Stdout, whole[0] = e.stdout.result()
	o.Stderr, whole[1] = e.stderr.result()
	if whole != [2]bool{true, true} {
		o.add("its output could not be read to the end")
	}
}

// interrupted says that the context ended it.
func (o *Outcome) interrupted(err error) {
	o.Status = Cancelled
	reason := "it was cancelled"
	if err == context.DeadlineExceeded {
		o.Status, reason = TimedOut, "the time for the whole run was over"
	}
	o.add("%s", reason)
}

// add adds to the reason.
func (o *Outcome) add(format string, args ...any) {
	o.Reason = strings.TrimPrefix(o.Reason+"; "+fmt.Sprintf(format, args...), "; ")
}

func processes(n int) string {
	if n == 1 {
		return "1 process"
	}
	return fmt.Sprintf("%d processes", n)
}
