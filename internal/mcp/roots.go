package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// rootsTimeout is how long a client may take to say its roots. It has them at hand; one that does not answer would hold
// the call for ever.
const rootsTimeout = 10 * time.Second

// rootsInput names the client's roots among what a call needs to be answered.
const rootsInput = "roots"

// errRootsFirst is what a tool gets that asks for the roots of a client which sends them with a second call only. What it
// answers to that is dropped.
var errRootsFirst = errors.New("the client's roots come with the next call")

// roots are the local folders that the client works in.
func roots(ctx context.Context, e *exchange, request protocol.CallToolRequest) ([]string, error) {
	switch {
	case !hasRoots(ctx):
		return nil, nil
	case server.IsModernRequest(ctx):
		return rootsOfCall(e, request)
	}
	ctx, cancel := context.WithTimeout(ctx, rootsTimeout)
	defer cancel()
	answer, err := e.asks.ask(ctx, e.scope, "roots/list", e.send)
	if err != nil {
		return nil, err
	}
	var list protocol.ListRootsResult
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, fmt.Errorf("roots/list: the client's answer is not a list of roots: %w", err)
	}
	return localPaths(list.Roots), nil
}

// rootsOfCall are the roots that came with a call. Since 2026-07-28 a server sends no requests: it answers that it needs
// something, and the client calls again and brings it.
func rootsOfCall(e *exchange, request protocol.CallToolRequest) ([]string, error) {
	if _, ok := request.Params.InputResponses[rootsInput]; !ok {
		e.needsRoots.Store(true)
		return nil, errRootsFirst
	}
	list := server.RootsResponse(request.Params.InputResponses, rootsInput)
	if list == nil {
		return nil, errors.New("what the client sent is not a list of roots")
	}
	return localPaths(list.Roots), nil
}

// askForRoots is the answer that makes the client call again with its roots.
func askForRoots() *protocol.CallToolResult {
	return server.NewInputRequestBuilder("").Roots(rootsInput).ToolResult()
}

// withParams puts the parameters into that answer, which has no text of a tool in it. mcp-go leaves them out because they
// are empty, and the official Go SDK does not read a request without them.
func withParams(response []byte) []byte {
	return bytes.Replace(response, []byte(`{"method":"roots/list"}`), []byte(`{"method":"roots/list","params":{}}`), 1)
}

// hasRoots reports whether the client says that it has roots.
func hasRoots(ctx context.Context) bool {
	if server.IsModernRequest(ctx) {
		return server.RequestProtocolInfoFromContext(ctx).ClientCapabilities.Roots != nil
	}
	client, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	return ok && client.GetClientCapabilities().Roots != nil
}

func localPaths(roots []protocol.Root) []string {
	paths := []string{}
	for _, root := range roots {
		if path, ok := localPath(root.URI); ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// drivePath is how a path of Windows looks in a URI.
var drivePath = regexp.MustCompile(`^/[A-Za-z]:(/|$)`)

// localPath is the absolute path of a file URI; false for what is not on this machine.
func localPath(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	path := u.Path
	if filepath.Separator == '\\' && drivePath.MatchString(path) {
		path = path[1:]
	}
	path = filepath.Clean(filepath.FromSlash(path))
	return path, u.Path != "" && filepath.IsAbs(path)
}
