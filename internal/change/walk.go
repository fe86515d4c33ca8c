package change

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// bounds are how far a walk goes: it has to end in a tree that somebody made to have no end, too.
type bounds struct {
	// depth is how many folders are in each other below one that was named.
	depth int
	// entries is how many names are read from folders, and files how many of them are kept.
	entries, files int
}

// defaultBounds are beyond what people work on: the Linux kernel has 90,000 files, and folders a dozen deep. A file
// that is kept takes a kilobyte until the run ends, a name that is only read a tenth of that.
func defaultBounds() bounds { return bounds{depth: 100, entries: 1 << 20, files: 1 << 18} }

// walk is one walk through folders on disk, in the order of names.
type walk struct {
	change *Change
	flat   bool
	bounds bounds
	// named are the paths that were asked for, which are looked into whatever they are called.
	named paths
	// seen are the folders that were looked into: one may be named, and lie in another that is.
	seen    map[string]bool
	visited int
	ended   bool
}

// folder takes what is in a folder. The error is the end of the run: what is wrong with the folder is a Fault.
func (w *walk) folder(ctx context.Context, dir string, depth int) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if w.ended || w.seen[dir] {
		return nil
	}
	w.seen[dir] = true
	if depth > w.bounds.depth {
		w.fault(dir, finding.FaultLimit, fmt.Sprintf("not looked into: it is over %d folders deep", w.bounds.depth))
		return nil
	}
	entries, err := w.change.folder.List(dir, w.bounds.entries-w.visited)
	switch {
	case errors.Is(err, git.ErrTooMany):
		w.end(dir, fmt.Sprintf("%d names", w.bounds.entries))
		return nil
	case err != nil:
		w.fault(dir, finding.FaultRead, err.Error())
		return nil
	}
	w.visited += len(entries)
	for _, e := range entries {
		if err := w.entry(ctx, path.Join(dir, e.Name()), e, depth); err != nil {
			return err
		}
	}
	return nil
}

// entry takes one entry of a folder. What git keeps of the repository itself is no file of the project.
func (w *walk) entry(ctx context.Context, p string, e fs.DirEntry, depth int) error {
	switch {
	case w.ended, e.Name() == ".git":
		return nil
	case !e.IsDir():
		w.add(p, e.Type())
	case w.flat:
	case passedOver(e.Name()) && !slices.Contains(w.named, p):
		w.change.Skips = append(w.change.Skips, finding.Skip{Artifact: finding.ArtifactOf(p), Reason: finding.SkipFolder})
	default:
		return w.folder(ctx, p, depth+1)
	}
	return nil
}

// passedOver says which folders are not looked into unless they are named: hidden ones, and those that package
// managers fill.
func passedOver(name string) bool {
	switch name {
	case "node_modules", "__pycache__", "venv", "site-packages":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// add takes one file. What it is exactly shows when it is opened; nothing depends on who may execute it.
func (w *walk) add(p string, mode fs.FileMode) {
	if w.ended {
		return
	}
	if len(w.change.Files) == w.bounds.files {
		w.end(p, fmt.Sprintf("%d files", w.bounds.files))
		return
	}
	side := Side{Path: p, Mode: git.ModeRegular}
	switch {
	case mode&fs.ModeSymlink != 0:
		side.Mode = git.ModeSymlink
	case !mode.IsRegular():
		side.Mode = modeOther
	}
	w.change.Files = append(w.change.Files, File{Path: p, Status: Present, New: side})
}

// end ends the walk at a path.
func (w *walk) end(p, after string) {
	w.ended = true
	w.fault(p, finding.FaultLimit, fmt.Sprintf("the search for files ended here, after %s: "+
		"neither this nor what comes after it was looked at; name fewer folders at a time", after))
}

func (w *walk) fault(p string, code finding.FaultCode, message string) {
	w.change.Faults = append(w.change.Faults, finding.Fault{
		Artifact: finding.ArtifactOf(p), Code: code, Message: finding.Printable(message),
	})
}
