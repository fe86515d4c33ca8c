package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/index"
	"github.com/go-git/go-git/v5/plumbing/object"
)

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
		var err error
		if moved, err = r.pair(moved); err != nil {
			return nil, fmt.Errorf("look for renames: %w", missing(err))
		}
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
	return object.ChangeEntry{Name: e.Path, Tree: t, TreeEntry: object.TreeEntry{Mode: mode, Hash: plumbing.NewHash(string(e.OID))}}
}

// indexed lists the index, a conflict as "ours" if there is one.
func (r *libraryRepo) indexed() ([]Entry, error) {
	idx, err := r.entries()
	if err != nil {
		return nil, err
	}
	var list []Entry
	ours := false
	for _, e := range idx.Entries {
		now, err := entry(e.Name, e.Mode, e.Hash)
		if err != nil {
			return nil, err
		}
		if n := len(list); n > 0 && list[n-1].Path == e.Name {
			if e.Stage == index.OurMode || !ours {
				list[n-1] = now
			}
		} else {
			list = append(list, now)
		}
		ours = e.Stage == index.OurMode
	}
	sortEntries(list)
	return list, nil
}
