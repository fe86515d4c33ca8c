package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// place is where a repository was found, before git has been asked anything. The search is our own, so that
// git always gets an explicit GIT_DIR: it then neither falls for a bare repository that lies inside a work
// tree, nor refuses a folder of another user (which git does lest its configuration run something; it cannot here).
type place struct {
	start string // the folder asked about
	level string // the folder to run git in: the one with .git in it
	link  string // what was found there: a folder, a file that names one, or a symbolic link
	// gitDir and commonDir are the folders that link leads to.
	gitDir, commonDir string
	bare              bool
	foreign           string

	// From the environment, in a hook.
	workTree, index, objects, alternates string
}

// locate finds the repository of a folder.
func locate(dir string, env environ, hook, relativeToDir bool) (*place, error) {
	if hook {
		from, err := hookBase(dir, relativeToDir)
		if err != nil {
			return nil, err
		}
		return locateHook(dir, env, from)
	}
	p, err := search(dir, env)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// search goes up from a folder, as git does.
func search(dir string, env environ) (*place, error) {
	ceilings := filepath.SplitList(env["GIT_CEILING_DIRECTORIES"])
	var bare *place
	for level := dir; ; {
		if found := at(level, filepath.Join(level, ".git"), env); found != nil {
			found.start = dir
			if bare != nil && !inside(bare.gitDir, found.gitDir) {
				return nil, fmt.Errorf("%s: a bare repository inside the work tree %s: it is not clear which one is meant; start from another folder, or say GIT_DIR",
					bare.gitDir, found.level)
			}
			return found, nil
		}
		if bare == nil {
			if bare = at(level, level, env); bare != nil {
				bare.start, bare.bare = dir, true
			}
		}
		up := filepath.Dir(level)
		if up == level || isCeiling(up, ceilings) {
			break
		}
		level = up
	}
	if bare != nil {
		return bare, nil
	}
	return nil, fmt.Errorf("%s: %w: neither it nor a folder above it has a .git; change to a repository's folder, or make one with \"git init\"",
		dir, ErrNotARepository)
}

func isCeiling(dir string, ceilings []string) bool {
	for _, c := range ceilings {
		if c != "" && filepath.Clean(c) == dir {
			return true
		}
	}
	return false
}

// at looks at one possible git directory, or link to one, and gives nil if it is none.
func at(level, link string, env environ) *place {
	gitDir, commonDir, err := follow(link)
	if err != nil {
		return nil
	}
	p := &place{level: level, link: link, gitDir: realPath(gitDir), commonDir: realPath(commonDir)}
	for _, path := range []string{level, link, gitDir} {
		info, err := os.Stat(path)
		if err != nil {
			return nil
		}
		if p.foreign == "" {
			p.foreign = foreignOwner(info, env)
		}
	}
	return p
}

var errNotGitDir = errors.New("not a git directory")

// follow gives the git directory that a path is or names, and the one it shares with other work trees.
// The conditions are those of git's is_git_directory.
func follow(link string) (gitDir, commonDir string, err error) {
	info, err := os.Stat(link)
	if err != nil {
		return "", "", err
	}
	gitDir = link
	if !info.IsDir() {
		text, err := readRegular(link, linkLimit)
		if err != nil {
			return "", "", err
		}
		target, ok := strings.CutPrefix(string(text), "gitdir: ")
		if !ok {
			return "", "", errNotGitDir
		}
		gitDir = against(filepath.Dir(link), strings.TrimRight(target, "\r\n"))
	}
	commonDir = gitDir
	if text, err := readRegular(filepath.Join(gitDir, "commondir"), linkLimit); err == nil {
		commonDir = against(gitDir, strings.TrimRight(string(text), "\r\n"))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", "", err
	}
	if _, err := os.Lstat(filepath.Join(gitDir, "HEAD")); err != nil {
		return "", "", errNotGitDir
	}
	for _, name := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(commonDir, name)); err != nil || !info.IsDir() {
			return "", "", errNotGitDir
		}
	}
	return gitDir, commonDir, nil
}

// against makes a path absolute, relative to base.
func against(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, path)
}

// inspect looks at every file that git opens without asking what it is, because it would wait for ever on a FIFO.
func (p *place) inspect() error {
	files := []struct {
		path  string
		limit int64
	}{
		{filepath.Join(p.gitDir, "HEAD"), linkLimit},
		{filepath.Join(p.commonDir, "config"), textLimit},
		{filepath.Join(p.gitDir, "config.worktree"), textLimit},
		{filepath.Join(p.commonDir, "packed-refs"), refsLimit},
		{filepath.Join(p.commonDir, "shallow"), textLimit},
		{p.indexFile(), indexLimit},
		{filepath.Join(p.commonDir, "info", "exclude"), textLimit},
		{filepath.Join(p.commonDir, "info", "attributes"), textLimit},
		{filepath.Join(p.gitDir, "info", "sparse-checkout"), textLimit},
		{filepath.Join(p.commonDir, "objects", "info", "alternates"), textLimit},
	}
	for _, f := range files {
		if err := checkRegular(f.path, f.limit); err != nil {
			return err
		}
	}
	return nil
}

// indexFile is the index to read: the one git named, or the repository's own.
func (p *place) indexFile() string {
	if p.index != "" {
		return p.index
	}
	return filepath.Join(p.gitDir, "index")
}
