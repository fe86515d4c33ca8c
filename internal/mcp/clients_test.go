package mcp

import (
	"context"
	"io"
	"testing"

	mcpclient "github.com/mark3labs/mcp-go/client"
	over "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// TestClientLibrary drives both transports with mcp-go's client, in each version of the protocol. The official clients
// are driven by `make interop`.
func TestClientLibrary(t *testing.T) {
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		s, _ := mustServer(t, echo(), stepper(), rooter())
		t.Run(version+" stdio", func(t *testing.T) {
			in, toServer := io.Pipe()
			fromServer, out := io.Pipe()
			go func() {
				_ = s.ServeStdio(t.Context(), in, out)
				out.Close()
			}()
			useClient(t, over.NewIO(fromServer, toServer, io.NopCloser(nil)), version)
		})
		t.Run(version+" http", func(t *testing.T) {
			web := serveWeb(t, s, HTTPOptions{Token: "token"})
			way, err := over.NewStreamableHTTP(web.url,
				over.WithHTTPHeaders(map[string]string{"Authorization": "Bearer token"}))
			if err != nil {
				t.Fatal(err)
			}
			useClient(t, way, version)
		})
	}
}

type oneRoot struct{}

func (oneRoot) ListRoots(context.Context, protocol.ListRootsRequest) (*protocol.ListRootsResult, error) {
	return &protocol.ListRootsResult{Roots: []protocol.Root{{URI: "file:///work", Name: "work"}}}, nil
}

func useClient(t *testing.T, way over.Interface, version string) {
	c := mcpclient.NewClient(way, mcpclient.WithRootsHandler(oneRoot{}))
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	var request protocol.InitializeRequest
	request.Params.ProtocolVersion = version
	request.Params.ClientInfo = protocol.Implementation{Name: "t", Version: "1"}
	if got, err := c.Initialize(ctx, request); err != nil || got.ProtocolVersion != version {
		t.Fatalf("initialize: %+v, %v", got, err)
	}
	if list, err := c.ListTools(ctx, protocol.ListToolsRequest{}); err != nil || len(list.Tools) != 3 {
		t.Errorf("tools: %+v, %v", list, err)
	}
	for _, test := range []struct {
		name      string
		arguments map[string]any
		want      string
		isError   bool
	}{
		{"echo", map[string]any{"text": "hi"}, `{"text":"hi"}`, false},
		{"echo", map[string]any{"text": 1}, "E_ARGS: text is a number, has to be a string\nHint: the arguments are, all optional, number (integer), text (string)", true},
		{"roots", nil, `["/work"] nil=false`, false},
	} {
		var call protocol.CallToolRequest
		call.Params.Name, call.Params.Arguments = test.name, test.arguments
		got, err := c.CallTool(ctx, call)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		text, _ := got.Content[0].(protocol.TextContent)
		if text.Text != test.want || got.IsError != test.isError {
			t.Errorf("%s: %q, isError=%t", test.name, text.Text, got.IsError)
		}
	}
}
