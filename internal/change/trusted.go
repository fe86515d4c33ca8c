package change

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// Errors of ReadTrusted.
var (
	// ErrBasesDiffer: the change starts from several commits, which do not have the same file.
	ErrBasesDiffer = errors.New("the commits that this change starts from have different ones")
	// ErrNotAFile: what has that name is a symbolic link or a submodule.
	ErrNotAFile = errors.New("it is a symbolic link or a submodule, and has to be a file")
)

// trusted are the commits whose configuration judges the change: its base sides, or HEAD where there are none; never
// the new side. An empty id stands for a base without any file.
func (c *Change) trusted() []git.OID {
	switch {
	case c.Scope.Kind == finding.ScopeAll:
		return []git.OID{git.OID(c.Scope.Head)}
	case c.Scope.Kind == finding.ScopePush:
		return c.pushBases
	}
	return []git.OID{git.OID(c.Scope.Base)}
}

// ReadTrusted gives a file of the commits whose configuration judges the change, and the first one's id. The error is
// fs.ErrNotExist where none has it. Whoever makes a change may choose which commits it starts from, and in which
// order; so where they differ none is taken.
func (c *Change) ReadTrusted(ctx context.Context, path string, limit int64) (data []byte, commit string, err error) {
	commits := c.trusted()
	if c.repo == nil || len(commits) == 0 {
		return nil, "", fs.ErrNotExist
	}
	var entry git.Entry
	for i, id := range commits {
		e, err := c.atCommit(ctx, id, path)
		if err != nil {
			return nil, "", err
		}
		if i > 0 && e != entry {
			return nil, "", fmt.Errorf("%s: %w", finding.Printable(path), ErrBasesDiffer)
		}
		entry = e
	}
	switch {
	case entry.Mode == "":
		return nil, "", fs.ErrNotExist
	case !sideOf(entry).Readable():
		return nil, "", fmt.Errorf("%s: %w", finding.Printable(path), ErrNotAFile)
	}
	data, err = c.repo.ReadObject(ctx, entry.OID, limit)
	return data, string(commits[0]), err
}

func (c *Change) atCommit(ctx context.Context, id git.OID, path string) (git.Entry, error) {
	if id == "" {
		return git.Entry{}, nil
	}
	return c.repo.Lookup(ctx, id, path)
}
