package cli

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestClientConfigurations holds what is printed for each client, as the client's documentation has it.
func TestClientConfigurations(t *testing.T) {
	const (
		command = `/opt/my "tools"/sentinel`
		servers = `{
  "mcpServers": {
    "sentinel": {
      "command": "/opt/my \"tools\"/sentinel",
      "args": [
        "mcp",
        "--root",
        "/home/me/a & b"
      ]
    }
  }
}
`
	)
	want := map[string]string{
		"claude-code": `{
  "mcpServers": {
    "sentinel": {
      "type": "stdio",
      "command": "/opt/my \"tools\"/sentinel",
      "args": [
        "mcp",
        "--root",
        "/home/me/a & b"
      ]
    }
  }
}
`,
		"claude-desktop": servers,
		"codex": `[mcp_servers.sentinel]
command = "/opt/my \"tools\"/sentinel"
args = ["mcp", "--root", "/home/me/a & b"]
`,
		"cursor":     servers,
		"gemini-cli": servers,
		"opencode": `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "sentinel": {
      "type": "local",
      "command": [
        "/opt/my \"tools\"/sentinel",
        "mcp",
        "--root",
        "/home/me/a & b"
      ],
      "enabled": true
    }
  }
}
`,
		"vscode": `{
  "servers": {
    "sentinel": {
      "type": "stdio",
      "command": "/opt/my \"tools\"/sentinel",
      "args": [
        "mcp",
        "--root",
        "/home/me/a & b"
      ]
    }
  }
}
`,
		"windsurf": servers,
	}
	if !slices.IsSorted(clientNames()) || len(clientNames()) != len(want) {
		t.Errorf("the clients are %v", clientNames())
	}
	for _, c := range clients() {
		got, err := c.write(command, []string{"mcp", "--root", "/home/me/a & b"})
		if err != nil || got != want[c.name] {
			t.Errorf("%s: %v\n%s", c.name, err, got)
		}
		if c.name != "codex" && !json.Valid([]byte(got)) {
			t.Errorf("%s: not JSON", c.name)
		}
	}
}
