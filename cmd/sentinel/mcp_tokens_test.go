package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

// TestToolListsAreCheap: github/github-mcp-server#1286: every client pays for the list of tools in every conversation.
func TestToolListsAreCheap(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("validations:\n  test: {argv: [npm, test], description: the unit tests}\n"+
		"  lint: {argv: [npm, run, lint], description: style and common mistakes}\nmcp: {allow-validations: [test, lint]}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		toolsets string
		most     int
	}{{"core", 2000}, {"all", 8000}} {
		list := rawToolList(t, "--toolsets", test.toolsets, "--config", config)
		total := tokens(t, list)
		t.Logf("%s: %d tokens", test.toolsets, total)
		if total > test.most {
			t.Errorf("tools/list of %s is %d tokens, at most %d are promised", test.toolsets, total, test.most)
		}
		var tools []json.RawMessage
		if err := json.Unmarshal(list, &tools); err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools {
			t.Logf("%5d %.60s", tokens(t, tool), tool)
		}
		for _, want := range []string{"check", "check_text", "explain", "analyze_code", "analyze_file", "analyze_directory", "inspect_repository", "run_validations"} {
			if !strings.Contains(string(list), `"name":"`+want+`"`) {
				t.Errorf("%s is not in the list of %s", want, test.toolsets)
			}
		}
	}
}

// rawToolList is what a client reads as the list of tools, byte for byte.
func rawToolList(t *testing.T, flags ...string) json.RawMessage {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Args = append([]string{"sentinel", "mcp"}, flags...)
	cmd.Dir = t.TempDir()
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"method":"tools/list"}
`)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out) {
		var answer struct {
			ID     int
			Result struct{ Tools json.RawMessage }
		}
		if err := json.Unmarshal(line, &answer); err == nil && answer.ID == 1 {
			return answer.Result.Tools
		}
	}
	t.Fatalf("no list of tools in %s", out)
	return nil
}

// tokens counts as the models do that use o200k.
func tokens(t *testing.T, text []byte) int {
	t.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	n, err := codec.Count(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
