//go:build unix

package git

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// soon is far less than any time limit of a git process: what waits for a FIFO or reads a device is not done by then.
const soon = 3 * time.Second

// TestSpecialFilesAreRefusedAtOnce: git would wait for ever, or read a device without end.
func TestSpecialFilesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		for _, name := range []string{".git/index", ".git/packed-refs", ".git/config", ".git/HEAD", ".git/info/exclude", ".git/info/attributes",
			".git/shallow", ".git/objects/info/alternates", ".gitignore", ".git/refs/heads/main", ".git/refs/remotes/origin/main",
			".git/refs/remotes/origin/HEAD", ".git/objects/info/commit-graph", ".git/objects/pack/multi-pack-index",
			".git/objects/pack/pack-1234.idx"} {
			for _, kind := range []string{"FIFO", "device"} {
				t.Run(string(backend)+" "+name+" "+kind, func(t *testing.T) {
					t.Parallel()
					f := seeded(t)
					f.Must(os.MkdirAll(f.Path(".git/info"), 0o755))
					f.Must(os.MkdirAll(f.Path(".git/refs/remotes/origin"), 0o755))
					f.Remove(name)
					if kind == "FIFO" {
						f.FIFO(f.Path(name))
					} else {
						f.Must(os.Symlink("/dev/zero", f.Path(name)))
					}
					start := time.Now()
					err := statusError(f, backend)
					if time.Since(start) > soon {
						t.Errorf("it took %s", time.Since(start))
					}
					if kind == "device" && name == ".gitignore" {
						return // git follows no link by that name, and rightly does not care
					}
					if !errors.Is(err, ErrNotRegular) && !errors.Is(err, ErrUnsupported) {
						t.Errorf("error %v, want ErrNotRegular", err)
					}
				})
			}
		}
	}
}

func statusError(f *fixture, backend Backend) error {
	opts := f.options()
	opts.Backend = backend
	r, err := Open(context.Background(), opts)
	if err != nil {
		return err
	}
	defer func() { f.Must(r.Close()) }()
	for _, rev := range []string{"origin/main", "origin"} {
		if _, err = r.Resolve(context.Background(), rev); err != nil && !errors.Is(err, ErrUnknownRevision) {
			return err
		}
	}
	if _, err = r.SymbolicRef(context.Background(), "refs/remotes/origin/HEAD"); err != nil {
		return err
	}
	if _, _, err = r.NewCommits(context.Background(), r.Info().Head, "origin"); err != nil && !errors.Is(err, ErrUnsupported) {
		return err
	}
	_, err = r.Status(context.Background())
	return err
}

func TestOversizedFilesAreRefused(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Must(os.Truncate(f.Path(".git/index"), indexLimit+1))
	if _, err := Open(context.Background(), f.options()); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "index") {
		t.Errorf("an index over the limit: %v", err)
	}
}

// TestCancelEndsGitAndAllItStarted uses a FIFO deep in the work tree, which git does wait for.
func TestCancelEndsGitAndAllItStarted(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.FIFO(f.Path("dir/.gitignore"))
	f.Write("dir/u", "x\n")
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	r := f.open()
	start := time.Now()
	if _, err := r.Status(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
	if took := time.Since(start); took > soon {
		t.Errorf("it took %s", took)
	}
	opts := f.options()
	opts.Backend = BackendGoGit
	if _, err := f.openWith(opts).Status(context.Background()); !errors.Is(err, ErrNotRegular) {
		t.Errorf("go-git: error %v, want ErrNotRegular", err)
	}
}

// TestNoOrphans has a git that starts another process. That process holds a FIFO open, so the FIFO's end is its end.
func TestNoOrphans(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	held := filepath.Join(f.Outside, "held")
	f.FIFO(held)
	program := f.Script("fake-git", `case "$1" in
version) echo git version 2.40.0 ;;
*) sleep 1000 > '`+held+`' & wait ;;
esac`)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		reader, err := os.Open(held) // returns when the process has begun
		cancel()
		if err == nil {
			_, err = io.ReadAll(reader) // returns when it has ended
			reader.Close()
		}
		ended <- err
	}()
	opts := f.options()
	opts.Git = program
	if _, err := Open(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	select {
	case err := <-ended:
		f.Must(err)
	case <-time.After(soon):
		t.Error("what git started is still running")
	}
}

func TestReadWorktreeReadsOnlyRegularFiles(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	secret := filepath.Join(f.Outside, "secret")
	f.Must(os.WriteFile(secret, []byte("secret"), 0o600))
	f.Must(os.Symlink(secret, f.Path("link")))
	f.Must(os.Symlink("a.txt", f.Path("inside")))
	f.Must(os.Symlink(f.Outside, f.Path("up")))
	f.Must(os.Symlink("dir", f.Path("alias")))
	f.FIFO(f.Path("pipe"))
	f.Write("big", strings.Repeat("x", 101), "non-\xff", "odd")
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options()
		opts.Backend = backend
		r := f.openWith(opts)
		for _, c := range []struct {
			path string
			want error
		}{
			{"link", ErrNotRegular}, {"inside", ErrNotRegular}, {"up/secret", ErrNotRegular}, {"alias/b.txt", ErrNotRegular},
			{"pipe", ErrNotRegular}, {"dir", ErrNotRegular}, {"big", ErrTooLarge}, {"../secret", ErrNotRegular}, {secret, ErrNotRegular},
			{"", ErrNotRegular}, {"none", os.ErrNotExist}, {"a.txt/x", os.ErrNotExist}, {"none/x", os.ErrNotExist},
		} {
			if _, err := r.ReadWorktree(c.path, 100); !errors.Is(err, c.want) {
				t.Errorf("%s: ReadWorktree(%q): %v, want %v", backend, c.path, err, c.want)
			}
		}
		for path, want := range map[string]string{"a.txt": "one\n", "dir/b.txt": "two\n", "non-\xff": "odd"} {
			if got, err := r.ReadWorktree(path, 100); err != nil || string(got) != want {
				t.Errorf("%s: ReadWorktree(%q) = %q, %v", backend, path, got, err)
			}
		}
	}
}
