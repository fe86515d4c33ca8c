//go:build !unix

package git

import "io/fs"

func inode(fs.FileInfo) string { return "" }
