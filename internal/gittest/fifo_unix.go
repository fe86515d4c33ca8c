//go:build unix

package gittest

import "syscall"

// FIFO makes a named pipe at a path of the file system. Nobody ever writes to it.
func (r *Repo) FIFO(path string) {
	r.t.Helper()
	r.Must(syscall.Mkfifo(path, 0o644))
}
