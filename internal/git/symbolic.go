package git

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// SymbolicRef asks the real repository: the shadow has no references.
func (r *programRepo) SymbolicRef(ctx context.Context, name string) (string, error) {
	if plausible(name) != nil {
		return "", nil
	}
	if err := r.place.checkReference(name, symbolicDepth); err != nil {
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	out, err := inert(ctx, r.program, r.place, r.inertly, "symbolic-ref", "-q", name)
	switch {
	case exited(err, 1), exited(err, 128) && strings.Contains(string(out.stderr), "No such ref"):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	return line(string(out.stdout)), nil
}

// symbolicDepth is how many references git follows from one to the next.
const symbolicDepth = 5

// SymbolicRef follows references as git does.
func (r *libraryRepo) SymbolicRef(ctx context.Context, name string) (_ string, err error) {
	defer guard(&err)
	if plausible(name) != nil || plumbing.ReferenceName(name).Validate() != nil {
		return "", nil
	}
	leave, err := r.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	target := ""
	for range symbolicDepth {
		ref, err := r.repo.Reference(plumbing.ReferenceName(name), false)
		if errors.Is(err, plumbing.ErrReferenceNotFound) {
			return target, nil
		}
		if err != nil {
			return "", fmt.Errorf("read %q: %w", name, err)
		}
		if ref.Type() != plumbing.SymbolicReference {
			return target, nil
		}
		target = string(ref.Target())
		name = target
	}
	return "", fmt.Errorf("read %q: references lead from one to the next without end", name)
}
