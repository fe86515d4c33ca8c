//go:build unix

package report

import (
	"errors"
	"syscall"
)

// openWithoutWaiting keeps the opening of a FIFO from waiting for its reader.
const openWithoutWaiting = syscall.O_NONBLOCK

// isUnread is the error of opening a FIFO that has no reader. A device that is not there gives it too.
func isUnread(err error) bool { return errors.Is(err, syscall.ENXIO) }
