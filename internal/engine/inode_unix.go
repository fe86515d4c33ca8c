//go:build unix

package engine

import (
	"io/fs"
	"syscall"
)

// inode is the number of a file on its device: a file that was replaced has another one.
func inode(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Ino) // not 64 bits wide everywhere
	}
	return 0
}
