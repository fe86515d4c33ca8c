package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// renameOptions are git's: half of the content, and no more than 1000 files a side.
func renameOptions(exact bool) *object.DiffTreeOptions {
	return &object.DiffTreeOptions{DetectRenames: true, RenameScore: 50, RenameLimit: 1000, OnlyExactRenames: exact}
}

// tree is a commit's tree or the tree itself; nil, which go-git takes for the empty one, for "".
func (r *libraryRepo) tree(id OID) (*object.Tree, error) {
	if id == "" || id == emptyTree {
		return nil, nil
	}
	h, err := hash(id)
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
	from, err := r.tree(a)
	if err != nil {
		return nil, err
	}
	to, err := r.tree(b)
	if err != nil {
		return nil, err
	}
	changes, err := object.DiffTreeWithOptions(ctx, from, to, renameOptions(false))
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		r.doubt(onlyExact)
		changes, err = object.DiffTreeWithOptions(ctx, from, to, renameOptions(true))
	}
	if err != nil {
		return nil, fmt.Errorf("compare %s with %s: %w", a, b, missing(err))
	}
	return deltasOf(changes)
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

// entries reads the index that git named, or the repository's own, straight from its file.
func (r *libraryRepo) entries() (*index.Index, error) {
	f, _, err := openRegular(r.place.indexFile(), indexLimit)
	idx := &index.Index{Version: 2}
	if errors.Is(err, fs.ErrNotExist) {
		return idx, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the index: %w", err)
	}
	defer f.Close()
	err = index.NewDecoder(f).Decode(idx)
	if errors.Is(err, index.ErrUnknownExtension) {
		return nil, unsupported("a split or sparse index")
	}
	if err != nil {
		return nil, fmt.Errorf("read the index %s: %w", r.place.indexFile(), err)
	}
	return idx, nil
}

// flatten lists a tree's files.
func flatten(t *object.Tree) (map[string]Entry, error) {
	all := map[string]Entry{}
	if t == nil {
		return all, nil
	}
	walker := object.NewTreeWalker(t, true, nil)
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

// DiffIndex compares HEAD with the index.
func (r *libraryRepo) DiffIndex(ctx context.Context) (_ []Delta, err error) {
	defer guard(&err)
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	idx, err := r.entries()
	if err != nil {
		return nil, err
	}
	return r.staged(idx)
}

// merged is the stage of an entry without a conflict. (go-git's constant of that name is 1, which is the ancestor's.)
const merged index.Stage = 0

// staged compares HEAD with an index.
func (r *libraryRepo) staged(idx *index.Index) ([]Delta, error) {
	t, err := r.tree(r.info.Head)
	if err != nil {
		return nil, err
	}
	head, err := flatten(t)
	if err != nil {
		return nil, fmt.Errorf("compare HEAD with the index: %w", err)
	}
	var list []Delta
	var moved object.Changes // additions and deletions, in which renames may be found
	conflict := ""
	for _, e := range idx.Entries {
		old := head[e.Name]
		delete(head, e.Name)
		if e.Stage != merged {
			if conflict != e.Name {
				old.Path = e.Name
				list = append(list, Delta{Status: 'U', Old: old, New: Entry{Path: e.Name}})
			}
			conflict = e.Name
			continue
		}
		if e.IntentToAdd {
			if old.Mode != "" {
				moved = append(moved, &object.Change{From: changeEntry(t, old)})
			}
			continue
		}
		now, err := entry(e.Name, e.Mode, e.Hash)
		if err != nil {
			return nil, err
		}
		switch {
		case old.Mode == "":
			moved = append(moved, &object.Change{To: changeEntry(t, now)})
		case old != now:
			list = append(list, delta(old, now))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(head)) {
		moved = append(moved, &object.Change{From: changeEntry(t, head[name])})
	}
	return r.withRenames(list, moved, t)
}

// withRenames pairs deletions with additions. Before the first commit there are no deletions.
func (r *libraryRepo) withRenames(list []Delta, moved object.Changes, t *object.Tree) ([]Delta, error) {
	if t != nil {
		paired, err := object.DetectRenames(moved, renameOptions(false))
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			r.doubt(onlyExact)
			paired, err = object.DetectRenames(moved, renameOptions(true))
		}
		if err != nil {
			return nil, fmt.Errorf("look for renames: %w", missing(err))
		}
		moved = paired
	}
	found, err := deltasOf(moved)
	if err != nil {
		return nil, err
	}
	list = append(list, found...)
	sortDeltas(list)
	return list, nil
}

// changeEntry is a side in go-git's form. The tree is only where go-git gets its object storage from.
func changeEntry(t *object.Tree, e Entry) object.ChangeEntry {
	mode, err := filemode.New(string(e.Mode))
	if err != nil {
		mode = filemode.Regular // cannot be: Mode is one of four
	}
	return object.ChangeEntry{Name: e.Path, Tree: t, TreeEntry: object.TreeEntry{
		Name: path.Base(e.Path), Mode: mode, Hash: plumbing.NewHash(string(e.OID)),
	}}
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

// indexed lists the index, a conflict as "ours" if there is one.
func (r *libraryRepo) indexed() ([]Entry, error) {
	idx, err := r.entries()
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, e := range idx.Entries {
		now, err := entry(e.Name, e.Mode, e.Hash)
		if err != nil {
			return nil, err
		}
		if n := len(list); n > 0 && list[n-1].Path == e.Name {
			if e.Stage == index.OurMode {
				list[n-1] = now
			}
			continue
		}
		list = append(list, now)
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
	e, err := t.FindEntry(name)
	switch {
	case errors.Is(err, object.ErrEntryNotFound), errors.Is(err, object.ErrDirectoryNotFound):
		return Entry{}, nil
	case err != nil:
		return Entry{}, fmt.Errorf("look up %s in %s: %w", name, tree, missing(err))
	case e.Mode == filemode.Dir:
		return Entry{}, nil
	}
	return entry(name, e.Mode, e.Hash)
}
