package mcp

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
)

// inflight are the requests that were read and not answered yet. They can be cancelled from the moment they are read,
// also while they wait for their turn; mcp-go knows of a request only once it is being served.
type inflight struct {
	mu     sync.Mutex
	last   int
	closed bool
	byID   map[string]*pending
	all    map[*pending]struct{}
	idle   chan struct{} // closed when the last one is answered, if somebody waits for that
}

// pending is one request in flight.
type pending struct {
	ctx    context.Context
	cancel context.CancelFunc
	id     json.RawMessage
	key    string
	number int
	// listens is set for a request that ends only when the client says so.
	listens bool
	// cancelled and claimed are set, under the lock, when the client no longer wants the answer, and when somebody is
	// about to write it.
	cancelled, claimed bool
}

func newInflight() *inflight {
	return &inflight{byID: make(map[string]*pending), all: make(map[*pending]struct{})}
}

// open takes up a request; nil when no more are served. The same id in another scope is another request.
func (f *inflight) open(ctx context.Context, scope string, e envelope) *pending {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.last++
	p := &pending{id: e.ID, key: scope + "\x00" + idKey(e.ID), number: f.last, listens: e.Method == "subscriptions/listen"}
	p.ctx, p.cancel = context.WithCancel(ctx)
	f.byID[p.key] = p
	f.all[p] = struct{}{}
	return p
}

// claim reports whether whoever calls it has to answer the request: nobody else did, and the client did not cancel it.
func (f *inflight) claim(p *pending) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p.claimed {
		return false
	}
	p.claimed = true
	return !p.cancelled
}

// finish takes a request off the list, when its answer was written.
func (f *inflight) finish(p *pending) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p.cancel()
	delete(f.all, p)
	if f.byID[p.key] == p {
		delete(f.byID, p.key)
	}
	if len(f.all) == 0 && f.idle != nil {
		close(f.idle)
		f.idle = nil
	}
}

// cancel ends the request with that id, if it is in flight.
func (f *inflight) cancel(scope string, id json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if p := f.byID[scope+"\x00"+idKey(id)]; p != nil {
		p.cancelled = true
		p.cancel()
	}
}

// cancelAll ends all requests without forgetting that they want an answer; those that only listen if told so.
func (f *inflight) cancelAll(listenersOnly bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for p := range f.all {
		if p.listens || !listenersOnly {
			p.cancel()
		}
	}
}

// close takes up no more requests, and returns a channel that is closed when all are answered.
func (f *inflight) close() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	idle := make(chan struct{})
	if len(f.all) == 0 {
		close(idle)
	} else {
		f.idle = idle
	}
	return idle
}

// rest are the requests in flight, in the order in which they came.
func (f *inflight) rest() []*pending {
	f.mu.Lock()
	defer f.mu.Unlock()
	var rest []*pending
	for p := range f.all {
		rest = append(rest, p)
	}
	slices.SortFunc(rest, func(a, b *pending) int { return a.number - b.number })
	return rest
}
