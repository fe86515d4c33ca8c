package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// handler is a tool as mcp-go calls it. It always has an answer: what goes wrong is for the model to read.
func (s *Server) handler(t *checkedTool) server.ToolHandlerFunc {
	return func(ctx context.Context, request protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		e := exchangeOf(ctx)
		if e == nil {
			return nil, errors.New("the call did not come through a transport of this server")
		}
		ctx, release := e.bind(ctx)
		defer release()
		answer, err := s.call(ctx, t, request, e)
		if e.needsRoots.Load() {
			return askForRoots(), nil
		}
		if err != nil {
			answer = s.failed(t, err)
		}
		return s.result(t, answer), nil
	}
}

// call runs the tool, if the arguments fit and as soon as it is its turn.
func (s *Server) call(ctx context.Context, t *checkedTool, request protocol.CallToolRequest, e *exchange) (Answer, error) {
	arguments := argumentsOf(request)
	if err := t.checkArguments(arguments); err != nil {
		return Answer{}, err
	}
	leave, err := s.enter(ctx, t)
	if err != nil {
		return Answer{}, err
	}
	defer leave()
	p := newProgress(e, request.Params.Meta != nil)
	defer p.close()
	return s.guarded(ctx, t, Call{
		Arguments: arguments,
		Progress:  p.report,
		Roots:     func(ctx context.Context) ([]string, error) { return roots(ctx, e, request) },
	})
}

// enter waits until it is the turn of a call. One that does more than look waits for others of its kind first, and takes
// no place of those that only look while it does.
func (s *Server) enter(ctx context.Context, t *checkedTool) (leave func(), err error) {
	queues := []chan struct{}{s.slots}
	if !t.ReadOnly {
		queues = []chan struct{}{s.acting, s.slots}
	}
	var entered []chan struct{}
	leave = func() {
		for _, queue := range entered {
			<-queue
		}
	}
	for _, queue := range queues {
		select {
		case queue <- struct{}{}:
			entered = append(entered, queue)
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			leave()
			return nil, ctx.Err()
		}
	}
	return leave, nil
}

// guarded calls the tool and survives its panic.
func (s *Server) guarded(ctx context.Context, t *checkedTool, call Call) (answer Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Error("a tool panicked", "tool", t.Name, "panic", r, "stack", string(debug.Stack()))
			answer, err = Answer{}, fmt.Errorf("panic: %v", r)
		}
	}()
	return t.Call(ctx, call)
}

// argumentsOf are the arguments as they came, so that no number is rounded. Left out they are an empty object.
func argumentsOf(request protocol.CallToolRequest) json.RawMessage {
	raw, _ := request.GetRawArguments().(json.RawMessage)
	if len(bytes.TrimSpace(raw)) == 0 || request.Params.Arguments == nil {
		return json.RawMessage("{}")
	}
	return raw
}

func (s *Server) failed(t *checkedTool, err error) Answer {
	told := explained(err)
	if told.Code == "E_INTERNAL" {
		s.log.Error("a tool failed", "tool", t.Name, "error", err.Error())
	}
	return Answer{Text: told.Error(), Structured: told.Structured, IsError: true}
}

// result is an answer as mcp-go sends it. Structured results are held against the tool's schema on every call, not in
// tests only: clients refuse what does not fit, with words that blame nobody, and the cost follows the size of the
// answer, which is bounded.
func (s *Server) result(t *checkedTool, a Answer) *protocol.CallToolResult {
	structured, err := t.structured(a)
	if err != nil {
		s.log.Error("a tool's answer does not fit its schema", "tool", t.Name, "error", err.Error())
		if !a.IsError {
			a = Answer{Text: (&ToolError{Code: "E_INTERNAL", Message: "the answer does not fit the tool's output schema"}).Error(), IsError: true}
		}
	}
	result := &protocol.CallToolResult{
		Content: []protocol.Content{protocol.NewTextContent(a.Text)},
		IsError: a.IsError,
	}
	if structured != nil {
		result.StructuredContent = structured
	}
	return result
}

// structured is the checked JSON of the structured result; nil without an error if there is none and none is due.
func (t *checkedTool) structured(a Answer) (json.RawMessage, error) {
	switch {
	case a.Structured == nil && (t.output == nil || a.IsError):
		return nil, nil
	case a.Structured == nil:
		return nil, errors.New("the structured result is missing")
	case t.output == nil:
		return nil, errors.New("there is a structured result, but no output schema")
	}
	text, err := json.Marshal(a.Structured)
	if err != nil {
		return nil, err
	}
	if err := fits(t.output, text); err != nil {
		return nil, err
	}
	return text, nil
}
