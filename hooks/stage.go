package hooks

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// stageLimit is how long one git command of a proof may take. It includes whatever the hooks of other tools do.
const stageLimit = time.Minute

// stageFile is staged in the throw-away commit, because many hook managers do nothing when nothing is staged.
const stageFile = "sentinel-doctor.txt"

// stage is the temporary linked work tree in which a proof plays.
type stage struct {
	git, from  string
	dir, proof string
}

// setUp makes the work tree and stages a file. Only the files of the top folder are written to it, where hook
// managers have their configuration, and a tracked hooks folder: a whole checkout could take minutes.
func (s *stage) setUp(ctx context.Context, folder Folder, info git.Info) error {
	if info.Head == "" {
		return finding.Unfinishedf("commit something first", "hooks cannot be proven before the first commit")
	}
	_, err := s.prepare(ctx, s.from, "-c", "core.hooksPath="+os.DevNull, "worktree", "add", "--quiet", "--detach", "--no-checkout", s.dir, "HEAD")
	if err != nil {
		return stageError("add a temporary linked work tree", err)
	}
	patterns, err := s.run(ctx, s.dir, "rev-parse", "--path-format=absolute", "--git-path", "info/sparse-checkout")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(patterns), 0o777)
	}
	if err == nil {
		err = os.WriteFile(patterns, []byte(sparsePatterns(folder, info)), 0o666)
	}
	if err == nil {
		_, err = s.prepare(ctx, s.dir, "-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=false", "read-tree", "-m", "-u", "HEAD")
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, stageFile), []byte("to be thrown away\n"), 0o666)
	}
	if err == nil {
		_, err = s.prepare(ctx, s.dir, "add", "--force", "--", stageFile)
	}
	return stageError("prepare the temporary work tree", err)
}

func stageError(what string, err error) error {
	if err == nil {
		return nil
	}
	return finding.Unfinishedf("", "%s: %w", what, err)
}

func sparsePatterns(folder Folder, info git.Info) string {
	patterns := "/*\n!/*/\n"
	if rel, err := filepath.Rel(realPath(info.Top), realPath(folder.Path)); info.Top != "" && err == nil && filepath.IsLocal(rel) {
		first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		patterns += "/" + first + "/\n"
	}
	return patterns
}

// hooksFolder is where git looks for hooks in the temporary work tree.
func (s *stage) hooksFolder(ctx context.Context) (string, error) {
	path, err := s.run(ctx, s.dir, "rev-parse", "--path-format=absolute", "--git-path", "hooks")
	return path, stageError("find the hooks of a linked work tree", err)
}

// takeDown removes the work tree and git's note of it, also after an interrupt.
func (s *stage) takeDown(ctx context.Context) error {
	if _, err := os.Lstat(s.dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	_, err := s.run(context.WithoutCancel(ctx), s.from, "worktree", "remove", "--force", s.dir)
	return stageError("remove the temporary linked work tree "+s.dir+" (git worktree prune does)", err)
}

// prepare runs git as run does, but keeps it from fetching what a partial clone does not have.
func (s *stage) prepare(ctx context.Context, dir string, args ...string) (string, error) {
	return s.run(ctx, dir, append([]string{"-c", "protocol.allow=never"}, args...)...)
}

// run gives what git printed on both streams, without the last line break.
func (s *stage) run(ctx context.Context, dir string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, stageLimit)
	defer cancel()
	quiet := []string{"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "commit.gpgSign=false", "-c", "core.fsmonitor=false"}
	cmd := exec.CommandContext(ctx, s.git, append(quiet, args...)...)
	cmd.Dir, cmd.Env = dir, append(outside(os.Environ()), ProofVariable+"="+s.proof)
	endWithChildren(cmd)
	cmd.WaitDelay = interruptWait
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	text := strings.TrimRight(out.String(), "\r\n")
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return text, errors.New("it took longer than " + stageLimit.String())
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && text != "" {
		return text, errors.New(lastLine(text))
	}
	return text, err
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// outside is an environment without what ties git to a repository or a hook, with an author and without prompts.
func outside(env []string) []string {
	kept := []string{
		"GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=:", "GIT_LFS_SKIP_SMUDGE=1",
		"GIT_AUTHOR_NAME=sentinel doctor", "GIT_AUTHOR_EMAIL=doctor@localhost",
		"GIT_COMMITTER_NAME=sentinel doctor", "GIT_COMMITTER_EMAIL=doctor@localhost",
	}
	for _, pair := range env {
		if !strings.HasPrefix(pair, "GIT_") || strings.HasPrefix(pair, "GIT_CONFIG_NOSYSTEM=") ||
			strings.HasPrefix(pair, "GIT_CONFIG_GLOBAL=") || strings.HasPrefix(pair, "GIT_CONFIG_SYSTEM=") {
			kept = append(kept, pair)
		}
	}
	return kept
}
