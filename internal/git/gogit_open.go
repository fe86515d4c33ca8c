package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-billy/v5/osfs"
	gogit "github.com/go-git/go-git/v5"
	gogitconfig "github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	gogitraw "github.com/go-git/go-git/v5/plumbing/format/config"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// libraryRepo reads a repository with go-git, where there is no git program. It uses go-git for objects, references
// and the index format; what differs on disk is compared here, because go-git's own status knows neither
// conflicts nor type changes, and walks into ignored folders.
type libraryRepo struct {
	place  *place
	repo   *gogit.Repository
	config *gogitconfig.Config
	info   Info
	files  *worktree

	// mu guards repo: go-git's object storage loads its indexes without a lock. And unverified.
	mu         sync.Mutex
	unverified []string
}

// libraryDoubts is what go-git cannot know of any repository.
func libraryDoubts() []string {
	return []string{
		"Configuration outside the repository's own file was not read, nor were the ignore and attribute files that any names, so rules and settings in them did not count.",
		"Copies, and renames that are not staged, were not looked for, the similarity of renamed files is not known, and the assume-unchanged flag did not count.",
		"Files were compared byte by byte: line ending conversion, clean filters and other attributes did not count.",
		"Files with the size and time of modification that the index has were taken to be unchanged.",
		"Submodules were not compared with what is checked out in them.",
	}
}

// openGoGit opens a place with go-git.
func openGoGit(p *place) (_ Repository, err error) {
	defer guard(&err)
	if err := libraryCan(p); err != nil {
		return nil, err
	}
	dot := dotgit.NewRepositoryFilesystem(regularFiles{osfs.New(p.gitDir)}, regularFiles{osfs.New(p.commonDir)})
	repo, err := gogit.Open(filesystem.NewStorage(dot, cache.NewObjectLRUDefault()), nil)
	if err != nil {
		return nil, unsupported("go-git does not open this repository: %w", err)
	}
	r := &libraryRepo{place: p, repo: repo, unverified: libraryDoubts()}
	if r.config, err = repo.Config(); err != nil {
		return nil, unsupported("go-git does not understand the configuration: %w", err)
	}
	if err := r.describe(); err != nil {
		return nil, err
	}
	if r.info.Top != "" {
		r.files, err = openWorktree(r.info.Top)
	}
	return r, err
}

// unsupported says why the git program is needed.
func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %w; install git", ErrUnsupported, fmt.Errorf(format, args...))
}

// libraryCan refuses what go-git would answer wrongly instead of refusing it itself.
func libraryCan(p *place) error {
	if p.objects != "" {
		return unsupported("objects of a push that is being received (GIT_OBJECT_DIRECTORY)")
	}
	for path, reason := range map[string]string{
		filepath.Join(p.commonDir, "objects", "info", "alternates"): "objects are shared with another repository (alternates)",
		filepath.Join(p.commonDir, "reftable"):                      "references are stored in a reftable",
	} {
		if _, err := os.Lstat(path); err == nil {
			return unsupported("%s: %s", p.commonDir, reason)
		}
	}
	return nil
}

// describe fills Info.
func (r *libraryRepo) describe() error {
	p := r.place
	_, notShallow := os.Stat(filepath.Join(p.commonDir, "shallow"))
	r.info = Info{
		GitDir: p.gitDir, CommonDir: p.commonDir, HooksDir: filepath.Join(p.commonDir, "hooks"),
		Bare: p.bare && r.config.Core.Worktree == "" || r.config.Core.IsBare, Linked: p.gitDir != p.commonDir,
		Shallow: notShallow == nil, Sparse: isTrue(r.core("sparsecheckout")),
		ObjectFormat: "sha1", Backend: "go-git", Foreign: p.foreign,
		Inert: r.inertKeys(),
	}
	for _, remote := range r.config.Raw.Section("remote").Subsections {
		r.info.Partial = r.info.Partial || isTrue(remote.Option("promisor"))
	}
	if !r.info.Bare {
		r.info.Top = p.level
		if tree := r.config.Core.Worktree; tree != "" && !p.roots.hold(against(p.gitDir, tree)) {
			return outside("its work tree")
		}
		if tree := r.config.Core.Worktree; p.workTree == "" && tree != "" && realPath(against(p.gitDir, tree)) != realPath(p.level) {
			return unsupported("%s: the work tree is elsewhere (core.worktree)", p.gitDir)
		}
	}
	if hooks := r.core("hookspath"); hooks != "" {
		r.info.HooksDir = against(p.level, hooks)
	} else if r.config.Raw.Section("core").HasOption("hookspath") {
		r.info.HooksDir = ""
	}
	return r.readHead()
}

// inertKeys reads what the configuration file says; what it includes is not read.
func (r *libraryRepo) inertKeys() []string {
	var c config
	add := func(prefix string, options gogitraw.Options) {
		for _, o := range options {
			c.settings = append(c.settings, setting{key: prefix + o.Key, value: o.Value, own: true})
		}
	}
	for _, section := range r.config.Raw.Sections {
		add(section.Name+".", section.Options)
		for _, sub := range section.Subsections {
			add(section.Name+"."+sub.Name+".", sub.Options)
		}
	}
	return c.inertKeys(func(string) bool { return true })
}

// core is a value of the core section, in lower case as git writes keys.
func (r *libraryRepo) core(name string) string { return r.config.Raw.Section("core").Option(name) }

func (r *libraryRepo) readHead() error {
	head, err := r.repo.Reference(plumbing.HEAD, false)
	if err != nil {
		return fmt.Errorf("read HEAD of %s: %w", r.place.gitDir, err)
	}
	if head.Type() == plumbing.HashReference {
		r.info.Head = OID(head.Hash().String())
		return nil
	}
	r.info.HeadRef = string(head.Target())
	branch, err := r.repo.Reference(plumbing.HEAD, true)
	switch {
	case err == nil:
		r.info.Head = OID(branch.Hash().String())
	case !errors.Is(err, plumbing.ErrReferenceNotFound):
		return fmt.Errorf("read HEAD of %s: %w", r.place.gitDir, err)
	}
	return nil
}

// Info is what was found out at opening.
func (r *libraryRepo) Info() Info {
	r.mu.Lock()
	defer r.mu.Unlock()
	info := r.info
	info.Unverified = slices.Clone(r.unverified)
	return info
}

// doubt adds a sentence to Info.Unverified, once. The caller holds mu.
func (r *libraryRepo) doubt(sentence string) {
	if !slices.Contains(r.unverified, sentence) {
		r.unverified = append(r.unverified, sentence)
		slices.Sort(r.unverified)
	}
}

// Close lets go of the work tree.
func (r *libraryRepo) Close() error {
	if r.files == nil {
		return nil
	}
	return r.files.close()
}

// ReadWorktree reads a file on disk.
func (r *libraryRepo) ReadWorktree(path string, limit int64) ([]byte, error) {
	if r.files == nil {
		return nil, fmt.Errorf("read %s: a bare repository has no work tree", path)
	}
	return r.files.read(path, limit)
}

// guard makes an error of a panic: go-git was not written for repositories that mean harm.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("go-git failed on this repository: %s", clip(strings.ToValidUTF8(fmt.Sprint(p), "")))
	}
}

// enter begins a call of go-git: one at a time, none after ctx is done.
func (r *libraryRepo) enter(ctx context.Context) (leave func(), err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r.mu.Lock()
	return r.mu.Unlock, nil
}
