// Package gittest makes repositories for tests with the real git, cut off from the user's configuration.
package gittest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Repo is a repository in a temporary folder.
type Repo struct {
	// Dir is where git runs, and where whoever reads the repository starts.
	Dir string
	// Outside is a folder of this test that the repository is not the whole of: its home folder is there, and
	// what a situation needs beside the repository.
	Outside string
	// Program is the git that made the repository.
	Program Program

	t testing.TB
}

// New makes an empty repository on branch main.
func New(t testing.TB) *Repo {
	t.Helper()
	return Init(t, Installed)
}

// Init makes an empty repository on branch main with a given git, and options for its init command.
func Init(t testing.TB, p Program, options ...string) *Repo {
	t.Helper()
	r := Folder(t, p)
	r.Git(append([]string{"init", "-q", "-b", "main"}, options...)...)
	return r
}

// Folder is where a repository could be, and none is yet.
func Folder(t testing.TB, p Program) *Repo {
	t.Helper()
	outside, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &Repo{Dir: filepath.Join(outside, "repo"), Outside: outside, Program: p, t: t}
	for _, dir := range []string{r.Dir, r.home(), r.temporary()} {
		r.Must(os.Mkdir(dir, 0o755))
	}
	// No maintenance process after each commit: there are hundreds.
	r.Must(os.WriteFile(filepath.Join(r.home(), ".gitconfig"), []byte("[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n"), 0o600))
	return r
}

// At is another repository that lies in dir, in the same environment.
func (r *Repo) At(dir string) *Repo {
	other := *r
	other.Dir = dir
	return &other
}

func (r *Repo) home() string { return filepath.Join(r.Outside, "home") }

func (r *Repo) temporary() string { return filepath.Join(r.Outside, "tmp") }

// Env is the environment that git makes the repository in: no configuration but the repository's and that of its own
// home folder, and no variable of an outer git.
func (r *Repo) Env(more ...string) []string {
	return append(r.Program.path(), append([]string{
		"HOME=" + r.home(), "TMPDIR=" + r.temporary(), "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C", "GIT_TEMPLATE_DIR=",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	}, more...)...)
}

// Execute runs git in the repository with a given environment and input. The error has what git wrote to stderr.
func (r *Repo) Execute(env []string, stdin string, args ...string) (string, error) {
	cmd := exec.Command(r.Program.name(), append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = r.Dir, env, strings.NewReader(stdin)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, problems.String())
	}
	return out.String(), err
}

// Try runs git and reports whether it succeeded.
func (r *Repo) Try(args ...string) (string, error) { return r.Execute(r.Env(), "", args...) }

// Answer runs git and gives exactly what it wrote.
func (r *Repo) Answer(args ...string) string {
	r.t.Helper()
	out, err := r.Try(args...)
	r.Must(err)
	return out
}

// Git runs git in the repository and gives its output without the last newline.
func (r *Repo) Git(args ...string) string {
	r.t.Helper()
	return strings.TrimSuffix(r.Answer(args...), "\n")
}

// Must ends the test on an error.
func (r *Repo) Must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// Path is where a file of the repository is.
func (r *Repo) Path(name string) string { return filepath.Join(r.Dir, filepath.FromSlash(name)) }

// Write writes files given as path, content, path, content ...
func (r *Repo) Write(pairs ...string) {
	r.t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		r.Must(os.MkdirAll(filepath.Dir(r.Path(pairs[i])), 0o755))
		r.Must(os.WriteFile(r.Path(pairs[i]), []byte(pairs[i+1]), 0o644))
	}
}

// Remove removes files and folders.
func (r *Repo) Remove(names ...string) {
	r.t.Helper()
	for _, name := range names {
		r.Must(os.RemoveAll(r.Path(name)))
	}
}

// Link makes a symbolic link.
func (r *Repo) Link(target, name string) {
	r.t.Helper()
	r.Must(os.Symlink(target, r.Path(name)))
}

// Add is git add.
func (r *Repo) Add(args ...string) {
	r.t.Helper()
	r.Git(append([]string{"add"}, args...)...)
}

// Config sets a value in the repository's configuration.
func (r *Repo) Config(key, value string) {
	r.t.Helper()
	r.Git("config", key, value)
}

// Commit writes files as Write does and commits everything; it gives the commit's id.
func (r *Repo) Commit(pairs ...string) string {
	r.t.Helper()
	r.Write(pairs...)
	r.Add("-A")
	r.Git("commit", "-q", "--allow-empty", "-m", "commit")
	return r.Git("rev-parse", "HEAD")
}

// Script writes a program for the shell outside the repository and gives its path.
func (r *Repo) Script(name, body string) string {
	r.t.Helper()
	path := filepath.Join(r.Outside, name)
	r.Must(os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return path
}

// Older makes files look as if they had been written an hour ago, so that the index's times can be trusted.
func (r *Repo) Older(names ...string) {
	r.t.Helper()
	for _, name := range names {
		when := time.Now().Add(-time.Hour)
		r.Must(os.Chtimes(r.Path(name), when, when))
	}
}

// Lines is a text of n lines. Two of nearly the same length are similar enough for git to see a rename.
func Lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d of a file that is long enough\n", i)
	}
	return b.String()
}
