package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backend says which program or library reads a repository.
type Backend string

// The backends. Auto is the git program, and go-git only where there is none.
const (
	Auto         Backend = ""
	BackendGit   Backend = "git"
	BackendGoGit Backend = "go-git"
)

// Options say which repository to open, and how.
type Options struct {
	// Dir is any folder of the repository, or a bare repository; "" is the current folder.
	Dir string
	// Git is the absolute path of the git program; "" looks it up in PATH.
	Git string
	// HookEnv says that git itself started us, as from a hook: GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE
	// and GIT_OBJECT_DIRECTORY count, as far as they belong to the repository of Dir.
	HookEnv bool
	// Env is the environment to take from; nil is the process's own. Relative paths in it are relative
	// to the current folder in the process's own, and to Dir in a given one.
	Env     []string
	Backend Backend
	// Roots are the folders that everything git reads of the repository has to lie in, symbolic links followed. None
	// means that it may lie anywhere. What lies outside gives ErrOutsideRoot, before anything of it is read.
	Roots []string
	// Keeper keeps processes for the next opening. May be nil.
	Keeper *Keeper
}

// errNoGit is why the git backend cannot be used at all.
var errNoGit = errors.New("no git program was found in PATH")

// Open opens the repository that contains Dir. It neither runs nor writes anything in it.
func Open(ctx context.Context, opts Options) (Repository, error) {
	r, err := open(ctx, opts)
	if errors.Is(err, ErrOutsideRoot) {
		return nil, fmt.Errorf("open %q: %w; start from a folder inside them, or allow another one", opts.Dir, err)
	}
	return r, err
}

func open(ctx context.Context, opts Options) (Repository, error) {
	env := newEnviron(opts.Env)
	place, err := find(opts, env)
	if err != nil {
		return nil, err
	}
	if opts.Backend == BackendGoGit {
		return openGoGit(place)
	}
	folders := place.folders()
	env.keepOut(folders)
	program, err := findProgram(opts.Git, env, folders)
	switch {
	case errors.Is(err, errNoGit) && opts.Backend == Auto:
		return openGoGit(place)
	case err != nil:
		return nil, err
	}
	return openProgram(ctx, program, env, place, opts.Keeper)
}

// find locates the repository, and looks at it before git does.
func find(opts Options, env environ) (*place, error) {
	allowed, err := newRoots(opts.Roots)
	if err != nil {
		return nil, err
	}
	dir, err := startDir(opts.Dir, allowed)
	if err != nil {
		return nil, err
	}
	if tmp := env["TMPDIR"]; tmp != "" && !filepath.IsAbs(tmp) {
		from, err := envBase(dir, opts.Env != nil)
		if err != nil {
			return nil, err
		}
		env["TMPDIR"] = against(from, tmp)
	}
	place, err := locate(dir, env, opts.HookEnv, opts.Env != nil, allowed)
	if err != nil {
		return nil, err
	}
	if err := place.confine(); err != nil {
		return nil, err
	}
	return place, place.inspect()
}

// startDir is Dir, absolute and without symbolic links: git, too, goes up from where a folder really is.
// What lies outside the roots is refused whether it is there or not.
func startDir(dir string, allowed roots) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	if !allowed.hold(abs) {
		return "", outside("it")
	}
	abs, err = filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("open %s: %w", dir, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("open %s: %w", dir, err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s: %w: it is not a folder", dir, ErrNotARepository)
	}
	return abs, nil
}
