package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// transport is streamable HTTP. What mcp-go's handler does right is left to it: the two eras of the protocol and their
// headers, sessions, the stream of a GET. What is done here is what it loses: the order of progress and response, the
// exact id, a cancellation by that id, and the client's roots on the stream of the call that asks for them.
type transport struct {
	server   *Server
	inner    *server.StreamableHTTPServer
	closing  context.Context
	maxBody  int64
	sessions *sessions
	calls    *inflight
	asks     asks
}

func (t *transport) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodPost:
		t.post(w, r)
	case http.MethodGet: // mcp-go ends only the streams that it knows of when it is told to end
		if !t.known(r) && !protocol.IsModernProtocol(r.Header.Get(protocol.HeaderProtocolVersion)) {
			http.Error(w, "there is no such session", http.StatusNotFound)
			return
		}
		ctx, cancel := t.untilClosing(r.Context())
		defer cancel()
		t.inner.ServeHTTP(w, r.WithContext(ctx))
	case http.MethodDelete:
		if !t.known(r) {
			http.Error(w, "there is no such session", http.StatusNotFound)
			return
		}
		t.inner.ServeHTTP(w, r)
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		http.Error(w, "GET, POST and DELETE are served", http.StatusMethodNotAllowed)
	}
}

// known reports whether a request is of a session of this server. mcp-go opens a stream for any id, and for none.
func (t *transport) known(r *http.Request) bool {
	_, err := t.sessions.Validate(sessionOf(r))
	return err == nil
}

// post takes up one message.
func (t *transport) post(w http.ResponseWriter, r *http.Request) {
	body, err := t.read(w, r)
	if err != nil {
		status, text := http.StatusBadRequest, "the request's body cannot be read"
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status, text = http.StatusRequestEntityTooLarge, fmt.Sprintf("the message is longer than %d bytes, send less at a time", tooLarge.Limit)
		}
		reply(w, status, errorReply(nil, protocol.INVALID_REQUEST, text))
		return
	}
	body = trimmed(body, false)
	e, invalid := open(body)
	switch {
	case invalid != nil:
		reply(w, http.StatusBadRequest, errorReply(invalid.id, invalid.code, invalid.text))
	case e.isResponse():
		t.response(w, r, body, e)
	case e.isRequest():
		t.request(w, r, body, e)
	case e.Method == "notifications/cancelled":
		t.cancelled(w, r, body)
	default:
		t.forward(w, r, body)
	}
}

// read is the body of a request, which has to come in time.
func (t *transport) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout)) // every connection of net/http can
	defer func() { _ = control.SetReadDeadline(time.Time{}) }()
	return io.ReadAll(http.MaxBytesReader(w, r.Body, t.maxBody))
}

// response hands over what the client answers to a request of this server.
func (t *transport) response(w http.ResponseWriter, r *http.Request, body []byte, e envelope) {
	if t.asks.deliver(sessionOf(r), e) {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	t.forward(w, r, body)
}

// cancelled cancels a call of the same session. Without a session a request is cancelled by closing its connection; mcp-go
// would take such a message for any client's call that has the id.
func (t *transport) cancelled(w http.ResponseWriter, r *http.Request, body []byte) {
	if sessionOf(r) == "" {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	if id := cancelledID(body); id != nil {
		t.calls.cancel(sessionOf(r), id)
	}
	t.forward(w, r, body)
}

// request serves a request on its own stream.
func (t *transport) request(w http.ResponseWriter, r *http.Request, body []byte, e envelope) {
	p := t.calls.open(context.WithoutCancel(r.Context()), sessionOf(r), e)
	defer t.calls.finish(p)
	stream := newEventWriter(w)
	defer stream.finish()
	ctx := r.Context()
	if p.listens {
		var cancel context.CancelFunc
		ctx, cancel = t.untilClosing(ctx)
		defer cancel()
	}
	back := &exchange{message: body, send: stream.send, asks: &t.asks, scope: sessionOf(r), cancelled: p.ctx}
	stream.needsRoots = &back.needsRoots
	if !survivesFloat(e.ID) {
		body = stream.disguise(body, e.ID)
	}
	t.forward(stream, r.WithContext(withExchange(ctx, back)), body)
}

// forward lets mcp-go answer.
func (t *transport) forward(w http.ResponseWriter, r *http.Request, body []byte) {
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	t.inner.ServeHTTP(w, r)
}

// untilClosing is ctx that also ends when the server is told to.
func (t *transport) untilClosing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(t.closing, cancel)
	return ctx, func() { release(); cancel() }
}

// survivesFloat reports whether mcp-go, which reads an id as a float64 if it is a number, writes it as it came.
func survivesFloat(id json.RawMessage) bool {
	if id[0] == '"' {
		return true
	}
	var number float64
	if json.Unmarshal(id, &number) != nil {
		return false
	}
	written, err := json.Marshal(number)
	return err == nil && bytes.Equal(written, id)
}

// disguised replaces the id of a request.
func disguised(body []byte, id string) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	fields["id"] = json.RawMessage(id)
	return json.Marshal(fields)
}

// alias is a string, in JSON, that no client sends.
func alias() string { return `"id-` + rand.Text() + `"` }

func sessionOf(r *http.Request) string { return r.Header.Get(server.HeaderKeySessionID) }

func reply(w http.ResponseWriter, status int, message []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(message, '\n')) // the client is gone if it fails
}
