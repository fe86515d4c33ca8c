package main

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

var served = regexp.MustCompile(`^sentinel mcp: serving .* on (http://127\.0\.0\.1:\d+/mcp)$`)

// TestMCPOverHTTP: the address is told, who lacks the token gets nothing, and the end of the process is orderly.
func TestMCPOverHTTP(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Args = []string{"sentinel", "mcp", "--http", "127.0.0.1:0"}
	cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "SENTINEL_MCP_TOKEN=sesame")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewReader(stderr)
	line, err := lines.ReadString('\n')
	match := served.FindStringSubmatch(strings.TrimSpace(line))
	if err != nil || match == nil {
		t.Fatalf("the first line is %q, %v", line, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), mcpPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, match[1], strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the token: %s", response.Status)
	}
	c, err := client.NewStreamableHttpClient(match[1], transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer sesame"}))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Initialize(ctx, protocol.InitializeRequest{}); err != nil {
		t.Fatal(err)
	}
	answer, err := (&mcpClient{c, ctx}).call("explain", map[string]any{"topic": "process-exec"})
	if err != nil || answer.isError || !strings.Contains(answer.text, "# structure/process-exec") {
		t.Errorf("%v: %+v", err, answer)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, _ := lines.ReadString(0)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v, and said %s", err, rest)
	}
}
