package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// client is a program that an agent runs in, and how it is told of a server.
type client struct {
	name string
	// file is where its configuration is, for the user and then, if there is one, for a project.
	file string
	// write makes the part of the configuration that names the server.
	write func(command string, args []string) (string, error)
}

// clients are those that the configuration can be printed for, sorted. Each format is the one that the client's own
// documentation has.
func clients() []client {
	return []client{
		{"claude-code", ".mcp.json in the project (or: claude mcp add)", mcpServers(true)},
		{"claude-desktop", "claude_desktop_config.json (Settings, Developer, Edit Config)", mcpServers(false)},
		{"codex", "~/.codex/config.toml", codexTable},
		{"cursor", "~/.cursor/mcp.json, or .cursor/mcp.json in the project", mcpServers(false)},
		{"gemini-cli", "~/.gemini/settings.json, or .gemini/settings.json in the project", mcpServers(false)},
		{"opencode", "~/.config/opencode/opencode.json, or opencode.json in the project", openCode},
		{"vscode", ".vscode/mcp.json in the project", vsCode},
		{"windsurf", "~/.codeium/windsurf/mcp_config.json", mcpServers(false)},
	}
}

func clientNames() []string {
	var names []string
	for _, c := range clients() {
		names = append(names, c.name)
	}
	return names
}

// printClient prints what goes into a client's configuration. Where that is goes to standard error, so that the output
// can be put into a file.
func (inv *invocation) printClient(c *cli.Context, name string, roots []string) error {
	i := slices.IndexFunc(clients(), func(c client) bool { return c.name == name })
	if i < 0 {
		hint := "choose one of: " + strings.Join(clientNames(), ", ")
		if near := policy.Nearest(name, clientNames()); near != "" {
			hint = "did you mean: sentinel mcp config " + near
		}
		return finding.Usagef(hint, "there is no client %q", name)
	}
	command, err := os.Executable()
	if err != nil {
		return finding.Unfinishedf("", "find this program: %w", err)
	}
	args := serverArgs(c, roots)
	switch text := strings.Join(append([]string{command}, args...), "\n"); {
	case !utf8.ValidString(text):
		return finding.Usagef("give the folder another name", "a path is not UTF-8, which no client's configuration can hold")
	case replaced.MatchString(text):
		return finding.Usagef("give the folder another name", "a path has %q in it, in place of which a client may put something else",
			replaced.FindString(text))
	}
	text, err := clients()[i].write(command, args)
	if err != nil {
		return err
	}
	inv.tell("goes into %s", clients()[i].file)
	_, err = fmt.Fprint(inv.stdout, text)
	return err
}

// replaced is what clients replace in their configurations: ${NAME} in Claude Code, VS Code and Cursor, $NAME in Gemini
// CLI, too, {env:NAME} and {file:PATH} in OpenCode. None of them has a way to write it as it is.
var replaced = regexp.MustCompile(`\$\{|\$[A-Za-z_]|\{(?:env|file):`)

// serverArgs are the arguments that start the server with the same flags. A client may start it anywhere, so paths are
// absolute.
func serverArgs(c *cli.Context, roots []string) []string {
	args := []string{"mcp"}
	for _, root := range roots {
		args = append(args, "--root", root)
	}
	if c.IsSet("config") {
		args = append(args, "--config", absolute(c.String("config")))
	}
	if sets := c.StringSlice("toolsets"); len(sets) > 0 {
		args = append(args, "--toolsets", strings.Join(sets, ","))
	}
	return args
}

// started is how most clients name a program.
type started struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// mcpServers is the format that Claude Desktop began with. Claude Code writes the type, too.
func mcpServers(typed bool) func(string, []string) (string, error) {
	return func(command string, args []string) (string, error) {
		s := started{Command: command, Args: args}
		if typed {
			s.Type = "stdio"
		}
		return indented(map[string]map[string]started{"mcpServers": {"sentinel": s}})
	}
}

func vsCode(command string, args []string) (string, error) {
	return indented(map[string]map[string]started{"servers": {"sentinel": {"stdio", command, args}}})
}

// openCode is the format of its version 1, which version 2 reads, too.
func openCode(command string, args []string) (string, error) {
	type local struct {
		Type    string   `json:"type"`
		Command []string `json:"command"`
		Enabled bool     `json:"enabled"`
	}
	return indented(struct {
		Schema string           `json:"$schema"`
		MCP    map[string]local `json:"mcp"`
	}{"https://opencode.ai/config.json", map[string]local{"sentinel": {"local", append([]string{command}, args...), true}}})
}

// codexTable is TOML, whose basic strings are JSON's (TOML 1.0, "String"), but for DEL, which has to be escaped.
func codexTable(command string, args []string) (string, error) {
	quoted := []string{}
	for _, s := range append([]string{command}, args...) {
		text, err := plainJSON(s, "")
		if err != nil {
			return "", err
		}
		quoted = append(quoted, strings.ReplaceAll(text, "\x7f", `\u007f`))
	}
	return fmt.Sprintf("[mcp_servers.sentinel]\ncommand = %s\nargs = [%s]\n", quoted[0], strings.Join(quoted[1:], ", ")), nil
}

func indented(v any) (string, error) {
	text, err := plainJSON(v, "  ")
	return text + "\n", err
}

// plainJSON is JSON in which < and & stay readable.
func plainJSON(v any, indent string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
