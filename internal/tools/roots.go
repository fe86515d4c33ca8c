package tools

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/mcp"
)

// rootsFor are the folders that a call may look at: the operator's, narrowed to those that the client says it works in.
// The client is asked on each call, so that what it opens or closes counts at once. A client that cannot say, or works
// in no local folder, narrows nothing. One that can and does not is refused: what it wanted left alone is not known.
func (d *door) rootsFor(ctx context.Context, call mcp.Call) (folders, error) {
	theirs, err := call.Roots(ctx)
	switch {
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, refusef(finding.ErrorRoots, "answer roots/list, or do not announce the capability roots",
			"the client did not say which folders it works in")
	case len(theirs) == 0:
		return d.roots, nil
	}
	narrowed := narrow(d.roots, theirs)
	if len(narrowed) == 0 {
		return nil, refusef(finding.ErrorRoots, "start the server with --root for one of them",
			"none of the folders that the client works in may be looked at")
	}
	return narrowed, nil
}

// narrow gives what two lists of folders have in common, in the order of the second.
func narrow(allowed folders, wanted []string) folders {
	var common folders
	for _, dir := range wanted {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue // there is no such folder
		}
		if _, _, ok := git.Within(real, allowed); ok {
			common = append(common, real)
			continue
		}
		for _, root := range allowed {
			if _, _, ok := git.Within(root, []string{real}); ok {
				common = append(common, root)
			}
		}
	}
	seen := folders{}
	for _, dir := range common {
		if !slices.Contains(seen, dir) {
			seen = append(seen, dir)
		}
	}
	return seen
}
