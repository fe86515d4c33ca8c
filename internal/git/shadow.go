package git

import (
	"context"
	"crypto/sha1" //nolint:gosec // its length is that of an object id
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// carried reports whether a setting of the repository's own configuration reaches the shadow: only those do that
// decide what counts as a difference. None names a program.
func carried(key string) bool {
	switch key {
	case "core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode",
		"core.autocrlf", "core.eol", "core.safecrlf", "core.checkroundtripencoding",
		"core.checkstat", "core.trustctime", "core.sparsecheckout", "core.sparsecheckoutcone",
		"core.protecthfs", "core.protectntfs", "core.longpaths", "core.bigfilethreshold",
		"core.excludesfile", "core.attributesfile", "extensions.objectformat":
		return true
	}
	return false
}

// shadow is a git directory of our own, outside the repository. It has a copy of what decides about
// differences, and nothing of what could run, write or fetch. Objects are read where they are, but are only an
// alternate, so that git writes none there: to read a sparse index it makes trees. Git works in the shadow as in any
// other git directory, and may rewrite its copy of the index.
type shadow struct {
	dir string
	env []string
	// workDir is where git runs: the top of the work tree, or the shadow itself in a bare repository.
	workDir string
	// real makes messages of git name what the shadow has copies of, and not the copies.
	real *strings.Replacer
	// index makes the copy of the index, once. It is the largest of the copies, and not every command wants it.
	index func() error
	// holders are its maker and the processes that read objects through it; the last one removes it.
	holders atomic.Int32
}

// newShadow makes the shadow of a repository. The caller removes it.
func newShadow(program string, env environ, p *place, f *facts, filters []string) (*shadow, error) {
	parent, err := temporaryFolder(env, f)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, "sentinel-git-")
	if err != nil {
		return nil, temporaryError(parent, err)
	}
	s := &shadow{dir: dir, workDir: f.top, real: realNames(dir, p, f)}
	s.hold()
	if s.workDir == "" {
		s.workDir = dir
	}
	if err := s.fill(env, p, f); err != nil {
		s.release() //nolint:errcheck // the other error says more
		return nil, err
	}
	s.env = s.environment(env, p, f, filters)
	s.index = sync.OnceValue(func() error { return s.copyIndex(program, p, f) })
	return s, nil
}

// expand rewrites the copy of a sparse index. It needs trees, which are read without an index.
func (s *shadow) expand(ctx context.Context, program string, f *facts, path string) error {
	objects := newObjectReader(func() (*catFile, error) { return startCatFile(program, s) })
	defer objects.close()
	idBytes := sha1.Size
	if f.format == "sha256" {
		idBytes = sha256.Size
	}
	return expandIndex(ctx, path, objects, idBytes)
}

func (s *shadow) hold() { s.holders.Add(1) }

// release removes the folder if nobody else holds it, and else only the copy of the index: it is for one comparison.
func (s *shadow) release() error {
	if s.holders.Add(-1) == 0 {
		return os.RemoveAll(s.dir)
	}
	if err := os.Remove(filepath.Join(s.dir, "index")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// temporaryFolder is where shadows are made: an absolute path outside the repository.
func temporaryFolder(env environ, f *facts) (string, error) {
	dir := env["TMPDIR"]
	if dir == "" {
		dir = os.TempDir()
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("find the folder for temporary files: %w", err)
	}
	if real := realPath(dir); inside(real, f.top) || inside(real, f.commonDir) {
		return "", fmt.Errorf("the folder for temporary files, %s, is inside the repository: set TMPDIR to another one", dir)
	}
	return dir, nil
}

// temporaryError leaves out the names of what is made in the folder for temporary files, which differ each time.
func temporaryError(folder string, err error) error {
	return fmt.Errorf("make temporary files in %s: %w: set TMPDIR to a folder that has room and may be written into", folder, withoutPath(err))
}

// realNames replaces paths in a shadow by those that they stand for.
func realNames(dir string, p *place, f *facts) *strings.Replacer {
	var pairs []string
	for _, shadow := range []string{dir, realPath(dir)} {
		for _, c := range copies(p, f) {
			pairs = append(pairs, filepath.Join(shadow, filepath.FromSlash(c.to)), c.from)
		}
		pairs = append(pairs, filepath.Join(shadow, "objects"), f.objects, shadow, f.gitDir)
	}
	return strings.NewReplacer(pairs...)
}

// fill writes what makes a folder a git directory, and copies the rest.
func (s *shadow) fill(env environ, p *place, f *facts) error {
	for _, name := range []string{"refs", "objects", "objects/info", "info"} {
		if err := os.Mkdir(filepath.Join(s.dir, name), 0o700); err != nil {
			return temporaryError(filepath.Dir(s.dir), err)
		}
	}
	head := string(f.head)
	if head == "" {
		head = "ref: refs/heads/unborn"
	}
	files := map[string]string{
		"HEAD": head + "\n", "config": shadowConfig(env, f), "objects/info/alternates": quoted(f.objects) + "\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
			return temporaryError(filepath.Dir(s.dir), err)
		}
	}
	for _, c := range copies(p, f)[1:] { // all but the index
		if err := s.copy(c); err != nil {
			return err
		}
	}
	return nil
}

// copied is a file that the shadow has a copy of.
type copied struct {
	from, to string
	limit    int64
}

func copies(p *place, f *facts) []copied {
	index := f.index
	if p.index != "" {
		index = p.index
	}
	return []copied{
		{index, "index", indexLimit},
		{f.shallowFile, "shallow", textLimit},
		{f.exclude, "info/exclude", textLimit},
		{f.attributes, "info/attributes", textLimit},
		{f.cones, "info/sparse-checkout", textLimit},
	}
}

func (s *shadow) copy(c copied) error {
	_, err := copyRegular(c.from, filepath.Join(s.dir, filepath.FromSlash(c.to)), c.limit)
	return err
}

// copyIndex copies the index, with the other half of a split one, and expands a sparse one.
// It is done once, for whoever needs it first; that one's context must not decide for the others. It gets its name only
// when it is whole: commands that need no index look at one all the same, if it is there.
func (s *shadow) copyIndex(program string, p *place, f *facts) error {
	ctx, cancel := context.WithTimeout(context.Background(), workLimit)
	defer cancel()
	shared, err := sharedIndexes(f.gitDir)
	if err != nil {
		return err
	}
	index := copies(p, f)[0]
	index.to = "index.new"
	for _, c := range append(shared, index) {
		if err := s.copy(c); err != nil {
			return err
		}
	}
	path := filepath.Join(s.dir, index.to)
	if f.sparse() {
		if err := s.expand(ctx, program, f, path); err != nil {
			return err
		}
	}
	if err := os.Rename(path, filepath.Join(s.dir, "index")); err != nil && !os.IsNotExist(err) {
		return temporaryError(filepath.Dir(s.dir), err)
	}
	return nil
}

// sharedIndexes are the other halves of a split index. Which one belongs is deep in the index itself; git keeps no
// more than the last few.
func sharedIndexes(gitDir string) ([]copied, error) {
	entries, err := os.ReadDir(gitDir)
	if err != nil {
		return nil, fmt.Errorf("list the git directory: %w", err)
	}
	var list []copied
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "sharedindex.") {
			list = append(list, copied{filepath.Join(gitDir, e.Name()), e.Name(), indexLimit})
		}
	}
	return list, nil
}

// sparse reports whether the index may have entries for folders.
func (f *facts) sparse() bool {
	return f.config.yes("core.sparsecheckout") || f.config.yes("index.sparse")
}

// shadowConfig is the configuration of the shadow.
func shadowConfig(env environ, f *facts) string {
	var b strings.Builder
	format := 0
	if f.format != "sha1" {
		format = 1
	}
	fmt.Fprintf(&b, "[core]\n\trepositoryformatversion = %d\n\tbare = %t\n", format, f.top == "")
	for _, s := range f.config.settings {
		if !s.own || !carried(s.key) {
			continue
		}
		if (s.key == "core.excludesfile" || s.key == "core.attributesfile") && !f.readable(env, s.value) {
			continue
		}
		section, name, _ := strings.Cut(s.key, ".")
		fmt.Fprintf(&b, "[%s]\n\t%s = %s\n", section, name, quoted(s.value))
	}
	return b.String()
}

// readable reports whether git can read a file that the configuration names without waiting for ever.
func (f *facts) readable(env environ, path string) bool {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		path = filepath.Join(env["HOME"], rest)
	}
	info, err := os.Stat(against(f.top, path))
	return err == nil && info.Mode().IsRegular() && info.Size() <= textLimit
}

// quoted writes a value as git-config(1) reads it back.
func quoted(v string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(v) + `"`
}

// environment is that of every process in the shadow.
func (s *shadow) environment(env environ, p *place, f *facts, filters []string) []string {
	list := append(env.base(), "GIT_DIR="+s.dir,
		"GIT_OPTIONAL_LOCKS=1", "GIT_LITERAL_PATHSPECS=1")
	if p.alternates != "" {
		list = append(list, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+p.alternates)
	}
	if f.top != "" {
		list = append(list, "GIT_WORK_TREE="+f.top)
	}
	all := append(pins(), pin{"core.hooksPath", os.DevNull})
	return append(list, pinned(append(all, filterPins(filters)...))...)
}
