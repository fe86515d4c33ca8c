package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// Status compares HEAD, index and work tree.
func (r *libraryRepo) Status(ctx context.Context) (s WorktreeStatus, err error) {
	defer guard(&err)
	if r.files == nil {
		return s, errors.New("compare with the work tree: a bare repository has none")
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return s, err
	}
	defer leave()
	idx, err := r.entries()
	if err != nil {
		return s, err
	}
	all, err := r.staged(idx)
	if err != nil {
		return s, err
	}
	for _, d := range all {
		if d.Status != 'U' { // a conflict is told once, as unstaged
			s.Staged = append(s.Staged, d)
		}
	}
	if s.Unstaged, s.Hidden, err = r.unstaged(ctx, idx); err != nil {
		return s, fmt.Errorf("compare the index with the work tree: %w", err)
	}
	if s.Untracked, err = r.untracked(ctx, idx); err != nil {
		return s, fmt.Errorf("look for untracked files: %w", err)
	}
	return s, nil
}

// unstaged compares the index with the files on disk. Those that the index says are not in the work tree are hidden, if they
// are there and differ.
func (r *libraryRepo) unstaged(ctx context.Context, idx *index.Index) (list, hidden []Delta, err error) {
	written := time.Time{}
	if info, err := r.indexInfo(); err == nil {
		written = info.ModTime()
	}
	var unreadable []string
	defer func() {
		if sentence := unreadSentence(unreadable); sentence != "" {
			r.doubt(sentence)
		}
	}()
	for _, e := range idx.Entries {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		d, differs, err := r.onDisk(e, written)
		if errors.Is(err, fs.ErrPermission) {
			unreadable = append(unreadable, firstLines(clip(e.Name))) // git lists it, too, unless it cannot even find it
		} else if err != nil {
			return nil, nil, err
		}
		if differs && e.SkipWorktree && d.New.Mode != "" {
			hidden = append(hidden, d)
		}
		if !differs || e.SkipWorktree {
			continue
		}
		if n := len(list); n > 0 && d.Status == 'U' && list[n-1].New.Path == e.Name {
			if e.Stage == index.OurMode {
				list[n-1] = d
			}
			continue
		}
		list = append(list, d)
	}
	sortDeltas(list)
	sortDeltas(hidden)
	return list, hidden, nil
}

func (r *libraryRepo) indexInfo() (fs.FileInfo, error) {
	f, info, err := openRegular(r.place.indexFile(), indexLimit)
	if err != nil {
		return nil, err
	}
	return info, f.Close()
}

// onDisk compares one entry with its file.
func (r *libraryRepo) onDisk(e *index.Entry, written time.Time) (Delta, bool, error) {
	old, err := entry(e.Name, e.Mode, e.Hash)
	if err != nil {
		return Delta{}, false, err
	}
	info, err := r.files.lstat(e.Name)
	gone := errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotRegular)
	if err != nil && !gone {
		return Delta{}, false, err
	}
	now := Entry{Path: e.Name}
	if !gone {
		now.Mode = r.diskMode(info, old.Mode)
	}
	switch {
	case e.Stage != merged:
		return Delta{Status: 'U', Old: old, New: now}, true, nil
	case old.Mode == ModeSubmodule && now.Mode == ModeSubmodule:
		return Delta{}, false, nil
	case now.Mode == "", now.Mode == ModeSubmodule:
		return Delta{Status: 'D', Old: old}, true, nil
	case e.IntentToAdd:
		return Delta{Status: 'A', New: now}, true, nil
	case now.Mode != old.Mode:
		return delta(old, now), true, nil
	case unchanged(e, info, written):
		return Delta{}, false, nil
	}
	same, err := r.sameContent(e, info)
	if err != nil {
		err = fmt.Errorf("read %s: %w", e.Name, withoutPath(err))
	}
	return Delta{Status: 'M', Old: old, New: now}, !same, err
}

// diskMode is the mode of what is on disk. Where a file system cannot tell, the index is right.
func (r *libraryRepo) diskMode(info fs.FileInfo, indexed Mode) Mode {
	mode := info.Mode()
	switch {
	case mode.IsDir():
		return ModeSubmodule
	case mode&fs.ModeSymlink != 0:
		return ModeSymlink
	case !mode.IsRegular():
		return ""
	case indexed == ModeSymlink && strings.EqualFold(r.core("symlinks"), "false"):
		return ModeSymlink
	case kind(indexed) == ModeRegular && !r.trustsModes():
		return indexed
	case mode.Perm()&0o100 != 0:
		return ModeExecutable
	}
	return ModeRegular
}

func (r *libraryRepo) trustsModes() bool {
	value := r.core("filemode")
	return value == "" || isTrue(value)
}

// unchanged reports whether size and time say that a file is as it was. They say nothing of a file that is as
// young as the index: it may have been written again within the same tick of the clock.
func unchanged(e *index.Entry, info fs.FileInfo, written time.Time) bool {
	return info.Mode().IsRegular() && uint32(info.Size()) == e.Size && info.ModTime().Equal(e.ModifiedAt) &&
		info.ModTime().Before(written)
}

// sameContent compares a file's content with its entry's object id.
func (r *libraryRepo) sameContent(e *index.Entry, info fs.FileInfo) (bool, error) {
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := r.files.root.Readlink(filepath.FromSlash(e.Name))
		return err == nil && plumbing.ComputeHash(plumbing.BlobObject, []byte(target)) == e.Hash, err
	}
	if e.Size != 0 && uint32(info.Size()) != e.Size {
		return false, nil // git does not look at the content of such a file either
	}
	f, info, err := r.files.open(e.Name, info.Size())
	if err != nil {
		return false, err
	}
	defer f.Close()
	sum := plumbing.NewHasher(plumbing.BlobObject, info.Size())
	if _, err := io.Copy(sum, io.LimitReader(f, info.Size())); err != nil {
		return false, err
	}
	return sum.Sum() == e.Hash, nil
}
