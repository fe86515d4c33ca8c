package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"sentinel/internal/finding"
)

// stream is standard output. That it cannot be written to is no bug of ours, whichever command finds out: the error
// is a *finding.Failure, and kept for the end, so that one which is overlooked is told nevertheless.
type stream struct {
	to   io.Writer
	ctx  context.Context // ends the wait for a reader that does not read
	err  error
	gone bool // nobody reads any more
}

// Write writes the whole of p.
func (s *stream) Write(p []byte) (int, error) {
	if s.gone {
		return len(p), nil
	}
	err := s.write(p)
	switch {
	case err == nil:
		return len(p), nil
	case readerGone(err):
		s.gone = true
		return len(p), nil
	case s.ctx.Err() != nil:
		s.err = finding.Unfinishedf("", "write standard output: %w", context.Cause(s.ctx))
	default:
		s.err = finding.Unfinishedf("", "write standard output: %w", withoutPath(err))
	}
	return 0, s.err
}

// write leaves behind a write to a file that hangs: the process is about to end.
func (s *stream) write(p []byte) error {
	f, ok := s.to.(*os.File)
	if !ok {
		_, err := s.to.Write(p)
		return err
	}
	written := make(chan error, 1)
	go func() {
		_, err := f.Write(p)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	}
}

// readerGone says that the reader of a pipe went away, as head(1) does. It has had what it wanted: that is no error,
// and what else there was to say is dropped.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }

// withoutPath drops what the os package says besides the cause: it would call standard output /dev/stdout.
func withoutPath(err error) error {
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// outlivesReaders keeps a reader of standard output that goes away from killing the process: the other reports are
// still to be written, and the exit code is the verdict. What the process starts is not concerned.
func outlivesReaders() (release func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGPIPE)
	return func() { signal.Stop(signals) }
}
