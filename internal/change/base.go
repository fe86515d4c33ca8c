package change

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// ErrNoMergeBase: two commits have no common ancestor, or none that this clone knows for certain.
var ErrNoMergeBase = errors.New("no merge base")

// foundBase is the base of the committed section.
type foundBase struct {
	state *finding.BaseState // nil where there is none
	base  git.OID            // the merge base
	// known says that there is something to compare with.
	known       bool
	diagnostics []finding.Diagnostic
}

// findBase finds what HEAD is to be compared with: the revision that was asked for, or the branch that work usually
// starts from. A base that was asked for has to be there; without one that was looked for, the section is left out.
func (c *Change) findBase(ctx context.Context, spec Spec) (foundBase, error) {
	info := c.repo.Info()
	if info.Head == "" {
		if spec.Base != "" {
			if _, err := c.resolve(ctx, spec.Base); err != nil {
				return foundBase{}, err
			}
		}
		return foundBase{}, nil // W_NO_COMMITS says it
	}
	if spec.Base == "" {
		return c.lookForBase(ctx, info)
	}
	id, err := c.resolve(ctx, spec.Base)
	if err != nil {
		return foundBase{}, err
	}
	base, err := c.mergeBase(ctx, id, info.Head, spec.Base, "HEAD")
	if err != nil {
		return foundBase{}, err
	}
	requested := spec.Base
	return foundBase{base: base, known: true, state: &finding.BaseState{
		Requested: &requested, Ref: spec.Base, SHA: string(id), MergeBase: string(base),
	}, diagnostics: c.severalBases()}, nil
}

// lookForBase tries what the remote calls its main branch, then the usual names, there and here.
func (c *Change) lookForBase(ctx context.Context, info git.Info) (foundBase, error) {
	target, err := c.repo.SymbolicRef(ctx, "refs/remotes/origin/HEAD")
	if err != nil {
		return foundBase{}, failed(err)
	}
	for _, ref := range []string{target, "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master"} {
		if ref == "" {
			continue
		}
		id, err := c.repo.Resolve(ctx, ref)
		if errors.Is(err, git.ErrUnknownRevision) || errors.Is(err, git.ErrMissingObject) || errors.Is(err, git.ErrNotACommit) {
			continue
		}
		if err != nil {
			return foundBase{}, failed(err)
		}
		return c.sinceFound(ctx, info, shortRef(ref), id)
	}
	return foundBase{diagnostics: []finding.Diagnostic{{
		Code: finding.WarnNoBase, Severity: finding.SeverityWarning,
		Message: "no base branch was found (the remote's HEAD, main and master were tried), so commits were not looked at",
		Hint:    "name one with --base-ref",
	}}}, nil
}

// sinceFound is a base that was found. That it has no merge base with HEAD is no reason to lose the other sections.
func (c *Change) sinceFound(ctx context.Context, info git.Info, ref string, id git.OID) (foundBase, error) {
	found := foundBase{state: &finding.BaseState{Ref: ref, SHA: string(id), AutoDetected: true}}
	base, err := c.mergeBase(ctx, id, info.Head, ref, "HEAD")
	if errors.Is(err, ErrNoMergeBase) {
		d := finding.Diagnostic{Code: finding.WarnNoMergeBase, Severity: finding.SeverityWarning,
			Message: fmt.Sprintf("%s, so commits were not looked at", finding.Printable(err.Error()))}
		if f := (*finding.Failure)(nil); errors.As(err, &f) {
			d.Hint = f.Hint
		}
		if info.Shallow {
			d.Code = finding.WarnShallow
		}
		found.diagnostics = append(found.diagnostics, d)
		return found, nil
	}
	if err != nil {
		return foundBase{}, err
	}
	found.base, found.known, found.state.MergeBase = base, true, string(base)
	found.diagnostics = c.severalBases()
	return found, nil
}

// severalBases makes a diagnostic of what mergeBase has to say about its choice.
func (c *Change) severalBases() []finding.Diagnostic {
	if c.mergeBases < 2 {
		return nil
	}
	return []finding.Diagnostic{{Code: finding.WarnMergeBases, Severity: finding.SeverityWarning,
		Message: fmt.Sprintf("HEAD and the base have %d merge bases; the first one is compared with", c.mergeBases)}}
}

// shortRef is a reference as people write it.
func shortRef(ref string) string {
	for _, prefix := range []string{"refs/heads/", "refs/remotes/", "refs/tags/"} {
		if short, ok := strings.CutPrefix(ref, prefix); ok {
			return short
		}
	}
	return ref
}
