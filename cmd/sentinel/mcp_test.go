package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// mcpPatience is how long a test waits for an answer that has to come.
const mcpPatience = time.Minute

// mcpClient is a real client of the real program, over its standard input and output.
type mcpClient struct {
	*client.Client
	ctx context.Context
}

// startMCP starts `sentinel mcp FLAGS` in a folder. dir and env are those of the process. It returns what ends it.
func startMCP(dir string, env, flags []string, stderr io.Writer, options ...client.ClientOption) (*mcpClient, func() error, error) {
	ctx, cancel := context.WithTimeout(context.Background(), mcpPatience)
	start := func(ctx context.Context, _ string, env, args []string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Args = append([]string{"sentinel"}, args...) // TestMain goes by the name
		cmd.Dir, cmd.Env, cmd.Stderr = dir, env, stderr
		return cmd, nil
	}
	stdio := transport.NewStdioWithOptions("sentinel", env, append([]string{"mcp"}, flags...), transport.WithCommandFunc(start))
	c := client.NewClient(stdio, options...)
	end := func() error { defer cancel(); return c.Close() }
	if err := c.Start(ctx); err != nil {
		cancel()
		return nil, nil, err
	}
	if _, err := c.Initialize(ctx, protocol.InitializeRequest{}); err != nil {
		_ = end()
		return nil, nil, fmt.Errorf("initialize: %w", err)
	}
	return &mcpClient{c, ctx}, end, nil
}

// mcpAnswer is the answer to one call.
type mcpAnswer struct {
	text       string
	structured any
	isError    bool
}

func (c *mcpClient) call(name string, arguments map[string]any) (mcpAnswer, error) {
	request := protocol.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = name, arguments
	result, err := c.CallTool(c.ctx, request)
	if err != nil {
		return mcpAnswer{}, err
	}
	answer := mcpAnswer{structured: result.StructuredContent, isError: result.IsError}
	for _, content := range result.Content {
		if text, ok := content.(protocol.TextContent); ok {
			answer.text += text.Text
		}
	}
	return answer, nil
}

// tools are what tools/list has, by name.
func (c *mcpClient) tools() (map[string]protocol.Tool, error) {
	result, err := c.ListTools(c.ctx, protocol.ListToolsRequest{})
	if err != nil {
		return nil, err
	}
	tools := map[string]protocol.Tool{}
	for _, tool := range result.Tools {
		tools[tool.Name] = tool
	}
	return tools, nil
}

// mcpCall is `[!] mcp [FLAG...] -- TOOL [ARGUMENTS]`: a real client calls a tool of `sentinel mcp FLAGS` with a JSON
// object. Standard output gets the text of the answer, and structured.json in $WORK its structured part. With ! the
// tool has to fail. Without arguments, TOOL may also be `tools/list`, which prints the names.
func mcpCall(ts *testscript.TestScript, neg bool, args []string) {
	dashes := slices.Index(args, "--")
	if dashes < 0 || len(args) < dashes+2 || len(args) > dashes+3 {
		ts.Fatalf("usage: mcp [FLAG...] -- TOOL [ARGUMENTS]")
	}
	c, end, err := startMCP(ts.MkAbs("."), environOf(ts), args[:dashes], ts.Stderr())
	ts.Check(err)
	defer func() { ts.Check(end()) }()
	if args[dashes+1] == "tools/list" {
		tools, err := c.tools()
		ts.Check(err)
		text, err := json.MarshalIndent(tools, "", "  ")
		ts.Check(err)
		fmt.Fprintf(ts.Stdout(), "%s\n", text)
		return
	}
	arguments := map[string]any{}
	if len(args) == dashes+3 {
		ts.Check(json.Unmarshal([]byte(args[dashes+2]), &arguments))
	}
	answer, err := c.call(args[dashes+1], arguments)
	ts.Check(err)
	fmt.Fprintln(ts.Stdout(), answer.text)
	text, err := json.MarshalIndent(answer.structured, "", "  ")
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), "structured.json"), append(text, '\n'), 0o666))
	if answer.isError != neg {
		ts.Fatalf("isError is %t: %s", answer.isError, answer.text)
	}
}

// environOf is the environment of a script, for a process of ours.
func environOf(ts *testscript.TestScript) []string {
	var env []string
	for _, name := range []string{
		"PATH", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES", "TERM", "GORACE", "GOCOVERDIR",
	} {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// scrubbed is JSON as values, without what differs from run to run: durations.
func scrubbed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if v[key] = scrubbed(value); key == "durationMs" {
				v[key] = 0.0
			}
		}
	case []any:
		for i := range v {
			v[i] = scrubbed(v[i])
		}
	}
	return v
}

// mustStart starts a server for a Go test.
func mustStart(t *testing.T, dir string, env, flags []string, options ...client.ClientOption) *mcpClient {
	t.Helper()
	var stderr strings.Builder
	c, end, err := startMCP(dir, env, flags, &stderr, options...)
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return c
}
