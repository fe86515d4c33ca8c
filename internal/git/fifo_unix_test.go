//go:build unix

package git

import "syscall"

func fifo(f *fixture, path string) {
	f.Helper()
	f.must(syscall.Mkfifo(path, 0o644))
}
