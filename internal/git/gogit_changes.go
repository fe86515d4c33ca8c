package git

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// Changes makes the lists that are asked for. Renames and copies are not looked for in Unstaged.
func (r *libraryRepo) Changes(ctx context.Context, want Lists) (c Changes, err error) {
	defer guard(&err)
	local := want.Unstaged || want.Untracked != nil
	if local && r.files == nil {
		return Changes{}, errors.New("compare with the work tree: a bare repository has none")
	}
	if want.Committed {
		if c.Committed, err = r.DiffTrees(ctx, want.From, want.To); err != nil {
			return Changes{}, err
		}
	}
	var untracked []Entry
	if local || want.Staged {
		if untracked, err = r.local(ctx, want, &c); err != nil {
			return Changes{}, err
		}
	}
	// Only now, when the next one may call: who is told may be waiting for another list of this repository.
	for _, e := range untracked {
		want.Untracked(e)
	}
	c.RenamesLimited = r.limited(c.Committed) || r.limited(c.Staged)
	return c, nil
}

// local makes the lists that have to do with the index, and returns the untracked paths if they are wanted.
func (r *libraryRepo) local(ctx context.Context, want Lists, c *Changes) ([]Entry, error) {
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	idx, err := r.entries()
	if err != nil {
		return nil, err
	}
	if want.Staged {
		if c.Staged, err = r.staged(idx); err != nil {
			return nil, err
		}
	}
	if want.Unstaged {
		if c.Unstaged, c.Hidden, err = r.unstaged(ctx, idx); err != nil {
			return nil, fmt.Errorf("compare the index with the work tree: %w", err)
		}
	}
	if want.Untracked == nil {
		return nil, nil
	}
	return r.listUntracked(ctx, idx, want.Modes)
}

// listUntracked gives the untracked paths as Lists tells of them.
func (r *libraryRepo) listUntracked(ctx context.Context, idx *index.Index, modes bool) ([]Entry, error) {
	list, err := r.untracked(ctx, idx)
	if err != nil {
		return nil, fmt.Errorf("look for untracked files: %w", err)
	}
	for i := range list {
		if list[i].Mode != ModeSubmodule && !modes {
			list[i].Mode = ""
		}
	}
	return list, nil
}

// limited reports whether go-git paired only files of equal content, because there were more additions or more
// deletions than its limit.
func (r *libraryRepo) limited(list []Delta) bool {
	added, deleted := 0, 0
	for _, d := range list {
		switch d.Status {
		case 'A':
			added++
		case 'D':
			deleted++
		}
	}
	return added > 0 && deleted > 0 && max(added, deleted) > renameLimit
}
