package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"path"
	"strings"
)

// treeEntry is one entry of a tree object. The mode is as git stores it, without leading zeros: "40000" for a folder.
type treeEntry struct {
	mode, name string
	id         []byte
}

const folderMode = "40000"

// treeEntries reads a tree object: mode, blank, name, NUL and the raw id of each entry. Its last value is an error
// where the object is damaged.
func treeEntries(data []byte, idBytes int) iter.Seq2[treeEntry, error] {
	return func(yield func(treeEntry, error) bool) {
		for len(data) > 0 {
			end := bytes.IndexByte(data, 0)
			if end < 0 || len(data) < end+1+idBytes {
				yield(treeEntry{}, fmt.Errorf("%w: a tree object", errAnswer))
				return
			}
			mode, name, ok := strings.Cut(string(data[:end]), " ")
			if !ok {
				yield(treeEntry{}, fmt.Errorf("%w: a tree object", errAnswer))
				return
			}
			e := treeEntry{mode: mode, name: name, id: data[end+1 : end+1+idBytes]}
			data = data[end+1+idBytes:]
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Lookup gives the entry of one path. A folder is not an entry. It goes down the trees by the process that reads
// objects anyway: to start another one for a single path takes longer than all else about it.
func (r *programRepo) Lookup(ctx context.Context, tree OID, name string) (Entry, error) {
	if path.Clean(name) != name || path.IsAbs(name) || strings.HasPrefix(name+"/", "../") || strings.ContainsRune(name, 0) {
		return Entry{}, nil // no tree has such a path
	}
	id, err := r.treeOf(ctx, tree)
	if err != nil || id == "" {
		return Entry{}, err
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		e, err := r.child(ctx, id, part)
		last := i == len(parts)-1
		switch {
		case err != nil:
			return Entry{}, fmt.Errorf("look up %s in %s: %w", name, tree, err)
		case e.mode == "" || last == (e.mode == folderMode):
			return Entry{}, nil
		case last:
			mode, err := parseMode(e.mode)
			return Entry{Path: name, Mode: mode, OID: OID(hex.EncodeToString(e.id))}, err
		}
		id = OID(hex.EncodeToString(e.id))
	}
	return Entry{}, nil
}

// treeOf is the tree of a commit, or the tree itself; "" for the empty tree, which need not be an object.
func (r *programRepo) treeOf(ctx context.Context, id OID) (OID, error) {
	if _, err := r.treeish(id); err != nil {
		return "", err
	}
	if id == "" || id == r.emptyTree() {
		return "", nil
	}
	got, err := r.object(ctx, id, commitLimit)
	if errors.Is(err, ErrTooLarge) {
		return id, nil // no commit is that large, a tree may be
	}
	if err != nil {
		return "", err
	}
	switch got.kind {
	case "tree":
		return id, nil
	case "commit":
		text, _, _ := strings.Cut(string(got.data), "\n")
		if tree, ok := strings.CutPrefix(text, "tree "); ok && OID(tree).valid() {
			return OID(tree), nil
		}
		return "", fmt.Errorf("%w: commit %s", errAnswer, id)
	}
	return "", fmt.Errorf("%w: %s is a %s, neither a commit nor a tree", ErrUnknownRevision, id, got.kind)
}

// child is one entry of a tree, zero when it is not there.
func (r *programRepo) child(ctx context.Context, tree OID, name string) (treeEntry, error) {
	got, err := r.object(ctx, tree, indexLimit)
	if err != nil {
		return treeEntry{}, err
	}
	for e, err := range treeEntries(got.data, len(tree)/2) {
		if err != nil || e.name == name {
			return e, err
		}
	}
	return treeEntry{}, nil
}
