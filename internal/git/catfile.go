package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// readers is how many "git cat-file" processes serve at once: two keep two cores' workers busy, since a reader
// spends its time in zlib; more only cost memory. Starting one costs as much as reading a few hundred kilobytes, so
// the others are started only after manyReads questions.
const (
	readers   = 2
	manyReads = 64
)

// readLimit is the time one object may take, however large the pack it is in.
const readLimit = 30 * time.Second

// objectReader is a pool of "git cat-file --batch" processes. They are asked by object id only: a path could
// hold a newline, which would end the question.
type objectReader struct {
	start func() (*catFile, error)
	// keep takes an idle process over when the pool closes, and reports whether it did. May be nil.
	keep  func(*catFile) bool
	slots chan struct{}
	asked atomic.Int64

	mu     sync.Mutex
	idle   []*catFile
	busy   map[*catFile]bool
	closed bool
	ahead  sync.WaitGroup // processes being started by warm
}

func newObjectReader(start func() (*catFile, error)) *objectReader {
	r := &objectReader{start: start, slots: make(chan struct{}, readers), busy: map[*catFile]bool{}}
	for range readers - 1 {
		r.slots <- struct{}{}
	}
	return r
}

// content is what a question gave.
type content struct {
	kind string
	data []byte
}

// read reads one object of at most limit bytes. A process that has begun to send a larger one, that broke, or
// that took too long is ended; the next question gets another.
func (r *objectReader) read(ctx context.Context, id OID, limit int64) (content, error) {
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return content{}, fmt.Errorf("read object %s: %w", id, context.Cause(ctx))
	}
	defer func() { <-r.slots }()
	if r.asked.Add(1) == manyReads {
		for range readers - 1 {
			<-r.slots // those held back at first
		}
	}
	got, err := r.ask(ctx, id, limit)
	if err != nil {
		return content{}, fmt.Errorf("read object %s: %w", id, err)
	}
	return got, nil
}

// ask puts a question to a process. What one that was kept does not find, a new one is asked for.
func (r *objectReader) ask(ctx context.Context, id OID, limit int64) (content, error) {
	for {
		process, err := r.take()
		if err != nil {
			return content{}, err
		}
		got, usable, err := process.ask(ctx, id, limit)
		again := process.old && err != nil && !errors.Is(err, ErrTooLarge) && ctx.Err() == nil
		r.give(process, usable && !again)
		if !again {
			return got, err
		}
	}
}

// warm starts a process ahead of the first question, so that git loads while something else goes on.
func (r *objectReader) warm() {
	select {
	case r.slots <- struct{}{}:
	default:
		return
	}
	r.ahead.Go(func() {
		defer func() { <-r.slots }()
		if process, err := r.take(); err == nil { // a failure is told to whoever asks
			r.give(process, true)
		}
	})
}

// take gives a process to ask: an idle one, or a new one.
func (r *objectReader) take() (*catFile, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	var process *catFile
	if n := len(r.idle); n > 0 {
		process, r.idle = r.idle[n-1], r.idle[:n-1]
	} else {
		var err error
		if process, err = r.start(); err != nil {
			return nil, err
		}
	}
	r.busy[process] = true
	return process, nil
}

// give takes a process back, if it can be asked again.
func (r *objectReader) give(process *catFile, usable bool) {
	r.mu.Lock()
	delete(r.busy, process)
	usable = usable && !r.closed
	if usable {
		r.idle = append(r.idle, process)
	}
	r.mu.Unlock()
	if !usable {
		process.kill()
	}
}

// close ends all processes, also those that are being asked.
func (r *objectReader) close() {
	r.mu.Lock()
	all := slices.Clone(r.idle)
	if r.keep != nil {
		all = slices.DeleteFunc(all, r.keep)
	}
	for process := range r.busy {
		all = append(all, process)
	}
	r.idle, r.closed = nil, true
	r.mu.Unlock()
	for _, process := range all {
		process.kill()
	}
	r.ahead.Wait()
}

var errClosed = errors.New("the repository is closed")

// catFile is one "git cat-file --batch". Only one goroutine at a time asks it.
type catFile struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
	real   *strings.Replacer // as in shadow
	shadow *shadow           // lives at least as long as the process
	ended  sync.Once
	// key says what a kept process is for, and old that it was kept.
	key string
	old bool
}

func startCatFile(program string, s *shadow) (*catFile, error) {
	c := &catFile{cmd: exec.Command(program, "cat-file", "--batch"), real: s.real, shadow: s}
	c.cmd.Dir, c.cmd.Env = s.dir, s.env // it may outlive the interest in the work tree, and must not stand in its way
	c.cmd.Stderr = &c.stderr
	c.cmd.WaitDelay = killWait
	ownGroup(c.cmd)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start git cat-file: %w", err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start git cat-file: %w", err)
	}
	c.out = bufio.NewReaderSize(out, 64<<10)
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start git cat-file: %w", err)
	}
	s.hold()
	return c, nil
}

// kill ends the process and waits for it.
func (c *catFile) kill() {
	c.ended.Do(func() {
		_ = killGroup(c.cmd.Process) // it may have ended by itself
		_ = c.cmd.Wait()             // "killed" is what is wanted
		_ = c.shadow.release()       // whoever made it is told if it cannot be removed
	})
}

// ask puts one question, and reports whether the process can be asked again.
func (c *catFile) ask(ctx context.Context, id OID, limit int64) (content, bool, error) {
	limited, cancel := context.WithTimeout(ctx, readLimit)
	defer cancel()
	stop := context.AfterFunc(limited, func() { _ = killGroup(c.cmd.Process) })
	got, usable, err := c.exchange(id, limit)
	if !stop() && err != nil {
		usable = false
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		} else {
			err = fmt.Errorf("%w of %s", ErrTimeout, readLimit)
		}
	}
	if limited.Err() != nil {
		usable = false
	}
	return got, usable, err
}

// exchange writes the id and reads "ID TYPE SIZE" LF content LF, or "ID missing" LF.
func (c *catFile) exchange(id OID, limit int64) (content, bool, error) {
	if _, err := io.WriteString(c.in, string(id)+"\n"); err != nil {
		return content{}, false, c.broken(err)
	}
	head, err := c.out.ReadSlice('\n')
	if err != nil {
		return content{}, false, c.broken(err)
	}
	got, size, err := parseObjectHead(string(head), id)
	if errors.Is(err, ErrMissingObject) {
		return content{}, true, err
	}
	if err != nil {
		return content{}, false, err
	}
	if size > limit {
		return content{}, false, fmt.Errorf("%d bytes: %w of %d", size, ErrTooLarge, limit)
	}
	data := make([]byte, size+1)
	if _, err := io.ReadFull(c.out, data); err != nil {
		return content{}, false, c.broken(err)
	}
	got.data = data[:size]
	return got, true, nil
}

// broken adds what the process said before it ended.
func (c *catFile) broken(err error) error {
	c.kill()
	if text := firstLines(c.real.Replace(c.stderr.String())); text != "" {
		return fmt.Errorf("git cat-file: %s", text)
	}
	return fmt.Errorf("git cat-file ended: %w", err)
}

// parseObjectHead reads the line before an object's content.
func parseObjectHead(line string, id OID) (content, int64, error) {
	f := strings.Split(strings.TrimSuffix(line, "\n"), " ")
	if len(f) == 2 && f[0] == string(id) && f[1] == "missing" {
		return content{}, 0, ErrMissingObject
	}
	if len(f) != 3 || f[0] != string(id) {
		return content{}, 0, fmt.Errorf("%w: %q", errAnswer, clip(line))
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil || size < 0 {
		return content{}, 0, fmt.Errorf("%w: %q", errAnswer, clip(line))
	}
	return content{kind: f[1]}, size, nil
}
