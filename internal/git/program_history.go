package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// commitLimit is more than any commit object needs: a commit names its parents in its first lines.
const commitLimit = 16 << 20

// Resolve asks the real repository, because the shadow has no references.
func (r *programRepo) Resolve(ctx context.Context, rev string) (OID, error) {
	if err := plausible(rev); err != nil {
		return "", err
	}
	if rev == "HEAD" && r.facts.head != "" {
		return r.facts.head, nil
	}
	id, err := r.named(ctx, rev)
	if err != nil {
		return "", err
	}
	// An id needs no references, so it is peeled in the shadow: in the real repository of a partial clone, a git
	// older than GIT_NO_LAZY_FETCH (2.39.4, 2.44) would try to fetch an absent one.
	out, err := r.withoutIndex(ctx, "rev-parse", "-q", "--verify", "--end-of-options", string(id)+"^{commit}")
	commit := OID(line(string(out)))
	var exit *exitError
	switch {
	case errors.As(err, &exit) || err == nil && !commit.valid():
		return "", r.notACommit(ctx, rev, id)
	case err != nil:
		return "", fmt.Errorf("resolve %q: %w", rev, err)
	}
	return commit, nil
}

// named gives the object that a revision names, of whatever kind. Where a tag and a branch have the same name git
// takes the tag and warns; a base that is not the one that was meant would hide everything, so this is an error.
func (r *programRepo) named(ctx context.Context, rev string) (OID, error) {
	if OID(rev).valid() {
		return OID(rev), nil
	}
	if err := r.place.checkRevision(rev); err != nil {
		return "", fmt.Errorf("resolve %q: %w", rev, err)
	}
	// Not with -q, which keeps the warning back.
	out, err := inert(ctx, r.program, r.place, r.inertly, "rev-parse", "--verify", "--end-of-options", rev)
	id := OID(line(string(out.stdout)))
	var exit *exitError
	switch {
	case strings.Contains(string(out.stderr), "is ambiguous"):
		return "", fmt.Errorf("%w: a branch and a tag, or two remotes, have the name %q", ErrAmbiguous, rev)
	case errors.As(err, &exit) || err == nil && !id.valid():
		return "", fmt.Errorf("%w %q", ErrUnknownRevision, rev)
	case err != nil:
		return "", fmt.Errorf("resolve %q: %w", rev, err)
	}
	return id, nil
}

// notACommit tells an object of another kind from one that is only absent from this clone.
func (r *programRepo) notACommit(ctx context.Context, rev string, id OID) error {
	if has, err := r.Has(ctx, id); err == nil && !has {
		return fmt.Errorf("%w: %w: %q is %s", ErrUnknownRevision, ErrMissingObject, rev, id)
	}
	return fmt.Errorf("%w: %w: %q", ErrUnknownRevision, ErrNotACommit, rev)
}

// plausible refuses what cannot name a revision, before git sees it.
func plausible(rev string) error {
	if rev == "" || strings.HasPrefix(rev, "-") || strings.ContainsFunc(rev, unicode.IsControl) {
		return fmt.Errorf("%w %q", ErrUnknownRevision, rev)
	}
	return nil
}

// Has asks whether an object is here.
func (r *programRepo) Has(ctx context.Context, id OID) (bool, error) {
	if !id.valid() {
		return false, fmt.Errorf("%w: %q is no object id", ErrUnknownRevision, clip(string(id)))
	}
	if _, err := r.withoutIndex(ctx, "cat-file", "-e", string(id)); exited(err, 1) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("look for object %s: %w", id, err)
	}
	return true, nil
}

// Parents reads them from the commit itself: in a shallow clone git would hide them.
func (r *programRepo) Parents(ctx context.Context, commit OID) ([]OID, error) {
	got, err := r.object(ctx, commit, commitLimit)
	if err != nil {
		return nil, err
	}
	if got.kind != "commit" {
		return nil, fmt.Errorf("%w: %s is a %s, no commit", ErrUnknownRevision, commit, got.kind)
	}
	return parseParents(got.data)
}

// parseParents reads the parents from a commit object: "tree ID" LF, then "parent ID" LF for each.
func parseParents(commit []byte) ([]OID, error) {
	var list []OID
	for text := range bytes.Lines(commit) {
		value, ok := strings.CutPrefix(strings.TrimSuffix(string(text), "\n"), "parent ")
		if !ok {
			if strings.HasPrefix(string(text), "tree ") {
				continue
			}
			break
		}
		if !OID(value).valid() {
			return nil, fmt.Errorf("%w: parent %q", errAnswer, clip(value))
		}
		list = append(list, OID(value))
	}
	return list, nil
}

// MergeBases runs merge-base, which exits with 1 when there is none.
func (r *programRepo) MergeBases(ctx context.Context, a, b OID) ([]OID, error) {
	if !a.valid() || !b.valid() {
		return nil, fmt.Errorf("%w: %q or %q is no object id", ErrUnknownRevision, clip(string(a)), clip(string(b)))
	}
	out, err := r.withoutIndex(ctx, "merge-base", "--all", string(a), string(b))
	if exited(err, 1) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find the merge base of %s and %s: %w", a, b, r.absent(ctx, err, a, b))
	}
	return parseIDs(out)
}

// absent makes ErrMissingObject of a failure, if one of the objects it is about is not here.
func (r *programRepo) absent(ctx context.Context, failure error, ids ...OID) error {
	var exit *exitError
	if !errors.As(failure, &exit) {
		return failure
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		if has, err := r.Has(ctx, id); err == nil && !has {
			return fmt.Errorf("%s: %w", id, ErrMissingObject)
		}
	}
	return failure
}

// NewCommits lists what a push would send. References are read from the real repository.
func (r *programRepo) NewCommits(ctx context.Context, tip OID, remote string) (commits, boundary []OID, err error) {
	if !tip.valid() {
		return nil, nil, fmt.Errorf("%w: %q is no object id", ErrUnknownRevision, clip(string(tip)))
	}
	has, err := r.Has(ctx, tip)
	if err == nil && !has {
		err = ErrMissingObject
	}
	if err != nil {
		return nil, nil, fmt.Errorf("list new commits of %s: %w", tip, err)
	}
	if err := r.place.checkRemotes(); err != nil {
		return nil, nil, fmt.Errorf("list new commits of %s: %w", tip, err)
	}
	known, err := r.tracks(ctx, remote)
	if err != nil {
		return nil, nil, err
	}
	remotes := "--remotes"
	if known {
		remotes += "=" + literalPattern(remote)
	}
	out, err := inert(ctx, r.program, r.place, r.inertly, "rev-list", "--topo-order", "--boundary", string(tip), "--not", remotes)
	if err != nil {
		return nil, nil, fmt.Errorf("list new commits of %s: %w", tip, err)
	}
	return parseBoundary(out.stdout)
}

// tracks reports whether there are tracking refs of a remote by that name; of a URL there are none.
func (r *programRepo) tracks(ctx context.Context, remote string) (bool, error) {
	if remote == "" || strings.ContainsFunc(remote, unicode.IsControl) {
		return false, nil
	}
	out, err := inert(ctx, r.program, r.place, r.inertly, "for-each-ref", "--count=1", "--format=%(refname)",
		"refs/remotes/"+literalPattern(remote)+"/")
	if err != nil {
		return false, fmt.Errorf("list the tracking refs of %q: %w", remote, err)
	}
	return len(out.stdout) > 0, nil
}

// literalPattern takes the meaning from wildcards.
func literalPattern(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}

// parseBoundary reads the output of rev-list --boundary: an id a line, "-" before those at the boundary.
func parseBoundary(data []byte) (commits, boundary []OID, err error) {
	for _, word := range strings.Fields(string(data)) {
		text, outside := strings.CutPrefix(word, "-")
		id := OID(text)
		if !id.valid() {
			return nil, nil, fmt.Errorf("%w: %q is no object id", errAnswer, clip(word))
		}
		if outside {
			boundary = append(boundary, id)
		} else {
			commits = append(commits, id)
		}
	}
	return commits, boundary, nil
}
