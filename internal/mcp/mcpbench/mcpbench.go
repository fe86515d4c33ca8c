// Package mcpbench measures what this server costs beside a bare mcp-go server with the same tool, in one process.
package mcpbench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"sentinel/internal/mcp"
)

// schema is that of the trivial tool that both servers have.
const schema = `{"type":"object","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string"}}}`

// Serve is how a server is run: until in ends.
type Serve func(ctx context.Context, in io.Reader, out io.Writer) error

// Own is this project's server with a trivial tool.
func Own() (Serve, error) {
	s, err := mcp.NewServer(mcp.Options{Name: "own", Version: "1", Tools: []mcp.Tool{{
		Name: "echo", Title: "Echo", Description: "Says what it is told.", Input: json.RawMessage(schema),
		Call: func(_ context.Context, c mcp.Call) (mcp.Answer, error) {
			var arguments struct{ Text string }
			if err := json.Unmarshal(c.Arguments, &arguments); err != nil {
				return mcp.Answer{}, err
			}
			return mcp.Answer{Text: arguments.Text}, nil
		},
	}}})
	if err != nil {
		return nil, err
	}
	return s.ServeStdio, nil
}

// Bare is mcp-go's server with the same tool and nothing switched on.
func Bare() Serve {
	core := server.NewMCPServer("bare", "1", server.WithToolCapabilities(false))
	core.AddTool(protocol.Tool{Name: "echo", Description: "Says what it is told.", RawInputSchema: json.RawMessage(schema)},
		func(_ context.Context, request protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			return protocol.NewToolResultText(request.GetString("text", "")), nil
		})
	return server.NewStdioServer(core).Listen
}

// Calls makes calls to the tool, that many of them in flight at once, over pipes of the system as a client over stdio
// does. It returns how long they took, without the handshake; an error if an answer is lost or is not the one to its id.
func Calls(serve Serve, calls, inFlight int) (time.Duration, error) {
	c, err := dial(serve)
	if err != nil {
		return 0, err
	}
	defer c.close()
	if err := c.handshake(); err != nil {
		return 0, err
	}
	begin := time.Now()
	slots := make(chan struct{}, inFlight)
	var written error
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := range calls {
			slots <- struct{}{}
			if _, err := fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"call %d"}}}`+"\n", i, i); err != nil {
				written = err
				return
			}
		}
	})
	seen := make([]bool, calls)
	for range calls {
		id, text, err := c.answer()
		if err != nil {
			return 0, err
		}
		if id < 0 || id >= calls || seen[id] || text != fmt.Sprintf("call %d", id) {
			return 0, fmt.Errorf("the answer %q came for the call %d", text, id)
		}
		seen[id] = true
		<-slots
	}
	writer.Wait()
	return time.Since(begin), written
}

// connection is a client at the other end of two pipes.
type connection struct {
	in    *os.File
	out   *bufio.Reader
	close func()
}

func dial(serve Serve) (*connection, error) {
	fromClient, toServer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromServer, toClient, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		_ = serve(ctx, fromClient, toClient) // a failure shows as an answer that is missing
		toClient.Close()
	})
	return &connection{in: toServer, out: bufio.NewReaderSize(fromServer, 64<<10), close: func() {
		toServer.Close()
		running.Wait()
		cancel()
		fromClient.Close()
		fromServer.Close()
	}}, nil
}

func (c *connection) handshake() error {
	_, err := io.WriteString(c.in, `{"jsonrpc":"2.0","id":-1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`+"\n"+
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	if err != nil {
		return err
	}
	_, _, err = c.answer()
	return err
}

// answer reads one response: its id, and the text if it is a tool's.
func (c *connection) answer() (id int, text string, err error) {
	line, err := c.out.ReadSlice('\n')
	if err != nil {
		return 0, "", fmt.Errorf("an answer is missing: %w", err)
	}
	var m struct {
		ID     int
		Result struct {
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return 0, "", err
	}
	if len(m.Result.Content) > 0 {
		text = m.Result.Content[0].Text
	}
	return m.ID, text, nil
}
