package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// renameOptions are git's: half of the content, and no more than its limit of files a side.
func renameOptions(exact bool) *object.DiffTreeOptions {
	return &object.DiffTreeOptions{DetectRenames: true, RenameScore: 50, RenameLimit: renameLimit, OnlyExactRenames: exact}
}

// tree is a commit's tree or the tree itself; nil, which go-git takes for the empty one, for "".
func (r *libraryRepo) tree(id OID) (*object.Tree, error) {
	if id == "" || id == emptyTree {
		return nil, nil
	}
	h, err := hashOf(id)
	if err != nil {
		return nil, err
	}
	c, err := r.repo.CommitObject(h)
	if err == nil {
		h = c.TreeHash
	} else if !errors.Is(err, plumbing.ErrObjectNotFound) {
		return nil, fmt.Errorf("read %s: %w", id, err)
	}
	t, err := r.repo.TreeObject(h)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", id, missing(err))
	}
	return t, nil
}

// DiffTrees compares two trees.
func (r *libraryRepo) DiffTrees(ctx context.Context, a, b OID) (_ []Delta, err error) {
	defer guard(&err)
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if a == b {
		return nil, nil
	}
	from, err := r.tree(a)
	if err != nil {
		return nil, err
	}
	to, err := r.tree(b)
	if err != nil {
		return nil, err
	}
	changes, err := object.DiffTreeWithOptions(ctx, from, to, &object.DiffTreeOptions{})
	if err == nil {
		changes, err = r.pair(changes)
	}
	if err != nil {
		return nil, fmt.Errorf("compare %s with %s: %w", a, b, missing(err))
	}
	return deltasOf(changes)
}

// pair makes renames of deletions and additions, by content as far as that is here.
func (r *libraryRepo) pair(changes object.Changes) (object.Changes, error) {
	for _, c := range changes {
		nameless(&c.From)
		nameless(&c.To)
	}
	paired, err := object.DetectRenames(changes, renameOptions(false))
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		r.doubt(onlyExact)
		return object.DetectRenames(changes, renameOptions(true))
	}
	return paired, err
}

// nameless takes the last part of the path from a side, which go-git does not need here, but refuses to read the
// content of if it has a newline or the like. The whole path stays.
func nameless(e *object.ChangeEntry) {
	if e.Name != "" {
		e.TreeEntry.Name = "content"
	}
}

// deltasOf puts go-git's changes into git's letters.
func deltasOf(changes object.Changes) ([]Delta, error) {
	var list []Delta
	for _, c := range changes {
		from, err := sideOf(c.From)
		if err != nil {
			return nil, err
		}
		to, err := sideOf(c.To)
		if err != nil {
			return nil, err
		}
		list = append(list, delta(from, to))
	}
	sortDeltas(list)
	return list, nil
}

func sideOf(e object.ChangeEntry) (Entry, error) {
	if e.Name == "" {
		return Entry{}, nil
	}
	return entry(e.Name, e.TreeEntry.Mode, e.TreeEntry.Hash)
}

func entry(name string, mode filemode.FileMode, h plumbing.Hash) (Entry, error) {
	m, err := parseMode(fmt.Sprintf("%06o", uint32(mode)))
	return Entry{Path: name, Mode: m, OID: OID(h.String())}, err
}

// delta is the difference of two sides that differ.
func delta(from, to Entry) Delta {
	d := Delta{Status: 'M', Old: from, New: to}
	switch {
	case from.Mode == "":
		d.Status = 'A'
	case to.Mode == "":
		d.Status = 'D'
	case from.Path != to.Path:
		d.Status = 'R'
		if from.OID == to.OID {
			d.Score = 100
		}
	case kind(from.Mode) != kind(to.Mode):
		d.Status = 'T'
	}
	return d
}

// kind is what a mode is of: a file whether executable or not, a link, a submodule.
func kind(m Mode) Mode {
	if m == ModeExecutable {
		return ModeRegular
	}
	return m
}

// flatten lists a tree's files.
func flatten(t *object.Tree) (map[string]Entry, error) {
	all := map[string]Entry{}
	if t == nil {
		return all, nil
	}
	walker := object.NewTreeWalker(t, true, nil)
	walker.SkipPathValidation() // nothing is written to these paths
	defer walker.Close()
	for {
		name, e, err := walker.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, missing(err)
		}
		if e.Mode == filemode.Dir {
			continue
		}
		if all[name], err = entry(name, e.Mode, e.Hash); err != nil {
			return nil, err
		}
	}
}

// Files lists a tree or the index.
func (r *libraryRepo) Files(ctx context.Context, tree OID) (_ []Entry, err error) {
	defer guard(&err)
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if tree == "" {
		return r.indexed()
	}
	t, err := r.tree(tree)
	if err != nil {
		return nil, err
	}
	all, err := flatten(t)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", tree, err)
	}
	list := make([]Entry, 0, len(all))
	for _, e := range all {
		list = append(list, e)
	}
	sortEntries(list)
	return list, nil
}

// Lookup gives the entry of one path.
func (r *libraryRepo) Lookup(ctx context.Context, tree OID, name string) (_ Entry, err error) {
	defer guard(&err)
	leave, err := r.enter(ctx)
	if err != nil {
		return Entry{}, err
	}
	defer leave()
	t, err := r.tree(tree)
	if err != nil || t == nil {
		return Entry{}, err
	}
	parts := strings.Split(name, "/")
	for _, part := range parts[:len(parts)-1] {
		e, ok := child(t, part)
		if !ok || e.Mode != filemode.Dir {
			return Entry{}, nil
		}
		if t, err = r.repo.TreeObject(e.Hash); err != nil {
			return Entry{}, fmt.Errorf("look up %s in %s: %w", name, tree, missing(err))
		}
	}
	e, ok := child(t, parts[len(parts)-1])
	if !ok || e.Mode == filemode.Dir {
		return Entry{}, nil
	}
	return entry(name, e.Mode, e.Hash)
}

// child is an entry of one folder.
func child(t *object.Tree, name string) (object.TreeEntry, bool) {
	i := slices.IndexFunc(t.Entries, func(e object.TreeEntry) bool { return e.Name == name })
	if i < 0 {
		return object.TreeEntry{}, false
	}
	return t.Entries[i], true
}
