package git

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/storer"
)

// hashOf is an id in go-git's form.
func hashOf(id OID) (plumbing.Hash, error) {
	if !id.valid() {
		return plumbing.ZeroHash, fmt.Errorf("%w: %q is no object id", ErrUnknownRevision, clip(string(id)))
	}
	if len(id) != 40 {
		return plumbing.ZeroHash, unsupported("object ids of 64 digits (sha256)")
	}
	return plumbing.NewHash(string(id)), nil
}

// missing makes ErrMissingObject of go-git's error for it.
func missing(err error) error {
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return ErrMissingObject
	}
	return err
}

// Resolve knows what go-git knows of gitrevisions(7): no reflogs, no upstream, and neither the index nor a search of all
// commits.
func (r *libraryRepo) Resolve(ctx context.Context, rev string) (_ OID, err error) {
	defer guard(&err)
	if err := plausible(rev); err != nil {
		return "", err
	}
	if strings.Contains(rev, "@{") || strings.HasPrefix(rev, ":") {
		return "", unsupported("revision %q", rev)
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	if id := OID(rev); id.valid() && r.repo.Storer.HasEncodedObject(plumbing.NewHash(rev)) != nil {
		return "", fmt.Errorf("%w: %w: %q", ErrUnknownRevision, ErrMissingObject, rev)
	}
	h, err := r.repo.ResolveRevision(plumbing.Revision(rev))
	if err != nil || h == nil {
		return "", fmt.Errorf("%w %q", ErrUnknownRevision, rev)
	}
	if _, err := r.repo.CommitObject(*h); err != nil {
		return "", fmt.Errorf("%w %q: %w", ErrUnknownRevision, rev, missing(err))
	}
	return OID(h.String()), nil
}

// Has asks whether an object is here.
func (r *libraryRepo) Has(ctx context.Context, id OID) (_ bool, err error) {
	defer guard(&err)
	h, err := hashOf(id)
	if err != nil {
		return false, err
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	err = r.repo.Storer.HasEncodedObject(h)
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Parents reads them from the commit itself.
func (r *libraryRepo) Parents(ctx context.Context, commit OID) (_ []OID, err error) {
	defer guard(&err)
	data, err := r.read(ctx, commit, plumbing.CommitObject, commitLimit)
	if err != nil {
		return nil, err
	}
	return parseParents(data)
}

// ReadObject reads a blob.
func (r *libraryRepo) ReadObject(ctx context.Context, id OID, limit int64) (_ []byte, err error) {
	defer guard(&err)
	return r.read(ctx, id, plumbing.BlobObject, limit)
}

func (r *libraryRepo) read(ctx context.Context, id OID, kind plumbing.ObjectType, limit int64) ([]byte, error) {
	h, err := hashOf(id)
	if err != nil {
		return nil, err
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", id, err)
	}
	defer leave()
	size, err := r.repo.Storer.EncodedObjectSize(h)
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", id, missing(err))
	}
	if size > limit {
		return nil, fmt.Errorf("read object %s: %d bytes: %w of %d", id, size, ErrTooLarge, limit)
	}
	found, err := r.repo.Storer.EncodedObject(plumbing.AnyObject, h)
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", id, missing(err))
	}
	if found.Type() != kind {
		return nil, fmt.Errorf("read object %s: it is a %s, not a %s", id, found.Type(), kind)
	}
	content, err := found.Reader()
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", id, err)
	}
	defer content.Close()
	data := make([]byte, size)
	if _, err := io.ReadFull(content, data); err != nil {
		return nil, fmt.Errorf("read object %s: %w", id, err)
	}
	return data, nil
}

func (r *libraryRepo) commit(id OID) (*object.Commit, error) {
	h, err := hashOf(id)
	if err != nil {
		return nil, err
	}
	c, err := r.repo.CommitObject(h)
	if err != nil {
		return nil, fmt.Errorf("commit %s: %w", id, missing(err))
	}
	return c, nil
}

// MergeBases of two commits.
func (r *libraryRepo) MergeBases(ctx context.Context, a, b OID) (_ []OID, err error) {
	defer guard(&err)
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if r.info.Shallow {
		return nil, unsupported("the merge base of two commits in a shallow clone")
	}
	x, err := r.commit(a)
	if err != nil {
		return nil, err
	}
	y, err := r.commit(b)
	if err != nil {
		return nil, err
	}
	bases, err := x.MergeBase(y)
	if err != nil {
		return nil, fmt.Errorf("find the merge base of %s and %s: %w", a, b, missing(err))
	}
	if len(bases) > 1 {
		r.doubt("Of several merge bases, git might have put another one first.")
	}
	var list []OID
	for _, c := range bases {
		list = append(list, OID(c.Hash.String()))
	}
	return list, nil
}

// NewCommits walks what the remote has, and then what the tip has beyond that.
func (r *libraryRepo) NewCommits(ctx context.Context, tip OID, remote string) (commits, boundary []OID, err error) {
	defer guard(&err)
	leave, err := r.enter(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer leave()
	if err := r.place.checkRemotes(); err != nil {
		return nil, nil, fmt.Errorf("list new commits of %s: %w", tip, err)
	}
	start, err := r.commit(tip)
	if err != nil {
		return nil, nil, err
	}
	known, err := r.reachable(ctx, remote)
	if err != nil {
		return nil, nil, err
	}
	if known[start.Hash] {
		return nil, nil, nil
	}
	edge := map[plumbing.Hash]bool{}
	err = object.NewCommitIterCTime(start, known, nil).ForEach(func(c *object.Commit) error {
		commits = append(commits, OID(c.Hash.String()))
		for _, parent := range c.ParentHashes {
			if known[parent] && !edge[parent] {
				edge[parent] = true
				boundary = append(boundary, OID(parent.String()))
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, nil, fmt.Errorf("list new commits of %s: %w", tip, missing(err))
	}
	return commits, boundary, nil
}

// reachable are all commits that the tracking refs of a remote lead to, or of all remotes if it has none.
func (r *libraryRepo) reachable(ctx context.Context, remote string) (map[plumbing.Hash]bool, error) {
	tips, err := r.trackingRefs("refs/remotes/" + remote + "/")
	if err == nil && (remote == "" || len(tips) == 0) {
		tips, err = r.trackingRefs("refs/remotes/")
	}
	if err != nil {
		return nil, err
	}
	known := map[plumbing.Hash]bool{}
	for len(tips) > 0 {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		h := tips[len(tips)-1]
		tips = tips[:len(tips)-1]
		if known[h] {
			continue
		}
		known[h] = true
		c, err := r.repo.CommitObject(h)
		if err != nil {
			continue // a tag of something else, or past the end of a shallow clone
		}
		tips = append(tips, c.ParentHashes...)
	}
	return known, nil
}

func (r *libraryRepo) trackingRefs(prefix string) ([]plumbing.Hash, error) {
	refs, err := r.repo.Storer.IterReferences()
	if err != nil {
		return nil, fmt.Errorf("list references: %w", err)
	}
	var tips []plumbing.Hash
	err = storer.NewReferenceFilteredIter(func(ref *plumbing.Reference) bool {
		return strings.HasPrefix(string(ref.Name()), prefix) && ref.Type() == plumbing.HashReference
	}, refs).ForEach(func(ref *plumbing.Reference) error {
		tips = append(tips, ref.Hash())
		return nil
	})
	return tips, err
}
