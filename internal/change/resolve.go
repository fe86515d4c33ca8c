package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// Resolve turns a Spec into a Change of the repository. The repository stays the caller's to close,
// after the Change is no longer read, and so is the Change. repo may be nil for an overlay outside any repository, and
// is not asked anything for ScopeFiles.
func Resolve(ctx context.Context, repo git.Repository, dir string, spec Spec) (*Change, error) {
	if spec.Kind == finding.ScopeFiles {
		return resolveFiles(ctx, spec)
	}
	c := &Change{repo: repo, NamesOnly: spec.NamesOnly, Scope: finding.Scope{Kind: spec.Kind, Backend: "none"}}
	limits := paths{}
	if repo != nil {
		info := repo.Info()
		c.Scope.Backend, c.Scope.Unverified = info.Backend, info.Unverified
		var err error
		if limits, err = pathsOf(dir, info.Top, spec.Paths); err != nil {
			return nil, err
		}
	}
	if err := c.fill(ctx, dir, spec, limits); err != nil {
		return nil, err
	}
	if spec.Inventory && c.Inventory == nil {
		if err := c.inventoryOf(ctx, spec, limits); err != nil {
			return nil, err
		}
	}
	c.complete(limits)
	if spec.NamesOnly && c.Inventory != nil {
		c.Scope.Files = c.Inventory.Changes.Counts.DistinctFiles
	}
	return c, nil
}

// complete drops what lies outside the limits, sets aside what has no content, and sorts and counts what is left.
func (c *Change) complete(limits paths) {
	c.keep(limits)
	c.setAside()
	slices.SortFunc(c.Files, func(a, b File) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Old.Path, b.Old.Path), cmp.Compare(a.New.OID, b.New.OID))
	})
	c.Scope.Files = len(c.Files)
}

// admit refuses a scope that the place cannot have.
func (c *Change) admit(dir string, kind finding.ScopeKind) error {
	if c.repo == nil {
		if kind == finding.ScopeOverlay {
			return nil
		}
		return finding.Unfinishedf("run it inside a repository, or name one with -C", "%s: %w", dir, git.ErrNotARepository)
	}
	info := c.repo.Info()
	local := kind == finding.ScopeStaged || kind == finding.ScopeWorktree || kind == finding.ScopeOverlay || kind == finding.ScopeSections
	if info.Bare && local {
		return &finding.Failure{Exit: finding.ExitUnfinished, Code: finding.ErrorNotARepository,
			Err:  fmt.Errorf("%s is a bare repository: it has no work tree and nothing is staged in it", info.GitDir),
			Hint: "compare commits with --base or --range, or take all of HEAD with --all"}
	}
	if info.Foreign != "" {
		c.warnf("the repository belongs to another user (id %s); it is read all the same, since nothing of it is run", info.Foreign)
	}
	return nil
}

func (c *Change) fill(ctx context.Context, dir string, spec Spec, limits paths) error {
	if err := c.admit(dir, spec.Kind); err != nil {
		return err
	}
	local := spec.Kind == finding.ScopeStaged || spec.Kind == finding.ScopeWorktree
	if spec.Kind == finding.ScopeSections || local && (spec.Inventory || spec.NamesOnly) {
		return c.sections(ctx, spec, limits)
	}
	switch spec.Kind {
	case finding.ScopeStaged:
		return c.staged(ctx)
	case finding.ScopeWorktree:
		return c.worktree(ctx)
	case finding.ScopeRange:
		return c.revisions(ctx, spec)
	case finding.ScopePush:
		return c.push(ctx, spec)
	case finding.ScopeAll:
		return c.all(ctx, spec)
	case finding.ScopeOverlay:
		return c.overlay(ctx, dir, spec)
	}
	return finding.Usagef("", "unknown scope %q", spec.Kind)
}

// add takes over one of git's deltas.
func (c *Change) add(d git.Delta) {
	status := map[git.Status]Status{
		'A': Added, 'M': Modified, 'D': Deleted, 'R': Renamed, 'C': Copied, 'T': TypeChanged, 'U': Unmerged,
	}[d.Status]
	f := File{Path: d.New.Path, Status: status, Score: d.Score, Old: sideOf(d.Old), New: sideOf(d.New)}
	if !f.New.Present() && d.Old.Path != "" {
		f.Path = d.Old.Path
	}
	c.Files = append(c.Files, f)
}

func sideOf(e git.Entry) Side { return Side{Path: e.Path, Mode: e.Mode, OID: e.OID} }

// setAside moves the files that have no content to look at into Skips and Faults, and classifies the others.
func (c *Change) setAside() {
	for i := range c.Files {
		f := &c.Files[i]
		f.Kind = KindOf(f.Path)
		if f.Status == Unmerged {
			c.Faults = append(c.Faults, finding.Fault{
				Artifact: finding.ArtifactOf(f.Path), Code: finding.FaultUnmerged,
				Message: "the file has an unresolved merge conflict: resolve it and git add it",
			})
		}
		if reason := f.New.skipReason(); reason != "" {
			c.Skips = append(c.Skips, finding.Skip{Artifact: finding.ArtifactOf(f.Path), Reason: reason})
		}
	}
}

func (s Side) skipReason() finding.SkipReason {
	switch s.Mode {
	case git.ModeSymlink:
		return finding.SkipSymlink
	case modeOther:
		return finding.SkipNotRegular
	case git.ModeSubmodule:
		if s.OID == "" {
			return finding.SkipNested
		}
		return finding.SkipSubmodule
	}
	return ""
}

// Readable reports whether the side has content of its own: it is there, and a regular file.
func (s Side) Readable() bool { return s.Mode == git.ModeRegular || s.Mode == git.ModeExecutable }

func (c *Change) warnf(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// resolve gives a revision's commit, or an error with the command that repairs it.
func (c *Change) resolve(ctx context.Context, rev string) (git.OID, error) {
	id, err := c.repo.Resolve(ctx, rev)
	switch {
	case errors.Is(err, git.ErrAmbiguous):
		return "", finding.Unfinishedf(fmt.Sprintf("name it in full: refs/heads/%s for the branch", rev), "%w", err)
	case errors.Is(err, git.ErrUnknownRevision), errors.Is(err, git.ErrMissingObject):
		return "", finding.Unfinishedf(c.repair(ctx, rev), "cannot find %q in this clone: %w", rev, err)
	case err != nil:
		return "", failed(err)
	}
	return id, nil
}

// repair is the one command that brings a base which is not there, or the name by which it is there.
func (c *Change) repair(ctx context.Context, rev string) string {
	if _, err := c.repo.Resolve(ctx, "origin/"+rev); err == nil {
		return "did you mean origin/" + rev + "?"
	}
	unshallow := ""
	if c.repo.Info().Shallow {
		unshallow = " --unshallow"
	}
	if remote, branch, ok := remoteBranch(rev); ok {
		return fmt.Sprintf("bring it with `git fetch%s %s +refs/heads/%s:refs/remotes/%s/%s`%s",
			unshallow, remote, branch, remote, branch, inActions(unshallow))
	}
	if unshallow != "" {
		return "this clone is shallow: run `git fetch --unshallow`" + inActions(unshallow)
	}
	return "check the spelling, or bring it with `git fetch`"
}

func inActions(unshallow string) string {
	if unshallow == "" {
		return ""
	}
	return ", or set `fetch-depth: 0` in actions/checkout"
}

// remoteBranch takes apart a plain branch name, with or without a remote before it. What is more than a name (an
// id, HEAD~1, a full ref) gives false.
func remoteBranch(rev string) (remote, branch string, ok bool) {
	if !branchName.MatchString(rev) || objectID.MatchString(rev) || strings.HasPrefix(rev, "refs/") || strings.HasPrefix(rev, "HEAD") {
		return "", "", false
	}
	if remote, branch, ok := strings.Cut(rev, "/"); ok && remote == "origin" || remote == "upstream" {
		return remote, branch, ok
	}
	return "origin", rev, true
}

var (
	branchName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./-]*$`)
	objectID   = regexp.MustCompile(`^[0-9a-f]{7,64}$`)
)

func failed(err error) error {
	if f := (*finding.Failure)(nil); errors.As(err, &f) {
		return err
	}
	exit := finding.ExitUnfinished
	if errors.Is(err, git.ErrTimeout) {
		exit = finding.ExitTimedOut
	}
	return &finding.Failure{Exit: exit, Err: err}
}
