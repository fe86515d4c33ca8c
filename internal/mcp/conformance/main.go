//go:build conformance

// Command conformance serves the fixtures of the official conformance suite and two small tools: over stdio, or over
// HTTP with -http ADDR, in which case its first line says where.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"sentinel/internal/mcp"
)

func main() {
	address := flag.String("http", "", "the address to listen on, such as 127.0.0.1:0")
	token := flag.String("token", "", "the bearer token that clients have to send")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *address, *token); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		stop()
		os.Exit(1)
	}
}

func serve(ctx context.Context, address, token string) error {
	server, err := mcp.NewServer(mcp.Options{Name: "conformance", Version: "1.0.0", Tools: tools(), Log: os.Stderr})
	if err != nil {
		return err
	}
	if address == "" {
		return server.ServeStdio(ctx, os.Stdin, os.Stdout)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/mcp\n", listener.Addr())
	return server.ServeHTTP(ctx, listener, mcp.HTTPOptions{Token: token})
}

func tools() []mcp.Tool {
	return []mcp.Tool{{
		Name: "echo", Title: "Echo", Description: "Says what it is told.", ReadOnly: true, Idempotent: true,
		Input:  json.RawMessage(`{"type":"object","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string","description":"What to say."}}}`),
		Output: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["text"],"properties":{"text":{"type":"string"}}}`),
		Call: func(_ context.Context, c mcp.Call) (mcp.Answer, error) {
			var arguments struct {
				Text string `json:"text"`
			}
			if err := json.Unmarshal(c.Arguments, &arguments); err != nil {
				return mcp.Answer{}, err
			}
			c.Progress(1, 1, "said")
			return mcp.Answer{Text: arguments.Text, Structured: arguments}, nil
		},
	}, {
		Name: "roots", Title: "Roots", Description: "Says which folders the client works in.", ReadOnly: true,
		Input: json.RawMessage(`{"type":"object","additionalProperties":false}`),
		Call: func(ctx context.Context, c mcp.Call) (mcp.Answer, error) {
			paths, err := c.Roots(ctx)
			return mcp.Answer{Text: fmt.Sprintf("%q", paths)}, err
		},
	}}
}
