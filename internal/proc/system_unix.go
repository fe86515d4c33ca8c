//go:build unix

package proc

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// signalName names the signal that ended a process, "" when none did.
func signalName(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	return unix.SignalName(status.Signal())
}

// isExecutable reports whether anybody may execute a file. Whether we may, the system says when it is started.
func isExecutable(info fs.FileInfo) bool { return info.Mode()&0o111 != 0 }

// fileNames are the names that the file of a program can have.
func fileNames(program string) []string { return []string{program} }
