//go:build !unix

package engine

import "io/fs"

// inode is the number of a file on its device, 0 where a folder does not say.
func inode(fs.FileInfo) uint64 { return 0 }

// isOurs reports whether a file is this user's alone. Elsewhere than on Unix, each user has a folder for temporary files.
func isOurs(fs.FileInfo) bool { return true }
