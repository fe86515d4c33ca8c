package git

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// programRepo reads a repository with the git program.
type programRepo struct {
	program string
	env     environ
	place   *place
	facts   facts
	filters []string
	inert   []string // keys of commands that are not in force
	inertly []string // environment of the inert commands
	files   *worktree
	objects *objectReader
	shadow  func() (*shadow, error)

	mu         sync.Mutex
	unverified []string
	made       *shadow
	closed     bool
}

// openProgram opens a place with the git program.
func openProgram(ctx context.Context, program string, env environ, p *place, keeper *Keeper) (*programRepo, error) {
	r := &programRepo{program: program, env: env, place: p, inertly: inertEnv(env, p)}
	var err error
	if r.facts, err = ask(ctx, program, p, r.inertly); err != nil {
		return nil, err
	}
	if err := r.checkVersion(ctx); err != nil {
		return nil, err
	}
	if r.filters, err = r.facts.config.filters(); err != nil {
		return nil, err
	}
	if err := r.findTop(); err != nil {
		return nil, err
	}
	r.inert = r.facts.config.inertKeys(r.believed)
	r.shadow = sync.OnceValues(r.makeShadow)
	r.objects = newObjectReader(func() (*catFile, error) {
		key := r.objectsKey()
		if kept := keeper.take(key); kept != nil {
			return kept, nil
		}
		s, err := r.shadow()
		if err != nil {
			return nil, err
		}
		c, err := startCatFile(program, s)
		if err == nil {
			c.key = key
		}
		return c, err
	})
	r.objects.keep = keeper.give
	return r, nil
}

// checkVersion refuses a git that would ignore the pins. The version is usually known already.
func (r *programRepo) checkVersion(ctx context.Context) error {
	if r.facts.version == "" {
		out, err := inert(ctx, r.program, r.place, r.inertly, "version")
		if err != nil {
			return err
		}
		fmt.Sscanf(string(out.stdout), "git version %s", &r.facts.version) //nolint:errcheck // checked by parseVersion
	}
	v, ok := parseVersion(r.facts.version)
	if !ok {
		return fmt.Errorf("%s: git did not tell its version", r.program)
	}
	if v.before(oldest) {
		return tooOld(r.facts.version)
	}
	return nil
}

// findTop opens the work tree. Configuration can put it anywhere (core.worktree); one that does not contain the
// folder asked about would list another folder's names, and nothing of this one's.
func (r *programRepo) findTop() error {
	f := &r.facts
	if f.bare || f.top == f.gitDir || r.place.bare && sameFile(f.top, r.place.level) {
		f.top = ""
		return nil
	}
	if f.top != "" && !r.place.roots.hold(f.top) {
		return outside("its work tree")
	}
	if f.top == "" {
		return fmt.Errorf("%s has no work tree that git can find: check core.worktree", f.gitDir)
	}
	if !inside(r.place.start, realPath(f.top)) && !inside(r.place.start, realPath(f.gitDir)) {
		return fmt.Errorf("the work tree of %s is %s (core.worktree), which does not contain %s: start from a folder inside it",
			f.gitDir, f.top, r.place.start)
	}
	var err error
	r.files, err = openWorktree(f.top)
	return err
}

// makeShadow is called once, by whoever needs the shadow first.
func (r *programRepo) makeShadow() (*shadow, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errClosed
	}
	s, err := newShadow(r.program, r.env, r.place, &r.facts, r.filters)
	r.made = s
	return s, err
}

// Close ends all processes and removes the shadow.
func (r *programRepo) Close() error {
	r.mu.Lock()
	again, made := r.closed, r.made
	r.closed = true
	r.mu.Unlock()
	if again {
		return nil
	}
	r.objects.close()
	var errs []error
	if made != nil {
		errs = append(errs, made.release())
	}
	if r.files != nil {
		errs = append(errs, r.files.close())
	}
	return errors.Join(errs...)
}

// Info is what was found out at opening.
func (r *programRepo) Info() Info {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := &r.facts
	return Info{
		Top: f.top, GitDir: f.gitDir, CommonDir: f.commonDir, HooksDir: f.hooks,
		Bare: f.top == "", Shallow: f.shallow, Linked: f.gitDir != f.commonDir,
		Sparse: f.config.yes("core.sparsecheckout"), Partial: f.config.partial(),
		ObjectFormat: f.format, Head: f.head, HeadRef: f.headRef,
		Backend: "git " + f.version, Unverified: slices.Clone(r.unverified), Foreign: r.place.foreign,
		Inert: slices.Clone(r.inert),
	}
}

// believed reports whether a configuration file may be told of: one outside the roots that the repository's own
// includes may not.
func (r *programRepo) believed(origin string) bool {
	path, isFile := strings.CutPrefix(origin, "file:")
	return !isFile || r.place.roots.hold(against(r.place.level, path))
}

// doubt adds a sentence to Info.Unverified, once.
func (r *programRepo) doubt(sentence string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.unverified, sentence) {
		r.unverified = append(r.unverified, sentence)
		slices.Sort(r.unverified)
	}
}

// git runs a command in the shadow.
func (r *programRepo) git(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	s, err := r.shadow()
	if err == nil {
		err = s.index()
	}
	if err != nil {
		return nil, err
	}
	out, err := r.inShadow(ctx, s, command{env: s.env, stdin: stdin, args: args})
	return out.stdout, err
}

// stream runs a command in the shadow and hands on its output as it comes, cut into records that end with NUL.
func (r *programRepo) stream(ctx context.Context, each func(record string) error, args ...string) error {
	s, err := r.shadow()
	if err == nil {
		err = s.index()
	}
	if err != nil {
		return err
	}
	answer := &records{each: each}
	out, err := r.inShadow(ctx, s, command{env: s.env, stdout: answer, args: args})
	if sentence := unread(s.real.Replace(string(out.stderr))); sentence != "" {
		r.doubt(sentence)
	}
	if answer.err != nil || err == nil {
		return answer.end()
	}
	return err
}

// withoutIndex runs a command in the shadow that reads objects only.
func (r *programRepo) withoutIndex(ctx context.Context, args ...string) ([]byte, error) {
	s, err := r.shadow()
	if err != nil {
		return nil, err
	}
	out, err := r.inShadow(ctx, s, command{env: s.env, args: args})
	return out.stdout, err
}

// onIndex runs diff-index --cached, which reads the index and neither refreshes nor writes it. So it may have the
// repository's own in place of a copy, which is most of the input and output of a small change; unless to read it git
// would touch more: the other half of a split index, the trees of a sparse one.
func (r *programRepo) onIndex(ctx context.Context, args ...string) ([]byte, error) {
	shared, err := sharedIndexes(r.facts.gitDir)
	if err != nil || len(shared) > 0 || r.facts.sparse() {
		return r.git(ctx, nil, args...)
	}
	index := copies(r.place, &r.facts)[0]
	if err := checkRegular(index.from, index.limit); err != nil {
		return nil, err
	}
	s, err := r.shadow()
	if err != nil {
		return nil, err
	}
	env := append(slices.Clone(s.env), "GIT_INDEX_FILE="+index.from, "GIT_OPTIONAL_LOCKS=0")
	out, err := r.inShadow(ctx, s, command{env: env, args: args})
	return out.stdout, err
}

func (r *programRepo) inShadow(ctx context.Context, s *shadow, c command) (output, error) {
	c.program, c.dir, c.limit = r.program, s.workDir, workLimit
	out, err := run(ctx, c)
	if exit := (*exitError)(nil); errors.As(err, &exit) {
		exit.stderr = firstLines(s.real.Replace(string(out.stderr)))
	}
	return out, err
}

// ReadWorktree reads a file on disk.
func (r *programRepo) ReadWorktree(path string, limit int64) ([]byte, error) {
	if r.files == nil {
		return nil, fmt.Errorf("read %s: a bare repository has no work tree", path)
	}
	return r.files.read(path, limit)
}
