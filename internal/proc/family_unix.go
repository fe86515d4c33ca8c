//go:build unix && !linux

package proc

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// family is a command with its process group. What left the group is out of reach.
type family struct {
	group int // the command's process id, 0 before it is started
}

func newFamily() (*family, error) { return &family{}, nil }

func (f *family) close() {}

// attributes start the command in a session, and so a process group, of its own.
func (f *family) attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func (f *family) adopt(command *os.Process) { f.group = command.Pid }

// reap has nothing to do: the system takes care of orphans.
func (f *family) reap() {}

// others says whether the group has members, once the command itself has exited: 1 stands for any number.
func (f *family) others() int {
	if unix.Kill(-f.group, 0) != nil {
		return 0
	}
	return 1
}

// terminate asks the group to end. What is stopped has to go on for that.
func (f *family) terminate() {
	_ = unix.Kill(-f.group, unix.SIGTERM)
	_ = unix.Kill(-f.group, unix.SIGCONT)
}

// kill makes the group end and waits until it has. It says what remains, "" when nothing does.
func (f *family) kill(c *child) (remaining string) {
	for deadline := time.Now().Add(lastResort); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if c.hasExited() && f.others() == 0 {
			return ""
		}
		_ = unix.Kill(-f.group, unix.SIGKILL)
	}
	return "its process group"
}
