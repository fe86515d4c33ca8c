package cli

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"sentinel/internal/engine"
)

// A run that takes longer than progressDelay says how far it is, progressPace apart: a commit should not flicker,
// a long wait should not look like a hang.
const (
	progressDelay = 500 * time.Millisecond
	progressPace  = 100 * time.Millisecond
)

// eraseLine returns to the start of a terminal's line and clears it.
const eraseLine = "\r\x1b[K"

// showProgress makes the engine tell a terminal how far it is. The returned function ends that and leaves no trace.
func (inv *invocation) showProgress(req *engine.Request, d display) (finish func()) {
	if !d.progress {
		return func() {}
	}
	m := newMeter(inv.stderr)
	req.Progress = m.set
	go m.show()
	return m.finish
}

// meter shows one line that changes.
type meter struct {
	out           io.Writer
	done, total   atomic.Int64
	stop, stopped chan struct{}
}

func newMeter(out io.Writer) *meter {
	return &meter{out: out, stop: make(chan struct{}), stopped: make(chan struct{})}
}

func (m *meter) set(done, total int) {
	m.done.Store(int64(done))
	m.total.Store(int64(total))
}

func (m *meter) show() {
	defer close(m.stopped)
	shown := false
	for next := time.After(progressDelay); ; next = time.After(progressPace) {
		select {
		case <-next:
			fmt.Fprint(m.out, eraseLine+m.text())
			shown = true
		case <-m.stop:
			if shown {
				fmt.Fprint(m.out, eraseLine)
			}
			return
		}
	}
}

func (m *meter) text() string {
	if total := m.total.Load(); total > 0 {
		return fmt.Sprintf("checking: %d of %d files", m.done.Load(), total)
	}
	return "checking: finding out what changed"
}

func (m *meter) finish() {
	close(m.stop)
	<-m.stopped
}
