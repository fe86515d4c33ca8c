//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// peakOf is the largest resident set of an ended process and of those it waited for, in bytes. It is never under this
// process's own, which a new process has for a moment.
func peakOf(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // getrusage(2) there: bytes; elsewhere: kilobytes
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) * 1024
}

// ownCPU is the user and system time of this process so far.
func ownCPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
