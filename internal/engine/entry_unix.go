//go:build unix

package engine

import (
	"io/fs"
	"os"
	"syscall"
)

// inode is the number of a file on its device: a file that was replaced has another one.
func inode(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino) // not 64 bits wide everywhere
	}
	return 0
}

// isOurs reports whether a file belongs to this user, and nobody else may write or read it.
func isOurs(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Getuid() && info.Mode().Perm()&0o077 == 0
}
