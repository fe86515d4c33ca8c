package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// mcpClient talks to a server that it has started, over stdio.
type mcpClient struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	id  int
	// ready is how long the server took from its start to its first answer.
	ready time.Duration
}

// startMCP starts a server in dir and shakes hands with it.
func (b *bench) startMCP(ctx context.Context, dir string, args ...string) (*mcpClient, error) {
	cmd := exec.CommandContext(ctx, b.sentinel, append([]string{"mcp", "--root", dir}, args...)...)
	cmd.Dir, cmd.Env = dir, b.env
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &mcpClient{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	if _, err := c.ask("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "bench", "version": "1"},
	}); err != nil {
		return nil, err
	}
	c.ready = time.Since(begin)
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return c, err
}

// close ends the server as a client does, by ending its input.
func (c *mcpClient) close() error { return errors.Join(c.in.Close(), c.cmd.Wait()) }

// send writes a request and returns its id.
func (c *mcpClient) send(method string, params any) (int, error) {
	c.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	if err != nil {
		return 0, err
	}
	_, err = c.in.Write(append(line, '\n'))
	return c.id, err
}

// receive reads lines up to the next answer.
func (c *mcpClient) receive() (id int, result json.RawMessage, err error) {
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return 0, nil, fmt.Errorf("an answer is missing: %w", err)
		}
		var m struct {
			ID     int
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal(bytes.TrimSpace(line), &m); err != nil {
			return 0, nil, err
		}
		if m.Error != nil {
			return 0, nil, fmt.Errorf("the server refuses: %s", m.Error)
		}
		if m.ID != 0 {
			return m.ID, m.Result, nil
		}
	}
}

func (c *mcpClient) ask(method string, params any) (json.RawMessage, error) {
	id, err := c.send(method, params)
	if err != nil {
		return nil, err
	}
	answered, result, err := c.receive()
	if err == nil && answered != id {
		err = fmt.Errorf("an answer to %d came for %d", answered, id)
	}
	return result, err
}

// call calls a tool and gives what its answer costs a model: the text, and the structured content.
func (c *mcpClient) call(tool string, arguments any) (text string, structured json.RawMessage, err error) {
	result, err := c.ask("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return "", nil, err
	}
	var answer struct {
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		return "", nil, err
	}
	for _, part := range answer.Content {
		text += part.Text
	}
	if answer.IsError {
		return "", nil, fmt.Errorf("%s: %s", tool, text)
	}
	return text, answer.StructuredContent, nil
}
