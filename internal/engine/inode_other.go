//go:build !unix

package engine

import "io/fs"

// inode is the number of a file on its device, 0 where a folder does not say.
func inode(fs.FileInfo) uint64 { return 0 }
