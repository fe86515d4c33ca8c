package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// untrackedWalk looks for files that are neither in the index nor ignored. It does not enter ignored folders,
// submodules and nested repositories.
type untrackedWalk struct {
	repo    *libraryRepo
	ctx     context.Context
	tracked map[string]bool
	modules map[string]bool // submodules' folders
	found   []Entry
	unread  []string // folders that may not be listed
	odd     bool     // there are rules that go-git may take for others
}

// oddRules is what go-git's matching of names cannot promise.
const oddRules = "Ignore rules with backslashes, brackets or blanks at the end may count otherwise than for git."

func (r *libraryRepo) untracked(ctx context.Context, idx *index.Index) ([]Entry, error) {
	w := untrackedWalk{repo: r, ctx: ctx, tracked: make(map[string]bool, len(idx.Entries)), modules: map[string]bool{}}
	for _, e := range idx.Entries {
		w.tracked[e.Name] = true
		if e.Mode == filemode.Submodule {
			w.modules[e.Name] = true
		}
	}
	rules, err := w.excludeFile(filepath.Join(r.place.commonDir, "info", "exclude"))
	if err != nil {
		return nil, err
	}
	if err := w.folder("", rules); err != nil {
		return nil, err
	}
	if sentence := unreadSentence(w.unread); sentence != "" {
		r.doubt(sentence)
	}
	if w.odd {
		r.doubt(oddRules)
	}
	sortEntries(w.found)
	return w.found, nil
}

// excludeFile reads the repository's own ignore rules.
func (w *untrackedWalk) excludeFile(name string) ([]gitignore.Pattern, error) {
	text, err := readRegular(name, textLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return w.parseIgnore(text, nil), err
}

// parseIgnore reads the lines of an ignore file that lies in the folder domain.
func (w *untrackedWalk) parseIgnore(text []byte, domain []string) []gitignore.Pattern {
	var rules []gitignore.Pattern
	body := strings.TrimPrefix(string(text), "\ufeff")
	for line := range strings.SplitSeq(body, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line != "" && !strings.HasPrefix(line, "#") && strings.TrimSpace(line) != "" {
			w.odd = w.odd || strings.ContainsAny(line, `\[`) || strings.HasSuffix(line, " ")
			rules = append(rules, gitignore.ParsePattern(line, domain))
		}
	}
	return rules
}

// folder looks at one folder; rules are those of the folders above, and later ones win.
func (w *untrackedWalk) folder(dir string, rules []gitignore.Pattern) error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	rules, err := w.withOwn(dir, rules)
	if err != nil {
		return err
	}
	match := gitignore.NewMatcher(rules)
	list, err := w.list(dir)
	if errors.Is(err, fs.ErrPermission) {
		w.unread = append(w.unread, firstLines(clip(dir+"/"))) // git warns and goes on, too
		return nil
	}
	if err != nil {
		return err
	}
	for _, item := range list {
		name := path.Join(dir, item.Name())
		if item.Name() == ".git" || !item.IsDir() && w.tracked[name] || w.modules[name] {
			continue
		}
		if match.Match(strings.Split(name, "/"), item.IsDir()) {
			continue
		}
		if err := w.item(name, item, rules); err != nil {
			return err
		}
	}
	return nil
}

// list reads a folder, in the order it comes; fs.ReadDir would refuse names that are not UTF-8.
func (w *untrackedWalk) list(dir string) ([]fs.DirEntry, error) {
	f, err := w.repo.files.root.Open(filepath.FromSlash(path.Join(".", dir)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

// withOwn adds the rules of a folder's own .gitignore.
func (w *untrackedWalk) withOwn(dir string, rules []gitignore.Pattern) ([]gitignore.Pattern, error) {
	text, err := w.repo.files.read(path.Join(dir, ".gitignore"), textLimit)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotRegular) && w.isLink(path.Join(dir, ".gitignore")) {
		return rules, nil // git does not follow a link by that name either
	}
	if errors.Is(err, fs.ErrPermission) {
		w.unread = append(w.unread, firstLines(clip(path.Join(dir, ".gitignore")))) // git goes on without, too
		return rules, nil
	}
	if err != nil {
		return nil, err
	}
	var domain []string
	if dir != "" {
		domain = strings.Split(dir, "/")
	}
	return append(rules[:len(rules):len(rules)], w.parseIgnore(text, domain)...), nil
}

func (w *untrackedWalk) isLink(name string) bool {
	info, err := w.repo.files.lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// item files one thing that is not ignored.
func (w *untrackedWalk) item(name string, item fs.DirEntry, rules []gitignore.Pattern) error {
	switch {
	case item.IsDir():
		link := filepath.Join(w.repo.info.Top, filepath.FromSlash(name), ".git")
		if _, _, err := follow(link, w.repo.place.roots); err == nil || errors.Is(err, ErrOutsideRoot) {
			w.found = append(w.found, Entry{Path: name + "/", Mode: ModeSubmodule})
			return nil
		}
		return w.folder(name, rules)
	case item.Type()&fs.ModeSymlink != 0:
		w.found = append(w.found, Entry{Path: name, Mode: ModeSymlink})
	case item.Type().IsRegular():
		info, err := item.Info()
		if err != nil {
			return fmt.Errorf("%s: %w", name, withoutPath(err))
		}
		mode := ModeRegular
		if info.Mode().Perm()&0o100 != 0 && w.repo.trustsModes() {
			mode = ModeExecutable
		}
		w.found = append(w.found, Entry{Path: name, Mode: mode})
	}
	return nil
}
