package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/mcp"
	"sentinel/internal/proc"
	"sentinel/internal/tools"
)

// tokenVariable is the environment variable with the token that HTTP clients have to send.
const tokenVariable = "SENTINEL_MCP_TOKEN"

const mcpHelp = `Serves the checks to an agent over the Model Context Protocol, until its input ends. What the agent may look at
are the folders given with --root, symbolic links and gitfiles followed; a client can narrow that, and nothing that
it sends widens it or names a command. Validations are served only if your configuration lists them under
mcp: {allow-validations: [...]}.

To add it to a client:  sentinel mcp config CLIENT   prints what goes into the client's configuration.
Clients:                claude-code, claude-desktop, codex, cursor, gemini-cli, opencode, vscode, windsurf
Toolsets:               core (default), structure, git, safety, memory, task, poll, all

Over HTTP the endpoint is /mcp. The bearer token is read from --token-file or from ` + tokenVariable + `, and has to be
there unless the address is one of loopback.
`

func (inv *invocation) mcpCommand() *cli.Command {
	return &cli.Command{
		Name:        "mcp",
		Usage:       "serve the checks to an agent (MCP)",
		ArgsUsage:   "[config CLIENT] [flags]",
		Description: mcpHelp,
		HideHelp:    true,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Category: groupRun, Name: "root", Usage: "`DIR` a folder that may be looked at, the current one if left out; may be repeated"},
			&cli.StringFlag{Category: groupRun, Name: "config", Usage: "`FILE` your configuration, in place of the one in your configuration folder"},
			&cli.StringSliceFlag{Category: groupRun, Name: "toolsets", Usage: "`LIST` of sets of tools to serve"},
			&cli.StringFlag{Category: groupRun, Name: "http", Usage: "`HOST:PORT` serve over HTTP there, in place of standard input and output; port 0 is any"},
			&cli.StringFlag{Category: groupRun, Name: "token-file", Usage: "`FILE` with the token that HTTP clients have to send"},
		},
		OnUsageError: usageError,
		Action:       inv.mcp,
	}
}

func (inv *invocation) mcp(c *cli.Context) error {
	if len(inv.paths) > 0 {
		return finding.Usagef("name folders with --root", "mcp takes no paths")
	}
	roots, err := mcpRoots(c.StringSlice("root"))
	if err != nil {
		return err
	}
	sets, err := mcpToolsets(c.StringSlice("toolsets"))
	if err != nil {
		return err
	}
	switch {
	case len(inv.words) == 0:
		return inv.serveMCP(c, roots, sets)
	case inv.words[0] == "config" && len(inv.words) == 2:
		return inv.printClient(c, inv.words[1], roots)
	case inv.words[0] == "config":
		return finding.Usagef("write one of: "+strings.Join(clientNames(), ", "), "mcp config wants the name of a client")
	}
	return unknownWord("mcp", inv.words[0], []string{"config"})
}

// serveMCP serves until standard input ends, or the process is told to.
func (inv *invocation) serveMCP(c *cli.Context, roots, sets []string) error {
	if c.IsSet("token-file") && !c.IsSet("http") {
		return finding.Usagef("", "--token-file only goes with --http")
	}
	req, err := mcpRequest(c.String("config"), c.IsSet("config"), roots)
	if err != nil {
		return err
	}
	req.Keeper = git.NewKeeper()
	defer req.Keeper.Close()
	list, err := tools.New(tools.Options{Roots: roots, Checks: all.Checks(), Request: req, Today: today, Toolsets: sets})
	if err != nil {
		return finding.Usagef("", "%w", err)
	}
	for _, set := range sets {
		if set != tools.All && !slices.ContainsFunc(list, func(t mcp.Tool) bool { return slices.Contains(t.Toolsets, set) }) {
			inv.tell("the toolset %s has no tools", set)
		}
	}
	server, err := mcp.NewServer(mcp.Options{
		Name: "sentinel", Version: version(), Instructions: tools.Instructions, Tools: list, Log: inv.stderr,
	})
	if err != nil {
		return err
	}
	ctx := inHurry(c.Context)
	if c.IsSet("http") {
		return inv.serveHTTP(ctx, c, server, roots)
	}
	inv.tell("sentinel mcp: serving %s on standard input and output", strings.Join(roots, ", "))
	err = server.ServeStdio(ctx, inv.stdin, direct(inv.stdout))
	if err == nil || readerGone(err) { // the client went away
		return nil
	}
	return finding.Unfinishedf("", "mcp: %w", err)
}

// serveHTTP serves at an address, which is told on standard error.
func (inv *invocation) serveHTTP(ctx context.Context, c *cli.Context, server *mcp.Server, roots []string) error {
	token, err := mcpToken(c.String("token-file"), c.IsSet("token-file"))
	if err != nil {
		return err
	}
	listener, err := mcp.Listen(ctx, c.String("http"))
	if err != nil {
		return finding.Usagef("write HOST:PORT, such as 127.0.0.1:8080", "--http %s: %w", c.String("http"), err)
	}
	if token == "" && !mcp.IsLocal(listener) {
		return errors.Join(listener.Close(), finding.Usagef("set "+tokenVariable+" or --token-file, or take an address of loopback",
			"--http %s can be reached from other machines, and there is no token", c.String("http")))
	}
	inv.tell("sentinel mcp: serving %s on http://%s/mcp", strings.Join(roots, ", "), listener.Addr())
	if err := server.ServeHTTP(ctx, listener, mcp.HTTPOptions{Token: token}); err != nil {
		return finding.Unfinishedf("", "mcp: %w", err)
	}
	return nil
}

// commandsHurry is how long an operator's command has to end after the server was told to. Clients kill a server two
// seconds after they have asked it to end (the official SDKs do), and what the command has started would live on.
const commandsHurry = time.Second

// inHurry is ctx, in which commands are made to end soon after it does.
func inHurry(ctx context.Context) context.Context {
	urgent := make(chan struct{})
	context.AfterFunc(ctx, func() { time.AfterFunc(commandsHurry, func() { close(urgent) }) })
	return proc.WithUrgency(ctx, urgent)
}

// tell says something to whoever started the server. Standard output is the client's alone.
func (inv *invocation) tell(format string, args ...any) {
	fmt.Fprintln(inv.stderr, finding.Printable(fmt.Sprintf(format, args...)))
}

// direct is standard output itself, for what has to be written even while the process is told to end.
func direct(out io.Writer) io.Writer {
	if s, ok := out.(*stream); ok {
		return s.to
	}
	return out
}
