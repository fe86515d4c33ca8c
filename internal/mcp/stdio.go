package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"golang.org/x/sync/semaphore"
)

const (
	// drainLimit is how long requests that were read before the end of the input may still run. A client that closes the
	// input wants what it asked for, or wants the server gone; this serves both.
	drainLimit = 30 * time.Second
	// graceLimit is how long a cancelled call may take to end. Then it is answered in its place, and left behind with
	// whatever it has started: a command has two seconds to end before it is made to.
	graceLimit = 4 * time.Second
	// maxWaiting is how many bytes of requests may be in flight on a connection. With more, nothing is read until some
	// are answered, so that memory stays bounded however much a client writes at once.
	maxWaiting = 64 << 20
	// minWeight is what a small request counts for, so that there are at most 1,024 in flight.
	minWeight = 64 << 10
)

// connection is one client over stdio. It takes the place of mcp-go's stdio transport, which drops queued calls at the
// end of the input, does not know of a call to be cancelled before it runs, and is one for the whole process; what is
// said in a message is still mcp-go's to read and answer.
type connection struct {
	server  *Server
	ctx     context.Context // of the requests
	out     *lineWriter
	session *session
	calls   *inflight
	asks    asks
	room    *semaphore.Weighted
	workers *workers
}

// ServeStdio serves one client that writes to in and reads from out, one JSON message a line. It returns nil after
// the end of in, when everything read was answered, and after ctx ends; an error only if in cannot be read or out cannot
// be written. A read of in that is under way when ctx ends is left behind.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	c := &connection{
		server:  s,
		out:     newLineWriter(out),
		session: newSession(s.connections.Add(1)),
		calls:   newInflight(),
		room:    semaphore.NewWeighted(maxWaiting),
		workers: newWorkers(),
	}
	// The requests do not end with ctx: they are told when it is their turn, in close.
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	if err := s.core.RegisterSession(requests, c.session); err != nil {
		return fmt.Errorf("register the connection: %w", err)
	}
	defer s.core.UnregisterSession(requests, c.session.id)
	c.ctx = s.core.WithContext(requests, c.session)

	go c.notify()
	ended := make(chan error, 1)
	go func() { ended <- c.read(newLineReader(in, maxMessage)) }()
	var err error
	select {
	case err = <-ended:
		c.drain(ctx)
	case <-ctx.Done():
	case <-c.out.broken:
	}
	c.close()
	return errors.Join(err, c.out.failure())
}

// read takes up every message up to the end of the input.
func (c *connection) read(lines *lineReader) error {
	for first := true; ; first = false {
		line, err := lines.next()
		switch {
		case errors.Is(err, errTooLong):
			c.refuse(&wireError{code: protocol.INVALID_REQUEST,
				text: fmt.Sprintf("the message is longer than %d bytes, send less at a time", lines.max)})
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read the client's messages: %w", err)
		default:
			if line = trimmed(line, first); len(line) > 0 {
				c.receive(line)
			}
		}
	}
}

// receive takes up one message. It answers nothing itself but what needs no work, so that a cancellation or the client's
// answer never waits behind a call.
func (c *connection) receive(line []byte) {
	e, invalid := open(line)
	switch {
	case invalid != nil:
		c.refuse(invalid)
	case e.isResponse():
		c.asks.deliver("", e)
	case e.isRequest():
		c.request(line, e)
	case e.Method == "notifications/cancelled":
		if id := cancelledID(line); id != nil {
			c.calls.cancel("", id)
		}
	default:
		c.handle(c.ctx, line)
	}
}

// request starts to serve a request. What comes after initialize depends on it, so it is served before anything else is
// read; all others run beside each other.
func (c *connection) request(line []byte, e envelope) {
	weight := int64(max(len(line), minWeight))
	if c.room.Acquire(c.ctx, weight) != nil {
		return // the connection is closed
	}
	p := c.calls.open(c.ctx, "", e)
	if p == nil {
		c.room.Release(weight)
		return
	}
	serve := func() {
		defer c.room.Release(weight)
		c.serve(p, line, e)
	}
	if e.Method == string(protocol.MethodInitialize) {
		serve()
		return
	}
	c.workers.run(c.ctx, serve)
}

// serve answers one request.
func (c *connection) serve(p *pending, line []byte, e envelope) {
	defer c.calls.finish(p)
	back := &exchange{message: line, send: c.out.write, asks: &c.asks}
	response := c.handle(withExchange(p.ctx, back), line)
	if e.Method != string(protocol.MethodToolsCall) {
		c.flushNotifications()
	}
	if !c.calls.claim(p) {
		return
	}
	text, err := withID(response, p.id)
	if err != nil {
		c.server.log.Error("a response cannot be written", "method", e.Method, "error", err.Error())
		text = errorReply(p.id, protocol.INTERNAL_ERROR, "the response cannot be written as JSON")
	}
	if back.needsRoots.Load() {
		text = withParams(text)
	}
	_ = c.out.write(plainly(text)) // its failure ends the connection
}

// handle lets mcp-go answer a message and survives its panic.
func (c *connection) handle(ctx context.Context, line []byte) (response protocol.JSONRPCMessage) {
	defer func() {
		if r := recover(); r != nil {
			c.server.log.Error("a message made the server panic", "panic", r, "stack", string(debug.Stack()))
			response = protocol.NewJSONRPCError(protocol.RequestId{}, protocol.INTERNAL_ERROR, "internal error", nil)
		}
	}()
	return c.server.core.HandleMessage(ctx, line)
}

func (c *connection) refuse(e *wireError) {
	_ = c.out.write(errorReply(e.id, e.code, e.text))
}

// drain lets the requests that were read before the end of the input finish. Who listened can hear nothing any more, and
// who asked the client something gets no answer.
func (c *connection) drain(ctx context.Context) {
	idle := c.calls.close()
	c.asks.close()
	c.calls.cancelAll(true)
	timer := time.NewTimer(drainLimit)
	defer timer.Stop()
	select {
	case <-idle:
	case <-ctx.Done():
	case <-timer.C:
	case <-c.out.broken:
	}
}

// close ends what still runs, and answers what does not end. It returns even if nobody reads the output.
func (c *connection) close() {
	idle := c.calls.close()
	c.asks.close()
	c.calls.cancelAll(false)
	timer := time.NewTimer(graceLimit)
	defer timer.Stop()
	select {
	case <-idle:
		return
	case <-c.out.broken:
		return
	case <-timer.C:
	}
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		for _, p := range c.calls.rest() {
			if c.calls.claim(p) {
				_ = c.out.write(errorReply(p.id, protocol.INTERNAL_ERROR, "the server ended before the request did"))
			}
		}
	}()
	timer.Reset(graceLimit)
	select {
	case <-answered:
	case <-timer.C:
	}
}
