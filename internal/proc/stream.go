package proc

import (
	"os"
	"sync"
	"time"
)

// stream reads one output of a command until its end, so that the command never waits for a reader.
type stream struct {
	pipe  *os.File
	ended chan struct{} // closed when nobody can write any more, or reading was given up

	mu      sync.Mutex
	cleaner *cleaner
	keeper  *keeper
	bytes   int64
	done    bool // what comes now comes too late
}

// newStream makes a stream and the end that the command writes to, which the caller closes once it is started.
func newStream(l Limit) (s *stream, write *os.File, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	k := newKeeper(l)
	return &stream{pipe: read, ended: make(chan struct{}), keeper: k, cleaner: newCleaner(k)}, write, nil
}

func (s *stream) drain() {
	defer close(s.ended)
	buf := make([]byte, 64<<10) // what a pipe holds on Linux
	for {
		n, err := s.pipe.Read(buf)
		s.take(buf[:n])
		if err != nil {
			return
		}
	}
}

func (s *stream) take(p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.done {
		s.bytes += int64(len(p))
		s.cleaner.write(p)
	}
}

// result ends the stream. If somebody who could not be ended still holds the other end, it does not wait for them, and
// the text is not complete.
func (s *stream) result() (text Captured, complete bool) {
	select {
	case <-s.ended:
		complete = true
	case <-time.After(settling):
		if s.pipe.SetReadDeadline(time.Now()) == nil {
			<-s.ended
		}
	}
	s.pipe.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
	s.cleaner.close()
	kept, dropped := s.keeper.result()
	return Captured{Text: kept, Bytes: s.bytes, Dropped: dropped, Truncated: dropped > 0}, complete
}
