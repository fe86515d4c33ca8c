// Command goclient is the official Go SDK as a client: goclient CALLS.json URL, or goclient CALLS.json COMMAND ARGUMENT...
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type call struct {
	Tool      string
	Arguments map[string]any
	Contains  string
	IsError   bool
	Progress  *int64
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: goclient CALLS.json URL|COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "FAIL", err)
		os.Exit(1)
	}
}

func run(file string, target []string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var calls []call
	if err := json.Unmarshal(text, &calls); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	progress := &counter{byToken: map[string]chan struct{}{}}
	client := mcp.NewClient(&mcp.Implementation{Name: "interop", Version: "1.0.0"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			progress.of(fmt.Sprint(r.Params.ProgressToken)) <- struct{}{}
		},
	})
	client.AddRoots(&mcp.Root{URI: "file://" + cmp.Or(os.Getenv("INTEROP_ROOT"), "/interop/root"), Name: "root"})
	session, err := client.Connect(ctx, transport(target), nil)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}
	errs := make([]error, len(calls))
	var all sync.WaitGroup
	for i, c := range calls {
		all.Go(func() { errs[i] = check(ctx, session, c, fmt.Sprint("token-", i), progress) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	fmt.Printf("%d tools listed, every call answered as expected\n", len(tools.Tools))
	return nil
}

func transport(target []string) mcp.Transport {
	if strings.HasPrefix(target[0], "http://") {
		return &mcp.StreamableClientTransport{Endpoint: target[0]}
	}
	command := exec.Command(target[0], target[1:]...)
	command.Stderr = os.Stderr
	return &mcp.CommandTransport{Command: command}
}

func check(ctx context.Context, session *mcp.ClientSession, c call, token string, progress *counter) error {
	parameters := &mcp.CallToolParams{Name: c.Tool, Arguments: c.Arguments}
	if c.Arguments == nil {
		parameters.Arguments = map[string]any{}
	}
	parameters.SetProgressToken(token)
	result, err := session.CallTool(ctx, parameters)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Tool, err)
	}
	text, _ := result.Content[0].(*mcp.TextContent)
	if text == nil || !strings.Contains(text.Text, c.Contains) || result.IsError != c.IsError {
		return fmt.Errorf("%s %v: isError=%t, %+v", c.Tool, c.Arguments, result.IsError, result.Content[0])
	}
	// The SDK hands over notifications beside the answer, so what is held here is that they come, not when; the
	// TypeScript client looks at the order on the wire.
	for i := int64(0); c.Progress != nil && i < *c.Progress; i++ {
		select {
		case <-progress.of(token):
		case <-ctx.Done():
			return fmt.Errorf("%s: progress came %d times, not %d", c.Tool, i, *c.Progress)
		}
	}
	return nil
}

// counter has a channel for the progress of each call.
type counter struct {
	mu      sync.Mutex
	byToken map[string]chan struct{}
}

func (c *counter) of(token string) chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byToken[token] == nil {
		c.byToken[token] = make(chan struct{}, 1000)
	}
	return c.byToken[token]
}
