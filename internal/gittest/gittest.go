// Package gittest makes repositories for tests with the real git, cut off from the user's configuration.
package gittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Repo is a repository in a temporary folder.
type Repo struct {
	Dir string
	t   testing.TB
}

// New makes an empty repository on branch main.
func New(t testing.TB) *Repo {
	t.Helper()
	r := &Repo{Dir: t.TempDir(), t: t}
	r.Git("init", "-q", "-b", "main")
	return r
}

// At is another repository that lies in dir, in the same environment.
func (r *Repo) At(dir string) *Repo { return &Repo{Dir: dir, t: r.t} }

// Env is an environment in which git sees no configuration but the repository's, and no variable of an outer git.
func Env(home string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "TMPDIR=" + os.TempDir(),
		"GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	}
}

// Git runs git in the repository and gives its output without the last newline.
func (r *Repo) Git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.Dir, Env(r.Dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// Write writes files given as path, content, path, content ...
func (r *Repo) Write(pairs ...string) {
	r.t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		path := filepath.Join(r.Dir, pairs[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(pairs[i+1]), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
}

// Commit writes files as Write does and commits everything; it gives the commit's id.
func (r *Repo) Commit(pairs ...string) string {
	r.t.Helper()
	r.Write(pairs...)
	r.Git("add", "-A")
	r.Git("commit", "-q", "--allow-empty", "-m", "commit")
	return r.Git("rev-parse", "HEAD")
}
