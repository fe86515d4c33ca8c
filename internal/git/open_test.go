package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openError(f *fixture, dir string, backend Backend) error {
	r, err := Open(context.Background(), Options{Dir: dir, Env: f.Env(), Backend: backend})
	if err == nil {
		f.Must(r.Close())
	}
	return err
}

func TestNotARepository(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Write("file", "x\n", "bad/.git/HEAD", "ref: refs/heads/main\n", "dangling/.git", "gitdir: ../nowhere\n", "text/.git", "hello\n",
		"elsewhere/.git", "gitdir: ../bad\n")
	f.Must(os.MkdirAll(f.Path("empty/.git"), 0o755))
	f.Must(os.Mkdir(f.Path("link"), 0o755))
	f.Must(os.Symlink("nowhere", f.Path("link/.git")))
	for dir, want := range map[string]string{
		".": "neither it nor a folder above it has a .git", "file": "not a folder",
		"bad": "bad/.git is there, but it is no git directory: it has no objects", "empty": "it has no HEAD",
		"dangling": "it leads to " + f.Path("nowhere") + ", which is not there", "link": "a symbolic link that leads nowhere",
		"elsewhere": "it leads to " + f.Path("bad") + ", which is no git directory: that has no HEAD",
		"text":      `a file that does not begin with "gitdir: "`,
	} {
		for _, backend := range []Backend{BackendGit, BackendGoGit} {
			err := openError(f, f.Path(dir), backend)
			if !errors.Is(err, ErrNotARepository) || !strings.Contains(err.Error(), f.Path(dir)) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %s: %v", backend, dir, err)
			}
		}
	}
	if err := openError(f, f.Path("absent"), Auto); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestInfo(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Config("core.hooksPath", "my/hooks")
	r, err := Open(context.Background(), Options{Dir: f.Path("dir"), Env: f.Env()})
	f.Must(err)
	defer r.Close()
	info := r.Info()
	want := Info{
		Top: f.Dir, GitDir: f.Path(".git"), CommonDir: f.Path(".git"), HooksDir: f.Path("my/hooks"), ObjectFormat: "sha1",
		Head: f.id("HEAD"), HeadRef: "refs/heads/main", Backend: strings.TrimSpace(strings.Replace(f.Git("version"), "git version", "git", 1)),
	}
	if len(info.Unverified) != 0 {
		t.Errorf("Unverified = %q", info.Unverified)
	}
	info.Unverified = nil
	if got, want := infoText(info), infoText(want); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func infoText(i Info) string {
	return strings.Join([]string{i.Top, i.GitDir, i.CommonDir, i.HooksDir, i.ObjectFormat, string(i.Head), i.HeadRef, i.Backend, i.Foreign}, " | ")
}

func TestNewlineInTheFolderName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.Dir = filepath.Join(f.Outside, "a\nb --sentinel-next-answer")
	f.Must(os.Mkdir(f.Dir, 0o755))
	f.Git("init", "-q")
	f.Write("x", "y\n")
	f.Add("x")
	agreement(f, f.open())
}

func TestOldGitIsRefused(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	for answer, want := range map[string]string{
		"git version 2.30.9": "too old", "git version 1.8.3.1": "too old", "something else": "did not tell its version",
	} {
		opts := f.options()
		// An old git repeats --path-format, and knows no trace events in this form.
		opts.Git = f.Script("old-git", `case "$1" in version) echo '`+answer+`' ;; config) ;; *) exec git "$@" ;; esac`)
		if _, err := Open(context.Background(), opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", answer, err)
		}
	}
}

func TestWithoutGitTheLibraryAnswers(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("new", "x\n")
	f.Add("new")
	empty := t.TempDir()
	opts := f.options("PATH=" + empty)
	r := f.openWith(opts)
	if r.Info().Backend != "go-git" || len(r.Info().Unverified) == 0 {
		t.Errorf("Info = %+v", r.Info())
	}
	if deltas, err := r.DiffIndex(context.Background()); err != nil || len(deltas) != 1 {
		t.Errorf("DiffIndex = %v, %v", deltas, err)
	}
	opts.Backend = BackendGit
	if _, err := Open(context.Background(), opts); err == nil || !strings.Contains(err.Error(), "PATH") {
		t.Errorf("the git backend without git: %v", err)
	}
}

// TestBareInsideWorkTree: such a repository may have been put there to be checked instead of the real one.
func TestBareInsideWorkTree(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Git("init", "-q", "--bare", "embedded")
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		if err := openError(f, f.Path("embedded"), backend); err == nil || !strings.Contains(err.Error(), "bare repository inside the work tree") {
			t.Errorf("%s: %v", backend, err)
		}
		if err := openError(f, f.Path(".git"), backend); err != nil {
			t.Errorf("%s: in .git itself: %v", backend, err)
		}
	}
}

func TestWorkTreeElsewhereIsRefused(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	elsewhere := t.TempDir()
	f.Config("core.worktree", elsewhere)
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		if err := openError(f, f.Dir, backend); err == nil || !strings.Contains(err.Error(), "core.worktree") {
			t.Errorf("%s: %v", backend, err)
		}
	}
}

func TestCeilingEndsTheSearch(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	r, err := Open(context.Background(), Options{Dir: f.Path("dir"), Env: f.Env("GIT_CEILING_DIRECTORIES=" + f.Dir)})
	if !errors.Is(err, ErrNotARepository) {
		t.Errorf("found %v, %v", r, err)
	}
}

// TestASpoiledLinkEndsTheSearch: git does not go on to a repository further up either. What is neither a file nor a
// git directory it passes over.
func TestASpoiledLinkEndsTheSearch(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("text/.git", "hello\n")
	f.Must(os.MkdirAll(f.Path("empty/.git"), 0o755))
	if err := openError(f, f.Path("text"), Auto); !errors.Is(err, ErrNotARepository) || !strings.Contains(err.Error(), "text/.git is there") {
		t.Errorf("a .git file without meaning: %v", err)
	}
	if err := openError(f, f.Path("empty"), Auto); err != nil {
		t.Errorf("an empty .git: %v", err)
	}
}

// TestNoTemporaryNameInMessages: it is another one each time, and not that of the file to repair.
func TestNoTemporaryNameInMessages(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write(".git/index", "nonsense")
	r := f.openWith(f.options())
	_, err := r.Status(context.Background())
	if err == nil || !strings.Contains(err.Error(), f.Path(".git/index")) || strings.Contains(err.Error(), "sentinel-git-") {
		t.Errorf("error %v", err)
	}
	missing, err := Open(context.Background(), f.options("TMPDIR="+filepath.Join(f.Outside, "nowhere")))
	f.Must(err)
	defer missing.Close()
	_, err = missing.Status(context.Background())
	if err == nil || !strings.Contains(err.Error(), filepath.Join(f.Outside, "nowhere")+": no such") {
		t.Errorf("error %v", err)
	}
}

func TestTemporaryFolderInsideTheRepository(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Must(os.Mkdir(f.Path("tmp"), 0o755))
	before := snapshot(t, f.Dir)
	for _, dir := range []string{f.Path("tmp"), "tmp", ".", ".git"} {
		opts := f.options()
		opts.Env = append(opts.Env, "TMPDIR="+dir)
		r, err := Open(context.Background(), opts)
		f.Must(err)
		defer r.Close()
		if _, err := r.DiffIndex(context.Background()); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
			t.Errorf("%s: error %v", dir, err)
		}
	}
	if after := snapshot(t, f.Path("a.txt")); !strings.Contains(before, after) || len(mustList(f, "tmp")) != 0 {
		t.Error("something was left in the repository")
	}
}

func mustList(f *fixture, name string) []os.DirEntry {
	f.Helper()
	list, err := os.ReadDir(f.Path(name))
	f.Must(err)
	return list
}

// TestDamage: what cannot be read is an error, and never an empty answer.
func TestDamage(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(f *fixture){
		"index cut off":      func(f *fixture) { f.Must(os.Truncate(f.Path(".git/index"), 40)) },
		"index is nonsense":  func(f *fixture) { f.Write(".git/index", "nonsense") },
		"branch is nonsense": func(f *fixture) { f.Write(".git/refs/heads/main", "nonsense\n") },
		"HEAD is nonsense":   func(f *fixture) { f.Write(".git/HEAD", "nonsense\n") },
		"config is nonsense": func(f *fixture) { f.Write(".git/config", "[core\n\x00") },
		"commit is missing":  func(f *fixture) { f.Write(".git/refs/heads/main", strings.Repeat("1", 40)+"\n") },
		"no objects":         func(f *fixture) { f.Remove(".git/objects"); f.Must(os.Mkdir(f.Path(".git/objects"), 0o755)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := seeded(t)
			damage(f)
			for _, backend := range []Backend{BackendGit, BackendGoGit} {
				opts := f.options()
				opts.Backend = backend
				r, err := Open(context.Background(), opts)
				if err != nil {
					continue
				}
				deltas, err := r.DiffIndex(context.Background())
				if err == nil {
					t.Errorf("%s: an answer, %v", backend, deltas)
				}
				f.Must(r.Close())
			}
		})
	}
}

func TestLibraryRefusesWhatItWouldGetWrong(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(f *fixture){
		"worktreeConfig":  func(f *fixture) { f.Config("extensions.worktreeConfig", "true") },
		"sparse checkout": func(f *fixture) { f.Git("sparse-checkout", "set", "--cone", "dir") },
		"split index":     func(f *fixture) { f.Git("update-index", "--split-index") },
		"alternates": func(f *fixture) {
			f.Write(".git/objects/info/alternates", filepath.Join(f.Outside, "x")+"\n")
		},
		"sha256": func(f *fixture) {
			f.Remove(".git")
			f.Git("init", "-q", "--object-format=sha256")
		},
		"reftable": func(f *fixture) {
			f.Config("core.repositoryFormatVersion", "1")
			f.Config("extensions.refStorage", "reftable")
		},
		"partial clone": func(f *fixture) {
			f.Config("core.repositoryFormatVersion", "1")
			f.Config("extensions.partialClone", "o")
		},
		"odd configuration": func(f *fixture) {
			f.Write(".git/config", "[core]\n\tbare = false\n[branch \"x\"]\n\tmerge = main\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := seeded(t)
			build(f)
			opts := f.options()
			opts.Backend = BackendGoGit
			r, err := Open(context.Background(), opts)
			if err == nil {
				_, err = r.DiffIndex(context.Background())
				f.Must(r.Close())
			}
			if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "install git") {
				t.Errorf("error %v, want ErrUnsupported", err)
			}
		})
	}
}
