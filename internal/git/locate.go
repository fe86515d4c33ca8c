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
	roots             roots

	// From the environment, in a hook.
	workTree, index, objects, alternates string
}

// locate finds the repository of a folder.
func locate(dir string, env environ, hook, relativeToDir bool, allowed roots) (*place, error) {
	if hook {
		from, err := envBase(dir, relativeToDir)
		if err != nil {
			return nil, err
		}
		return locateHook(dir, env, from, allowed)
	}
	return search(dir, env, allowed)
}

// search goes up from a folder, as git does. Above the roots it only looks whether there is a repository.
func search(dir string, env environ, allowed roots) (*place, error) {
	ceilings := filepath.SplitList(env["GIT_CEILING_DIRECTORIES"])
	var bare *place
	var spoiled error // about the first .git that is none
	for level := dir; ; {
		link := filepath.Join(level, ".git")
		if !allowed.hold(level) {
			if bare == nil && !isAbsent(link) {
				return nil, outside("the repository that it is in")
			}
			up := filepath.Dir(level)
			if bare != nil || up == level || isCeiling(up, ceilings) {
				break
			}
			level = up
			continue
		}
		found, err := at(level, link, env, allowed)
		if errors.Is(err, ErrOutsideRoot) {
			return nil, err
		}
		if spoiled == nil && err != nil && !isAbsent(link) {
			spoiled = fmt.Errorf("%w: %s is there, but %w; repair it, or remove it if it is not needed", ErrNotARepository, link, err)
		}
		if err != nil && isFile(link) { // then git looks no further either
			return nil, spoiled
		}
		if err == nil {
			found.start = dir
			if bare != nil && !inside(bare.gitDir, found.gitDir) {
				return nil, fmt.Errorf("%s: a bare repository inside the work tree %s: it is not clear which one is meant; start from another folder, or say GIT_DIR",
					bare.gitDir, found.level)
			}
			return found, nil
		}
		if bare == nil {
			if bare, err = at(level, level, env, allowed); err == nil {
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
	if spoiled != nil {
		return nil, spoiled
	}
	return nil, fmt.Errorf("%s: %w: neither it nor a folder above it has a .git; change to a repository's folder, or make one with \"git init\"",
		dir, ErrNotARepository)
}

func isAbsent(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isCeiling(dir string, ceilings []string) bool {
	for _, c := range ceilings {
		if c != "" && filepath.Clean(c) == dir {
			return true
		}
	}
	return false
}

// at looks at one possible git directory, or link to one. The error says why it is none.
func at(level, link string, env environ, allowed roots) (*place, error) {
	gitDir, commonDir, err := follow(link, allowed)
	if err != nil {
		return nil, err
	}
	p := &place{level: level, link: link, gitDir: realPath(gitDir), commonDir: realPath(commonDir), roots: allowed}
	for _, path := range []string{level, link, gitDir} {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if p.foreign == "" {
			p.foreign = foreignOwner(info, env)
		}
	}
	return p, nil
}

// follow gives the git directory that a path is or names, and the one it shares with other work trees.
// The conditions are those of git's is_git_directory. Nothing outside the roots is looked at.
func follow(link string, allowed roots) (gitDir, commonDir string, err error) {
	if !allowed.hold(link) {
		return "", "", outside("its git directory")
	}
	info, err := os.Stat(link)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isAbsent(link):
		return "", "", errors.New("it is a symbolic link that leads nowhere")
	case err != nil:
		return "", "", err
	case !info.IsDir() && !info.Mode().IsRegular():
		return "", "", errors.New("it is neither a folder nor a file")
	}
	gitDir = link
	if !info.IsDir() {
		text, err := readRegular(link, linkLimit)
		if err != nil {
			return "", "", err
		}
		target, ok := strings.CutPrefix(string(text), "gitdir: ")
		if !ok {
			return "", "", errors.New(`it is a file that does not begin with "gitdir: "`)
		}
		gitDir = against(filepath.Dir(link), strings.TrimRight(target, "\r\n"))
	}
	if !allowed.hold(gitDir) || !allowed.hold(filepath.Join(gitDir, "commondir")) {
		return "", "", outside("its git directory")
	}
	commonDir = gitDir
	if text, err := readRegular(filepath.Join(gitDir, "commondir"), linkLimit); err == nil {
		commonDir = against(gitDir, strings.TrimRight(string(text), "\r\n"))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", "", err
	}
	if !allowed.hold(commonDir) {
		return "", "", outside("its common git directory")
	}
	if _, err := os.Lstat(filepath.Join(gitDir, "HEAD")); err != nil {
		return "", "", lacks(link, gitDir, "HEAD")
	}
	for _, name := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(commonDir, name)); err != nil || !info.IsDir() {
			return "", "", lacks(link, commonDir, name)
		}
	}
	return gitDir, commonDir, nil
}

// lacks says that a folder is no git directory, and how that folder was come to.
func lacks(link, gitDir, name string) error {
	if gitDir == link {
		return fmt.Errorf("it is no git directory: it has no %s", name)
	}
	if isAbsent(gitDir) {
		return fmt.Errorf("it leads to %s, which is not there", gitDir)
	}
	return fmt.Errorf("it leads to %s, which is no git directory: that has no %s", gitDir, name)
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
	if err := p.checkReference("HEAD", symbolicDepth); err != nil {
		return err
	}
	return p.inspectObjects()
}

// indexFile is the index to read: the one git named, or the repository's own.
func (p *place) indexFile() string {
	if p.index != "" {
		return p.index
	}
	return filepath.Join(p.gitDir, "index")
}
