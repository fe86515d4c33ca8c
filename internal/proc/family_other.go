//go:build !unix

package proc

import (
	"os"
	"syscall"
	"time"
)

// family is a command alone: what it starts is out of reach.
type family struct {
	command *os.Process
}

func newFamily() (*family, error) { return &family{}, nil }

func (f *family) close() {}

func (f *family) attributes() *syscall.SysProcAttr { return nil }

func (f *family) adopt(command *os.Process) { f.command = command }

func (f *family) reap() {}

func (f *family) others() int { return 0 }

// terminate does nothing: there is no asking.
func (f *family) terminate() {}

// kill makes the command end and waits until it has. It says what remains, "" when nothing does.
func (f *family) kill(c *child) (remaining string) {
	_ = f.command.Kill()
	select {
	case <-c.exited:
		return ""
	case <-time.After(lastResort):
		return "the command"
	}
}
