package proc

import (
	"os"
	"runtime"
)

// child is the command's own process.
type child struct {
	process *os.Process
	exited  chan struct{} // closed when it has
	state   *os.ProcessState
	err     error
}

// startChild starts the program. The thread that does has to stay until the child has exited: on Linux, a child that
// is to die with its parent dies with the parent's thread.
func startChild(program string, argv []string, attr *os.ProcAttr) (*child, error) {
	c := &child{exited: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		var err error
		c.process, err = os.StartProcess(program, argv, attr)
		started <- err
		if err != nil {
			return
		}
		c.state, c.err = c.process.Wait()
		close(c.exited)
	}()
	return c, <-started
}

func (c *child) hasExited() bool {
	select {
	case <-c.exited:
		return true
	default:
		return false
	}
}

// judge fills in how a child that was let alone has ended. Its exit code, or its signal, is all there is to say of it.
func (c *child) judge(o *Outcome) {
	o.Status = Failed
	switch {
	case c.err != nil:
		o.add("its end could not be observed: %v", c.err)
	case c.signal() == "":
		code := c.state.ExitCode()
		o.ExitCode = &code
		if code == 0 {
			o.Status = Passed
		}
	}
}

// signal names the signal that ended it, "" when none did.
func (c *child) signal() string {
	if c.state == nil {
		return ""
	}
	return signalName(c.state)
}
