package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for what has to come. It passes only when something is broken.
const patience = 20 * time.Second

// gate is a tool that waits until it is let go. It says when it began and how it ended.
type gate struct {
	began chan struct{}
	open  chan struct{}
	ended chan error
}

func newGate() *gate {
	return &gate{began: make(chan struct{}, 100), open: make(chan struct{}), ended: make(chan error, 100)}
}

func (g *gate) call(ctx context.Context, _ Call) (Answer, error) {
	g.began <- struct{}{}
	select {
	case <-ctx.Done():
		g.ended <- ctx.Err()
		return Answer{}, ctx.Err()
	case <-g.open:
		g.ended <- nil
		return Answer{Text: "let go"}, nil
	}
}

func tool(name, properties string, call func(context.Context, Call) (Answer, error)) Tool {
	return Tool{
		Name: name, Title: strings.ToUpper(name), Description: "A tool of the tests.",
		Input:    json.RawMessage(`{"type":"object","additionalProperties":false,"properties":{` + properties + `}}`),
		ReadOnly: true,
		Call:     call,
	}
}

func echo() Tool {
	t := tool("echo", `"text":{"type":"string","maxLength":2000000},"number":{"type":"integer"}`, func(_ context.Context, c Call) (Answer, error) {
		return Answer{Text: string(c.Arguments)}, nil
	})
	t.ReadOnly, t.Idempotent = true, true
	return t
}

// stepper reports progress n times and answers at once.
func stepper() Tool {
	return tool("step", `"times":{"type":"integer"}`, func(_ context.Context, c Call) (Answer, error) {
		var arguments struct{ Times int }
		if err := json.Unmarshal(c.Arguments, &arguments); err != nil {
			return Answer{}, err
		}
		for i := range arguments.Times {
			c.Progress(float64(i+1), float64(arguments.Times), "step")
		}
		return Answer{Text: "done"}, nil
	})
}

func rooter() Tool {
	return tool("roots", "", func(ctx context.Context, c Call) (Answer, error) {
		paths, err := c.Roots(ctx)
		if err != nil {
			return Answer{}, &ToolError{Code: "E_ROOTS", Message: err.Error()}
		}
		return Answer{Text: fmt.Sprintf("%q nil=%t", paths, paths == nil)}, nil
	})
}

func mustServer(t testing.TB, tools ...Tool) (*Server, *syncBuffer) {
	t.Helper()
	log := &syncBuffer{}
	s, err := NewServer(Options{Name: "test", Version: "1.2.3", Instructions: "Use it.", Tools: tools, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return s, log
}

// client speaks to a server line by line.
type client struct {
	t     testing.TB
	in    io.WriteCloser
	lines chan string // closed at the end of the output
	done  chan error  // what ServeStdio returned
	stop  context.CancelFunc
}

func connect(t testing.TB, s *Server) *client {
	t.Helper()
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	c := &client{t: t, in: inWriter, lines: make(chan string, 1000), done: make(chan error, 1), stop: cancel}
	go func() {
		err := s.ServeStdio(ctx, inReader, outWriter)
		outWriter.Close()
		c.done <- err
	}()
	go func() {
		defer close(c.lines)
		out := bufio.NewReaderSize(outReader, 1<<20)
		for {
			line, err := out.ReadString('\n')
			if err != nil {
				if line != "" {
					c.lines <- "CUT SHORT: " + line
				}
				return
			}
			c.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	t.Cleanup(func() { cancel(); inWriter.Close() })
	return c
}

func (c *client) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// next is the next message, which has to come.
func (c *client) next() string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			c.t.Fatal("the output has ended")
		}
		return line
	case <-time.After(patience):
		c.t.Fatal("nothing was answered")
	}
	return ""
}

// rest is all that still comes, up to the end.
func (c *client) rest() []string {
	c.t.Helper()
	var all []string
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return all
			}
			all = append(all, line)
		case <-time.After(patience):
			c.t.Fatalf("the server does not end; so far: %q", all)
		}
	}
}

func (c *client) end() []string {
	c.t.Helper()
	c.in.Close()
	return c.rest()
}

// initialize does the handshake with the capabilities given, in JSON.
func (c *client) initialize(capabilities string) {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"t","version":"1"},"capabilities":` + capabilities + `}}`)
	c.next()
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

func callLine(id, name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, arguments)
}

type wireMessage struct {
	ID     json.RawMessage
	Method string
	Params struct{ Progress float64 }
	Error  *struct {
		Code    int
		Message string
	}
	Result *struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
	}
}

func parse(t testing.TB, line string) wireMessage {
	t.Helper()
	var m wireMessage
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		t.Fatalf("not a message: %q: %v", line, err)
	}
	return m
}

// text is the text of a tool's answer.
func (m wireMessage) text() string {
	if m.Result == nil || len(m.Result.Content) == 0 {
		return ""
	}
	return m.Result.Content[0].Text
}

func wait(t testing.TB, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatal("it did not happen: " + what)
	}
}

func waitErr(t testing.TB, what string, c <-chan error) error {
	t.Helper()
	select {
	case err := <-c:
		return err
	case <-time.After(patience):
		t.Fatal("it did not happen: " + what)
	}
	return errors.New("unreachable")
}

// syncBuffer is a log that may be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
