//go:build unix

package git

import (
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup makes a command the leader of its own process group, so that whatever it starts can be ended with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the command and everything in its group.
func killGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }

// foreignOwner is the numeric id of a file's owner, if that is somebody else. Like git, it counts whoever
// called sudo as the same person.
func foreignOwner(info fs.FileInfo, env environ) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	owner := strconv.FormatUint(uint64(stat.Uid), 10)
	if int(stat.Uid) == os.Geteuid() || os.Geteuid() == 0 && owner == env["SUDO_UID"] {
		return ""
	}
	return owner
}

// openWithoutWaiting keeps a FIFO that took a file's place from blocking the open.
const openWithoutWaiting = syscall.O_NONBLOCK
