package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
)

// comparison says what compare is to tell.
type comparison struct {
	// unstaged is whether Unstaged is wanted, with Filtered and Hidden.
	unstaged bool
	// asDiff gives the Unstaged list that "git diff -M -C" has, and not that of "git status": with copies, and without
	// files that are as before once line endings and the like are converted.
	asDiff bool
	// untracked is called for each untracked path; nil: not wanted.
	untracked func(Entry)
}

// Status compares HEAD, index and work tree.
func (r *programRepo) Status(ctx context.Context) (WorktreeStatus, error) {
	var untracked []Entry
	s, err := r.compare(ctx, comparison{unstaged: true, untracked: func(e Entry) {
		e.Mode = r.modeOnDisk(e.Path)
		untracked = append(untracked, e)
	}})
	s.Untracked = untracked
	return s, err
}

// compare runs git status, and settles what git cannot know without the filters.
func (r *programRepo) compare(ctx context.Context, c comparison) (WorktreeStatus, error) {
	if r.files == nil {
		return WorktreeStatus{}, errors.New("compare with the work tree: a bare repository has none")
	}
	for _, name := range []string{".gitignore", ".gitattributes"} {
		if err := checkRegular(filepath.Join(r.facts.top, name), textLimit); err != nil {
			return WorktreeStatus{}, err
		}
	}
	var hidden []Delta
	var failure error
	var wait sync.WaitGroup
	if c.unstaged {
		wait.Go(func() { hidden, failure = r.hidden(ctx) })
	}
	s, err := r.status(ctx, c)
	wait.Wait()
	if err != nil {
		return WorktreeStatus{}, fmt.Errorf("compare with the work tree: %w", r.unfetched(r.absent(ctx, err, r.facts.head), "git status"))
	}
	if failure != nil {
		return WorktreeStatus{}, failure
	}
	if !c.unstaged {
		s.Unstaged = nil
		return s, nil
	}
	s.Hidden = hidden
	if s.Unstaged, err = r.withDeleted(ctx, s.Unstaged); err != nil {
		return WorktreeStatus{}, err
	}
	if err := r.unfilter(ctx, &s); err != nil {
		return WorktreeStatus{}, err
	}
	if c.asDiff {
		s.Unstaged, err = r.converted(ctx, s.Unstaged)
	}
	return s, err
}

// status runs git status, and once more with exact renames only when a blob is not in this clone: git then fails
// before it says anything.
func (r *programRepo) status(ctx context.Context, c comparison) (WorktreeStatus, error) {
	reader, err := r.runStatus(ctx, c, half)
	if r.lacksContent(err) && !reader.begun {
		again, failure := r.runStatus(ctx, c, exact)
		if failure != nil {
			return WorktreeStatus{}, err
		}
		r.doubt(onlyExact)
		reader, err = again, nil
	}
	if err != nil {
		return WorktreeStatus{}, err
	}
	return reader.end()
}

func (r *programRepo) runStatus(ctx context.Context, c comparison, similarity string) (*statusReader, error) {
	reader := &statusReader{untracked: func(Entry) {}}
	renames, files := "true", "all"
	if c.asDiff {
		renames = "copies"
	}
	if c.untracked == nil {
		files = "no"
	} else {
		reader.untracked = c.untracked
	}
	err := r.stream(ctx, reader.record, "-c", "status.renames="+renames, "status", "--porcelain=v2", "-z",
		"--untracked-files="+files, "--ignored=no", "--ignore-submodules=dirty", "--no-ahead-behind",
		"--find-renames="+similarity)
	return reader, err
}

// modeOnDisk is the mode that "git add" would give a path. A nested repository would become a submodule.
func (r *programRepo) modeOnDisk(path string) Mode {
	if strings.HasSuffix(path, "/") {
		return ModeSubmodule
	}
	info, err := r.files.lstat(path)
	switch {
	case err != nil:
		return ModeRegular // it went away, or cannot be looked at: reading it will say which
	case info.Mode()&fs.ModeSymlink != 0:
		return ModeSymlink
	case info.Mode().Perm()&0o100 != 0 && r.trustsModes():
		return ModeExecutable
	}
	return ModeRegular
}

func (r *programRepo) trustsModes() bool {
	_, set := r.facts.config.last("core.filemode")
	return !set || r.facts.config.yes("core.filemode")
}

// unfilter settles the files that git calls modified only because no clean filter was run: an LFS file is
// compared with its pointer here, others are listed in Filtered.
func (r *programRepo) unfilter(ctx context.Context, s *WorktreeStatus) error {
	var suspects []string
	for _, d := range s.Unstaged {
		if d.Status == 'M' && d.New.Mode != ModeSubmodule && d.New.Mode != ModeSymlink {
			suspects = append(suspects, d.New.Path)
		}
	}
	if len(suspects) == 0 || len(r.filters) == 0 {
		return nil
	}
	filter, err := r.filterOf(ctx, suspects)
	if err != nil {
		return err
	}
	kept := s.Unstaged[:0]
	for _, d := range s.Unstaged {
		name := filter[d.New.Path]
		if name != "" && d.Status == 'M' {
			same, decided, err := r.unfiltered(ctx, d, name)
			if err != nil {
				return err
			}
			if same {
				continue
			}
			if !decided {
				if s.Filtered == nil {
					s.Filtered = map[string]string{}
				}
				s.Filtered[d.New.Path] = name
			}
		}
		kept = append(kept, d)
	}
	s.Unstaged = kept
	return nil
}

// unfiltered decides about one file: whether it is unchanged, and whether that is certain.
func (r *programRepo) unfiltered(ctx context.Context, d Delta, filter string) (same, decided bool, err error) {
	if filter != "lfs" {
		return false, false, nil
	}
	blob, err := r.ReadObject(ctx, d.Old.OID, pointerLimit)
	if errors.Is(err, ErrTooLarge) || errors.Is(err, ErrMissingObject) {
		return false, false, nil
	}
	if err != nil {
		return false, false, err
	}
	p, ok := parsePointer(blob)
	if !ok {
		return false, false, nil
	}
	same, err = r.files.smudged(d.New.Path, p)
	if err != nil {
		return false, false, nil // it cannot be read: it stays in the list, and reading it will say why
	}
	return same && d.Old.Mode == d.New.Mode, true, nil
}

// filterOf gives the configured filter driver of each path that has one.
func (r *programRepo) filterOf(ctx context.Context, paths []string) (map[string]string, error) {
	out, err := r.git(ctx, []byte(strings.Join(paths, "\x00")+"\x00"), "check-attr", "-z", "--stdin", "filter")
	if err != nil {
		return nil, fmt.Errorf("look up filters: %w", err)
	}
	all, err := parseAttributes(out)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, name := range r.filters {
		known[name] = true
	}
	for path, name := range all {
		if !known[name] {
			delete(all, path)
		}
	}
	return all, nil
}

// parseAttributes reads the output of "git check-attr -z" for one attribute: path NUL name NUL value NUL.
func parseAttributes(data []byte) (map[string]string, error) {
	fields, err := split(data)
	if err != nil || len(fields)%3 != 0 {
		return nil, fmt.Errorf("%w: attributes", errAnswer)
	}
	values := make(map[string]string, len(fields)/3)
	for i := 0; i < len(fields); i += 3 {
		values[fields[i]] = fields[i+2]
	}
	return values, nil
}
