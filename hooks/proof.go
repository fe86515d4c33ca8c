package hooks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// ProofVariable asks a hook of ours to write its name into the empty file of that name, and to refuse. It can
// therefore not be used to get a commit past the checks.
const ProofVariable = "SENTINEL_DOCTOR"

// GiveProof is what a hook does instead of its work when it is asked for a proof that it runs.
func GiveProof(path, hook string) error {
	info, err := os.Lstat(path)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > 0) {
		err = errors.New("not an empty file")
	}
	if err == nil {
		err = os.WriteFile(path, []byte(hook), 0o600)
	}
	if err != nil {
		return finding.Unfinishedf("unset "+ProofVariable, "%s=%s, which is for sentinel doctor: %w", ProofVariable, path, err)
	}
	return finding.Unfinishedf("", "%s runs sentinel; refused on purpose, because sentinel doctor asked", hook)
}

// Verdict is what a throw-away commit showed.
type Verdict string

// The verdicts. Unknown means that the commit was refused before sentinel had its turn.
const (
	Live    Verdict = "live"
	Dead    Verdict = "dead"
	Unknown Verdict = "unknown"
)

// Proof is what was found out by committing.
type Proof struct {
	// Here is about the work tree asked about; Output is what git and the hooks printed.
	Here   Verdict
	Output string
	// Linked is about a new linked work tree, where that has its hooks in another folder (a relative
	// core.hooksPath); else it is "".
	Linked Verdict
}

// Prove commits in a temporary linked work tree with the hooks of the repository, and says whether sentinel was
// started. It changes no branch, index or file of the repository; what stays are a few unreachable objects, which
// "git gc" removes. Hooks that other tools made run, too, and do there what they do.
func Prove(ctx context.Context, repo git.Repository, folder Folder) (p Proof, err error) {
	if folder.Off != "" {
		return Proof{Here: Dead, Output: folder.Off}, nil
	}
	dir, err := os.MkdirTemp("", "sentinel-doctor-")
	if err != nil {
		return p, finding.Unfinishedf("", "make a temporary folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	info := repo.Info()
	program, err := git.FindInstalled(ctx, startOf(info))
	if err != nil {
		return p, finding.Unfinishedf("", "%w", err)
	}
	s := &stage{git: program.Path, from: startOf(info), dir: filepath.Join(dir, "sentinel-doctor"), proof: filepath.Join(dir, "proof")}
	defer func() { err = errors.Join(err, s.takeDown(ctx)) }()
	if err := s.setUp(ctx, folder, info); err != nil {
		return p, err
	}
	if p.Here, p.Output, err = s.commit(ctx, folder.Path); err != nil {
		return p, err
	}
	other, err := s.hooksFolder(ctx)
	if err != nil || realPath(other) == realPath(folder.Path) {
		return p, err
	}
	p.Linked, _, err = s.commit(ctx, "")
	return p, err
}

// startOf is a folder of the repository to run git in.
func startOf(info git.Info) string {
	if info.Top != "" {
		return info.Top
	}
	return info.GitDir
}

// commit tries to commit with the hooks of a folder, or with those in force for "".
func (s *stage) commit(ctx context.Context, folder string) (Verdict, string, error) {
	if err := os.WriteFile(s.proof, nil, 0o600); err != nil {
		return "", "", finding.Unfinishedf("", "prepare the proof: %w", err)
	}
	args := []string{"commit", "--quiet", "--allow-empty", "--message", "sentinel doctor: to be thrown away"}
	if folder != "" {
		args = append([]string{"-c", "core.hooksPath=" + folder}, args...)
	}
	out, failure := s.run(ctx, s.dir, args...)
	if ctx.Err() != nil {
		return "", "", ctx.Err()
	}
	given, err := os.ReadFile(s.proof)
	switch {
	case err != nil:
		return "", "", finding.Unfinishedf("", "read the proof: %w", err)
	case len(given) > 0:
		return Live, out, nil
	case failure == nil:
		return Dead, out, nil
	}
	return Unknown, fmt.Sprintf("%s (%v)", out, failure), nil
}
