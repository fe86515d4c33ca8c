//go:build !unix

package proc

import (
	"io/fs"
	"os"
)

// signalName names the signal that ended a process: there are none here.
func signalName(*os.ProcessState) string { return "" }

// isExecutable reports whether a file can be executed, which its name says here.
func isExecutable(fs.FileInfo) bool { return true }

// fileNames are the names that the file of a program can have. Scripts (.bat, .cmd) are not among them, as they run in
// a shell.
func fileNames(program string) []string { return []string{program + ".exe", program + ".com"} }
