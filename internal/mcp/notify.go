package mcp

import (
	"encoding/json"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// notify writes what mcp-go itself has to tell the client, such as that a subscription is set up. No tool's
// notifications come this way.
func (c *connection) notify() {
	for {
		select {
		case n := <-c.session.notifications:
			if reached, ok := n.Params.AdditionalFields[mark].(chan struct{}); ok {
				close(reached)
				continue
			}
			text, err := json.Marshal(n)
			if err != nil {
				c.server.log.Error("a notification cannot be written", "method", n.Method, "error", err.Error())
				continue
			}
			_ = c.out.write(text) // its failure ends the connection
		case <-c.ctx.Done():
			return
		}
	}
}

// mark is a field of what is put among the notifications to learn when those before it are written.
const mark = "\x00reached"

// flushNotifications returns when the notifications so far are written, so that the response comes after them.
func (c *connection) flushNotifications() {
	reached := make(chan struct{})
	var n protocol.JSONRPCNotification
	n.Params.AdditionalFields = map[string]any{mark: reached}
	select {
	case c.session.notifications <- n:
	case <-c.ctx.Done():
		return
	}
	select {
	case <-reached:
	case <-c.ctx.Done():
	}
}
