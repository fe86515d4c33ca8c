package change

import (
	"context"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// staged is what a commit made now would change.
func (c *Change) staged(ctx context.Context) error {
	deltas, err := c.repo.DiffIndex(ctx)
	if err != nil {
		return failed(err)
	}
	for _, d := range deltas {
		c.add(d)
	}
	c.Scope.Base = string(c.repo.Info().Head)
	c.Scope.Description = "staged changes against " + c.headName()
	return c.merging(ctx, "")
}

// worktree is HEAD against the files on disk. Git tells it in three lists (HEAD against index, index against disk,
// untracked); a file may be in two of them.
func (c *Change) worktree(ctx context.Context) error {
	status, err := c.repo.Status(ctx)
	if err != nil {
		return failed(err)
	}
	all := taken{untracked: status.Untracked}
	all.Staged, all.Unstaged, all.Hidden = status.Staged, status.Unstaged, status.Hidden
	for _, d := range composed(all) {
		c.add(d)
	}
	c.warnOf(status)
	c.Scope.Base = string(c.repo.Info().Head)
	c.Scope.Description = "work tree against " + c.headName()
	return c.merging(ctx, "")
}

// merging takes the commits of a merge under way for further base sides: what comes from them unchanged is nothing
// that this commit brings. Of what a branch adds since it left a base, only the merge of what that base has brings nothing:
// since is the base, "" for none.
func (c *Change) merging(ctx context.Context, since git.OID) error {
	heads, err := git.MergeHeads(c.repo.Info())
	if err != nil {
		return failed(err)
	}
	for _, head := range heads {
		if known, err := c.reaches(ctx, since, head); err != nil || !known {
			if err != nil {
				return failed(err)
			}
			continue
		}
		entries, err := c.repo.Files(ctx, head)
		if err != nil {
			return failed(err)
		}
		c.mergedFrom(entries)
		c.Scope.Description += " and merged " + short(head)
	}
	return nil
}

// reaches reports whether a commit is among those that another one has. No commit has all.
func (c *Change) reaches(ctx context.Context, from, commit git.OID) (bool, error) {
	if from == "" || from == commit {
		return true, nil
	}
	bases, err := c.repo.MergeBases(ctx, from, commit)
	return len(bases) == 1 && bases[0] == commit, err
}

func (c *Change) mergedFrom(entries []git.Entry) {
	theirs := make(map[string]git.Entry, len(entries))
	for _, e := range entries {
		theirs[e.Path] = e
	}
	kept := c.Files[:0]
	for _, f := range c.Files {
		e := theirs[f.Path]
		if f.Status != Unmerged && e.Mode == f.New.Mode && e.OID == f.New.OID {
			continue // the same there, or gone there as here
		}
		if e.Mode != "" {
			f.Others = append(f.Others, sideOf(e))
		}
		kept = append(kept, f)
	}
	c.Files = kept
}

// onDisk are the tracked files that lie on disk with other content than in the index, by path.
func onDisk(status git.WorktreeStatus) map[string]git.Delta {
	disk := map[string]git.Delta{}
	for _, d := range append(status.Unstaged, status.Hidden...) {
		disk[d.Path()] = d
	}
	return disk
}

// all is every file on disk that git tracks or would track, without a base side.
func (c *Change) all(ctx context.Context, spec Spec) error {
	info := c.repo.Info()
	if info.Bare {
		return c.allOfHead(ctx, info)
	}
	c.Scope.Head = string(info.Head)
	c.Scope.Description = "every file of the work tree"
	if spec.NamesOnly {
		return nil
	}
	entries, err := c.repo.Files(ctx, "")
	if err != nil {
		return failed(err)
	}
	status, err := c.repo.Status(ctx)
	if err != nil {
		return failed(err)
	}
	disk := onDisk(status)
	for _, e := range entries {
		d, differs := disk[e.Path]
		delete(disk, e.Path)
		switch {
		case differs && d.Status == 'U':
			c.add(d)
		case differs && d.New.Mode == "": // deleted on disk
		case differs:
			c.present(d.New)
		default:
			c.present(e)
			c.Files[len(c.Files)-1].New.Disk = true
		}
	}
	for _, e := range status.Untracked {
		c.present(untracked(e))
	}
	c.warnOf(status)
	return nil
}

func (c *Change) allOfHead(ctx context.Context, info git.Info) error {
	c.Scope.Head = string(info.Head)
	c.Scope.Description = "every file of HEAD (bare repository)"
	if info.Head == "" {
		c.warnf("HEAD names %s, which does not exist, so there are no files to look at", finding.Printable(info.HeadRef))
		return nil
	}
	entries, err := c.repo.Files(ctx, info.Head)
	if err != nil {
		return failed(err)
	}
	for _, e := range entries {
		c.present(e)
	}
	return nil
}

func (c *Change) present(e git.Entry) {
	c.Files = append(c.Files, File{Path: e.Path, Status: Present, New: sideOf(e)})
}

// overlay is HEAD against one file's proposed content.
func (c *Change) overlay(ctx context.Context, dir string, spec Spec) error {
	c.Scope.Description = "proposed content, without a repository to compare with"
	path, old := spec.OverlayPath, Side{}
	if c.repo == nil && spec.Root != "" {
		rel, err := relative(dir, spec.Root, path)
		if err != nil {
			return finding.Usagef("name a path inside the folder", "%w", err)
		}
		path = rel
	}
	if c.repo != nil {
		info := c.repo.Info()
		rel, err := relative(dir, info.Top, spec.OverlayPath)
		if err != nil {
			return finding.Usagef("name a path inside the repository", "%w", err)
		}
		path = rel
		if old, err = c.atHead(ctx, info, rel); err != nil {
			return err
		}
		c.Scope.Base, c.Scope.Description = string(info.Head), "proposed content against "+c.headName()
	}
	text := spec.OverlayText
	if text == nil {
		text = []byte{}
	}
	f := File{Path: path, Status: Added, Old: old, New: Side{Path: path, Mode: git.ModeRegular, Memory: text}}
	if old.Present() {
		f.Status = Modified
	}
	c.Files = []File{f}
	return nil
}

func (c *Change) atHead(ctx context.Context, info git.Info, path string) (Side, error) {
	if info.Head == "" {
		return Side{}, nil
	}
	e, err := c.repo.Lookup(ctx, info.Head, path)
	if err != nil {
		return Side{}, failed(err)
	}
	return sideOf(e), nil
}

func (c *Change) headName() string {
	if head := c.repo.Info().Head; head != "" {
		return "HEAD " + short(head)
	}
	return "nothing (no commit yet)"
}

func short(id git.OID) string { return string(id[:min(len(id), 10)]) }

// warnOf says what is special about files on disk.
func (c *Change) warnOf(status git.WorktreeStatus) {
	for _, d := range status.Hidden {
		c.warnf("%s: differs on disk, though git was told to take it for unchanged (update-index)", finding.Printable(d.Path()))
	}
	for _, d := range status.Unstaged {
		if name := status.Filtered[d.New.Path]; name != "" {
			c.warnf("%s: read as it is on disk; what git would commit depends on filter %q, which is never run",
				finding.Printable(d.New.Path), finding.Printable(name))
		}
	}
}
