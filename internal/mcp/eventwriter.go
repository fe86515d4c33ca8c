package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
)

// errAnswered is for a message on the stream of a request that was answered.
var errAnswered = errors.New("the request was answered already")

// eventWriter is the response to one POST. It begins as whatever mcp-go writes, and becomes a stream of events with the
// first message that is sent before: what mcp-go then writes as its one JSON response is the last event. All that is
// written goes through one lock, and is written when send returns.
type eventWriter struct {
	out http.ResponseWriter

	mu     sync.Mutex
	header http.Header // as mcp-go sets it
	status int         // as mcp-go sets it, 0 before
	events bool        // mcp-go writes events itself
	stream bool        // the headers of a stream are out
	done   bool
	held   bytes.Buffer // the JSON response
	alias  string       // what stands for the id
	id     json.RawMessage
	// needsRoots says that the response asks for the client's roots.
	needsRoots *atomic.Bool
}

func newEventWriter(out http.ResponseWriter) *eventWriter {
	return &eventWriter{out: out, header: make(http.Header)}
}

// disguise replaces the id of a request that mcp-go would not keep. It is put back into whatever is written.
func (w *eventWriter) disguise(body []byte, id json.RawMessage) []byte {
	name := alias()
	changed, err := disguised(body, name)
	if err != nil {
		return body // open has read it, so it can be read
	}
	w.alias, w.id = name, id
	return changed
}

// send writes a message as an event of its own.
func (w *eventWriter) send(message []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done || w.status != 0 && !w.events {
		return errAnswered
	}
	return w.event(message)
}

// Header is for the one who writes the response, and sent when that is written.
func (w *eventWriter) Header() http.Header { return w.header }

// WriteHeader keeps the status until it is clear what the response is.
func (w *eventWriter) WriteHeader(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status = status
	w.events = strings.HasPrefix(w.header.Get("Content-Type"), "text/event-stream")
	if w.events {
		w.begin()
	}
}

// Write writes mcp-go's events, each of which comes in one piece, and holds back anything else.
func (w *eventWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.events {
		return w.held.Write(p)
	}
	if _, err := w.out.Write(w.restored(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush sends what was written of a stream.
func (w *eventWriter) Flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stream {
		w.flush()
	}
}

// finish writes what was held back. Nothing is written after it.
func (w *eventWriter) finish() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	response := w.restored(plainly(w.held.Bytes()))
	switch {
	case w.stream:
		if response = bytes.TrimSpace(response); len(response) > 0 {
			_ = w.event(response) // the client is gone if it fails
		}
	case w.status != 0 || len(response) > 0:
		for name, values := range w.header {
			w.out.Header()[name] = values
		}
		if w.status != 0 {
			w.out.WriteHeader(w.status)
		}
		_, _ = w.out.Write(response)
	}
}

// begin sends the headers of a stream, once.
func (w *eventWriter) begin() {
	if w.stream {
		return
	}
	w.stream = true
	h := w.out.Header()
	for name, values := range w.header {
		h[name] = values
	}
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	w.out.WriteHeader(http.StatusOK)
}

func (w *eventWriter) event(message []byte) error {
	w.begin()
	if _, err := fmt.Fprintf(w.out, "event: message\ndata: %s\n\n", message); err != nil {
		return err
	}
	w.flush()
	return nil
}

func (w *eventWriter) flush() {
	if f, ok := w.out.(http.Flusher); ok {
		f.Flush()
	}
}

// restored is what mcp-go writes, with what it left out.
func (w *eventWriter) restored(p []byte) []byte {
	if w.needsRoots != nil && w.needsRoots.Load() {
		p = withParams(p)
	}
	if w.alias == "" {
		return p
	}
	return bytes.ReplaceAll(p, []byte(w.alias), w.id)
}
