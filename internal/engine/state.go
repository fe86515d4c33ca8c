package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// workTree is what commands run on: the files on disk, whatever the change is that the other checks look at.
type workTree struct {
	req Request
	// looked says that the fields below are known; they are of the first look, before any command ran.
	looked                      bool
	head                        git.OID
	staged, unstaged, untracked int
}

// state identifies what is in the work tree: HEAD, the index, and the files on disk that differ from it, those by what
// their folder entry says of them. The repository is opened anew each time, because one that is open may remember.
// What git ignores is not looked at: build results and caches change with every command, and are none of the change.
func (w *workTree) state(ctx context.Context) (string, error) {
	repo, err := open(ctx, w.req)
	if err != nil {
		return "", err
	}
	if repo == nil {
		return "", git.ErrNotARepository
	}
	info := repo.Info()
	h := &stateHash{sha256.New()}
	h.add("head", info.Head, info.HeadRef)
	h.folder("top", info.Top)
	untracked := 0
	changes, err := repo.Changes(ctx, git.Lists{Staged: true, Unstaged: true, Untracked: func(e git.Entry) {
		untracked++
		h.file("untracked", info.Top, e.Path)
	}})
	if err = errors.Join(err, repo.Close()); err != nil {
		return "", err
	}
	for _, d := range changes.Staged {
		h.add("staged", d.Status, d.Old, d.New)
	}
	for _, d := range changes.Unstaged {
		h.add("unstaged", d.Status, d.Old, d.New)
		h.file("disk", info.Top, d.Path())
	}
	for _, d := range changes.Hidden {
		h.file("hidden", info.Top, d.Path())
	}
	if !w.looked {
		w.looked, w.head = true, info.Head
		w.staged, w.unstaged, w.untracked = len(changes.Staged), len(changes.Unstaged), untracked
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// stateHash takes in parts so that different ones never look the same.
type stateHash struct{ hash.Hash }

func (h *stateHash) add(parts ...any) {
	for _, part := range parts {
		fmt.Fprintf(h, "%#v\x00", part)
	}
}

// folder takes in which folder it is, whatever it is called: one with the same content in its place is another.
func (h *stateHash) folder(what, path string) {
	entry, err := os.Lstat(path)
	if err != nil {
		h.add(what, "none")
		return
	}
	h.add(what, inode(entry))
}

// file takes in what the folder says of a file, and not its content: that costs as much as reading it.
func (h *stateHash) file(list, top, path string) {
	entry, err := os.Lstat(filepath.Join(top, filepath.FromSlash(path)))
	if err != nil {
		h.add(list, path, "none")
		return
	}
	h.add(list, path, entry.Size(), entry.ModTime().UnixNano(), uint32(entry.Mode()), inode(entry))
}

// warning says that commands ran on something else than what the other checks looked at, "" where they did not.
func (w *workTree) warning(s finding.Scope) string {
	dirty := w.unstaged+w.untracked > 0
	unlike := false
	switch s.Kind {
	case finding.ScopeStaged:
		unlike = dirty
	case finding.ScopeRange, finding.ScopePush:
		unlike = dirty || w.staged > 0 || s.Head != string(w.head)
	case finding.ScopeOverlay:
		unlike = true
	}
	if !w.looked || !unlike {
		return ""
	}
	return fmt.Sprintf("the validations ran on the files on disk, which are not just what was looked at: %s", s.Description)
}
