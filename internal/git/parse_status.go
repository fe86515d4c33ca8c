package git

import (
	"fmt"
	"strings"
)

// statusReader reads the records of "git status --porcelain=v2 -z" as they come. They are described in git-status(1);
// each ends with the path, in which any byte but NUL may be.
type statusReader struct {
	// got is what was read, but for untracked paths, which are handed on.
	got       WorktreeStatus
	untracked func(Entry)
	begun     bool
	// renamed is a record whose second path comes next.
	renamed string
	// last is the untracked path before: git sorts them, and whoever is told of one relies on that.
	last string
}

// record reads one more record.
func (r *statusReader) record(text string) error {
	r.begun = true
	if r.renamed != "" {
		renamed := r.renamed
		r.renamed = ""
		return r.got.renamed(renamed, text)
	}
	if len(text) < 3 || text[1] != ' ' {
		return fmt.Errorf("%w: %q", errAnswer, clip(text))
	}
	switch text[0] {
	case '1':
		return r.got.ordinary(text)
	case '2':
		r.renamed = text
		return nil
	case 'u':
		return r.got.unmerged(text)
	case '?':
		return r.newPath(text[2:])
	case '#', '!':
		return nil
	}
	return fmt.Errorf("%w: %q", errAnswer, clip(text))
}

// newPath hands on an untracked path. A nested repository's ends in a slash.
func (r *statusReader) newPath(path string) error {
	if path <= r.last {
		return fmt.Errorf("%w: %q after %q", errAnswer, clip(path), clip(r.last))
	}
	r.last = path
	e := Entry{Path: path}
	if strings.HasSuffix(path, "/") {
		e.Mode = ModeSubmodule
	}
	r.untracked(e)
	return nil
}

// end is called after the last record, and gives what all of them said but for untracked paths.
func (r *statusReader) end() (WorktreeStatus, error) {
	if r.renamed != "" {
		return WorktreeStatus{}, fmt.Errorf("%w: a path is missing", errAnswer)
	}
	sortDeltas(r.got.Staged)
	sortDeltas(r.got.Unstaged)
	return r.got, nil
}

// ordinary reads "1 XY sub mH mI mW hH hI path".
func (s *WorktreeStatus) ordinary(text string) error {
	f := strings.SplitN(text, " ", 9)
	if len(f) != 9 || len(f[1]) != 2 || f[8] == "" {
		return fmt.Errorf("%w: %q", errAnswer, clip(text))
	}
	sides, err := parseSides(f[3:8], f[8])
	if err != nil {
		return err
	}
	return s.add(f[1], sides, 0, "")
}

// renamed reads "2 XY sub mH mI mW hH hI Xscore path", after which comes the path it was.
func (s *WorktreeStatus) renamed(text, from string) error {
	f := strings.SplitN(text, " ", 10)
	if len(f) != 10 || len(f[1]) != 2 || f[9] == "" || from == "" {
		return fmt.Errorf("%w: %q", errAnswer, clip(text))
	}
	sides, err := parseSides(f[3:8], f[9])
	if err != nil {
		return err
	}
	_, score, err := parseScore(f[8])
	if err != nil {
		return err
	}
	return s.add(f[1], sides, score, from)
}

// sides are a path in HEAD, in the index and on disk.
type sides struct{ head, index, disk Entry }

// parseSides reads "mH mI mW hH hI".
func parseSides(f []string, path string) (sides, error) {
	head, err := parseEntry(f[0], f[3], path)
	if err != nil {
		return sides{}, err
	}
	index, err := parseEntry(f[1], f[4], path)
	if err != nil {
		return sides{}, err
	}
	mode, err := parseMode(f[2])
	return sides{head, index, Entry{Path: path, Mode: mode}}, err
}

// add files the two letters of a path: X is HEAD against index, Y index against disk. from is where it was
// before a rename or copy, which may be that of X or of Y.
func (s *WorktreeStatus) add(letters string, p sides, score int, from string) error {
	for i, letter := range []byte(letters) {
		if letter == '.' {
			continue
		}
		d := Delta{Status: Status(letter), Old: p.head, New: p.index}
		if i == 1 {
			d.Old, d.New = p.index, p.disk
		}
		switch letter {
		case 'A':
			d.Old = Entry{}
		case 'D':
			d.New = Entry{}
		case 'R', 'C':
			if from == "" {
				return fmt.Errorf("%w: status %q without a first path", errAnswer, letters)
			}
			d.Old.Path, d.Score = from, score
		case 'M', 'T':
		default:
			return fmt.Errorf("%w: status %q", errAnswer, clip(letters))
		}
		if i == 0 {
			s.Staged = append(s.Staged, d)
		} else {
			s.Unstaged = append(s.Unstaged, d)
		}
	}
	return nil
}

// unmerged reads "u XY sub m1 m2 m3 mW h1 h2 h3 path". The old side is "ours", or else the common ancestor's.
func (s *WorktreeStatus) unmerged(text string) error {
	f := strings.SplitN(text, " ", 11)
	if len(f) != 11 || f[10] == "" {
		return fmt.Errorf("%w: %q", errAnswer, clip(text))
	}
	base, err := parseEntry(f[3], f[7], f[10])
	if err != nil {
		return err
	}
	old, err := parseEntry(f[4], f[8], f[10])
	if err != nil {
		return err
	}
	if old.Mode == "" {
		old = base
	}
	mode, err := parseMode(f[6])
	if err != nil {
		return err
	}
	s.Unstaged = append(s.Unstaged, Delta{Status: 'U', Old: old, New: Entry{Path: f[10], Mode: mode}})
	return nil
}
