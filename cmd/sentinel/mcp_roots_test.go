package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// opened is a client that has some folders open.
type opened []string

func (o opened) ListRoots(context.Context, protocol.ListRootsRequest) (*protocol.ListRootsResult, error) {
	result := &protocol.ListRootsResult{Roots: []protocol.Root{}}
	for _, dir := range o {
		result.Roots = append(result.Roots, protocol.Root{URI: "file://" + filepath.ToSlash(dir)})
	}
	return result, nil
}

// TestClientsOpenFolders: modelcontextprotocol/servers#1845, the wrong project: what a client has open narrows what is
// looked at, and is where relative paths begin.
func TestClientsOpenFolders(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"allowed/one", "allowed/two", "outside"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(top, dir, "a.ts"), []byte("eval(x);\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name, open, path, want string
	}{
		{"inside", "allowed/one", "a.ts", "critical: eval"},
		{"another one of the operator's", "allowed/one", "../two/a.ts", "E_PATH_OUTSIDE_ROOT: "},
		{"more than is allowed", ".", "one/a.ts", "critical: eval"},
		{"more than is allowed, and what is not", ".", "../outside/a.ts", "E_PATH_OUTSIDE_ROOT: "},
		{"only what is not allowed", "outside", "a.ts", "E_ROOTS: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := mustStart(t, top, os.Environ(), []string{"--root", filepath.Join(top, "allowed")},
				client.WithRootsHandler(opened{filepath.Join(top, test.open)}))
			answer, err := c.call("analyze_file", map[string]any{"path": test.path})
			if err != nil || !strings.Contains(answer.text, test.want) {
				t.Errorf("%v: %s", err, answer.text)
			}
		})
	}
}
