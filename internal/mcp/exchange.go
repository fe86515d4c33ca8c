package mcp

import (
	"context"
	"encoding/json"
	"sync/atomic"
)

// exchange is the way back to the client that a request came with. mcp-go's own ways are not used: it puts notifications
// into a channel that another goroutine empties, so that the last of them come after the response or never, and over HTTP
// the channel is shared by all calls of a session.
type exchange struct {
	// message is the request as it came.
	message []byte
	// send writes a message to the stream on which the response will be written, before it returns.
	send func(message []byte) error
	// asks waits for what the client answers, to requests that belong to scope.
	asks  *asks
	scope string
	// cancelled ends when the client cancels the request; nil if the request's own context does.
	cancelled context.Context
	// needsRoots is set when the answer is that the client has to call again with its roots.
	needsRoots atomic.Bool
}

type exchangeKey struct{}

func withExchange(ctx context.Context, e *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, e)
}

// exchangeOf is the exchange of the request that is being served, nil if there is none.
func exchangeOf(ctx context.Context) *exchange {
	e, _ := ctx.Value(exchangeKey{}).(*exchange)
	return e
}

// bind is ctx that also ends when the client cancels the request.
func (e *exchange) bind(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.cancelled == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(e.cancelled, cancel)
	return ctx, func() { release(); cancel() }
}

// progressToken is the token of the request exactly as the client wrote it, nil if it wants no progress.
func (e *exchange) progressToken() json.RawMessage {
	var m struct {
		Params struct {
			Meta struct {
				ProgressToken json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(e.message, &m) != nil {
		return nil
	}
	if token := m.Params.Meta.ProgressToken; token != nil && validID(token) {
		return token
	}
	return nil
}
