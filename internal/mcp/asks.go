package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"sentinel/internal/finding"
)

// errClientGone is for a request of the server that nobody will answer any more.
var errClientGone = errors.New("the client closed the connection")

// asks are the requests of the server that wait for the client's answer.
type asks struct {
	mu      sync.Mutex
	last    int
	closed  bool
	waiting map[string]chan envelope
}

// ask sends a request without parameters and waits for its result. Only an answer with the same scope counts: over HTTP
// no client answers for another.
func (a *asks) ask(ctx context.Context, scope, method string, send func([]byte) error) (json.RawMessage, error) {
	id, answer, err := a.open(scope)
	if err != nil {
		return nil, err
	}
	defer a.forget(scope, id)
	if err := send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":"%s"}`, id, method)); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: %w", method, ctx.Err())
	case e, ok := <-answer:
		switch {
		case !ok:
			return nil, errClientGone
		case e.Error != nil:
			return nil, fmt.Errorf("%s: the client answered: %s", method, finding.Printable(errorText(e.Error)))
		}
		return e.Result, nil
	}
}

func (a *asks) open(scope string) (json.RawMessage, chan envelope, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return nil, nil, errClientGone
	}
	if a.waiting == nil {
		a.waiting = make(map[string]chan envelope)
	}
	a.last++
	id := fmt.Appendf(nil, `"sentinel-%d"`, a.last)
	answer := make(chan envelope, 1)
	a.waiting[askKey(scope, id)] = answer
	return id, answer, nil
}

// deliver hands an answer to whoever waits for it; false if nobody does.
func (a *asks) deliver(scope string, e envelope) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := askKey(scope, e.ID)
	answer, ok := a.waiting[key]
	if ok {
		delete(a.waiting, key)
		answer <- e
	}
	return ok
}

func (a *asks) forget(scope string, id json.RawMessage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, askKey(scope, id))
}

// close lets nobody wait any longer.
func (a *asks) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	for key, answer := range a.waiting {
		delete(a.waiting, key)
		close(answer)
	}
}

func askKey(scope string, id json.RawMessage) string { return scope + "\x00" + idKey(id) }

func errorText(e json.RawMessage) string {
	var decoded struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(e, &decoded) != nil || decoded.Message == "" {
		return clip(string(e))
	}
	return decoded.Message
}
