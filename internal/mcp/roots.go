package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"time"
)

// rootsTimeout is how long a client may take to say its roots. It has them at hand; one that does not answer would hold
// the call for ever.
const rootsTimeout = 10 * time.Second

// roots are the local folders that the client works in.
func roots(ctx context.Context, e *exchange) ([]string, error) {
	if e == nil || !hasRoots(ctx) {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, rootsTimeout)
	defer cancel()
	answer, err := e.asks.ask(ctx, e.scope, "roots/list", e.send)
	if err != nil {
		return nil, err
	}
	var result struct {
		Roots []struct {
			URI string `json:"uri"`
		} `json:"roots"`
	}
	if err := json.Unmarshal(answer, &result); err != nil {
		return nil, fmt.Errorf("roots/list: the client's answer is not a list of roots: %w", err)
	}
	paths := []string{}
	for _, root := range result.Roots {
		if path, ok := localPath(root.URI); ok {
			paths = append(paths, path)
		}
	}
	return paths, nil
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
