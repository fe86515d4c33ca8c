//go:build unix

package hooks

import (
	"os/exec"
	"syscall"
)

// endWithChildren makes the end of a command's context end everything that it started, too.
func endWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
