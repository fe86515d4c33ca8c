package git

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	noID  = "0000000000000000000000000000000000000000"
	large = 64 << 20
)

// agreement compares the answers of an open repository with those of git itself, which is asked with a few variables
// more.
func agreement(f *fixture, r Repository, env ...string) {
	f.Helper()
	before := snapshot(f, f.Dir)
	got := collect(f, r)
	if after := snapshot(f, f.Dir); after != before {
		f.Errorf("the repository was written: %s", firstDifference(before, after))
	}
	want := gitAnswers(f, env...)
	equalLists(f, "staged", got.staged, want.staged)
	equalLists(f, "status", got.status, want.status)
	equalLists(f, "files", got.files, want.files)
	equalLists(f, "committed", got.committed, want.committed)
	sameBlobs(f, r)
}

// answers are one side's, each list as lines of text.
type answers struct{ staged, status, files, committed []string }

// collect gets the answers of what is tested.
func collect(f *fixture, r Repository) answers {
	f.Helper()
	var a answers
	ctx := context.Background()
	deltas, err := r.DiffIndex(ctx)
	f.Must(err)
	inOrder(f, deltas)
	a.staged = rawLines(deltas)
	entries, err := r.Files(ctx, "")
	f.Must(err)
	for _, e := range entries {
		a.files = append(a.files, fmt.Sprintf("%s %s %q", e.Mode, e.OID, e.Path))
	}
	if !r.Info().Bare {
		status, err := r.Status(ctx)
		f.Must(err)
		inOrder(f, status.Staged)
		inOrder(f, status.Unstaged)
		a.status = statusLines(status)
	}
	head, err := r.Resolve(ctx, "HEAD")
	if err != nil {
		return a
	}
	parents, err := r.Parents(ctx, head)
	f.Must(err)
	if len(parents) == 0 {
		return a
	}
	if has, err := r.Has(ctx, parents[0]); err != nil || !has {
		f.Must(err)
		return a
	}
	deltas, err = r.DiffTrees(ctx, parents[0], head)
	f.Must(err)
	a.committed = rawLines(deltas)
	return a
}

// gitAnswers gets git's own answers, in the words of its documentation and not by the parsers that are tested.
func gitAnswers(f *fixture, env ...string) answers {
	f.Helper()
	ask := func(args ...string) string {
		f.Helper()
		out, err := f.Execute(f.Env(env...), "", args...)
		f.Must(err)
		return out
	}
	var a answers
	similar := []string{"--raw", "-z", "--no-abbrev", "--find-renames=50%", "--find-copies=50%", "--ignore-submodules=dirty"}
	a.staged = rawFields(ask(append([]string{"diff", "--cached"}, similar...)...))
	if _, err := f.Try("cat-file", "-e", "HEAD^^{tree}"); err == nil {
		a.committed = rawFields(ask(append(append([]string{"diff-tree", "-r"}, similar...), "HEAD^", "HEAD")...))
	}
	seen := map[string]bool{}
	for _, field := range fields(ask("ls-files", "-s", "-z", "--full-name", ":/")) {
		head, path, _ := strings.Cut(field, "\t")
		p := strings.Fields(head)
		if !seen[path] && p[2] == "0" {
			a.files = append(a.files, fmt.Sprintf("%s %s %q", p[0], p[1], path))
			seen[path] = true
		}
	}
	a.files = append(a.files, conflictLines(f)...)
	if out, err := f.Execute(f.Env(env...), "", "status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=dirty", "--find-renames=50%"); err == nil {
		a.status = porcelainLines(fields(out))
	}
	return a
}

// conflictLines are the entries that Files gives for conflicts: ours, else theirs, else the ancestor's.
func conflictLines(f *fixture) []string {
	stages := map[string]map[string]string{}
	for _, field := range fields(f.Git("ls-files", "-u", "-z", "--full-name")) {
		head, path, _ := strings.Cut(field, "\t")
		p := strings.Fields(head)
		if stages[path] == nil {
			stages[path] = map[string]string{}
		}
		stages[path][p[2]] = fmt.Sprintf("%s %s %q", p[0], p[1], path)
	}
	var list []string
	for _, s := range stages {
		for _, stage := range []string{"2", "3", "1"} {
			if s[stage] != "" {
				list = append(list, s[stage])
				break
			}
		}
	}
	return list
}

func fields(out string) []string {
	if out == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
}

// rawFields makes one line of each change in git's raw format. A conflict is one change, whatever else git says of it.
func rawFields(out string) []string {
	all := fields(out)
	byPath := map[string]string{}
	var list []string
	for i := 0; i < len(all); {
		n := 1
		status := strings.Fields(all[i])[4]
		if status[0] == 'R' || status[0] == 'C' {
			n = 2
		}
		path := all[i+n]
		if byPath[path] != "U" {
			list = append(list, fmt.Sprintf("%s %q", all[i], all[i+1:i+1+n]))
		}
		byPath[path] = status
		i += 1 + n
	}
	return list
}

// rawLines writes deltas as rawFields does.
func rawLines(deltas []Delta) []string {
	var list []string
	for _, d := range deltas {
		paths, status := []string{d.Path()}, string(rune(d.Status))
		if d.Status == 'R' || d.Status == 'C' {
			paths = []string{d.Old.Path, d.New.Path}
			status += fmt.Sprintf("%03d", d.Score)
		}
		list = append(list, fmt.Sprintf(":%s %s %s %s %s %q", modeText(d.Old), modeText(d.New), idText(d.Old, d), idText(d.New, d), status, paths))
	}
	return list
}

func modeText(e Entry) string {
	if e.Mode == "" {
		return "000000"
	}
	return string(e.Mode)
}

func idText(e Entry, d Delta) string {
	if e.OID != "" {
		return string(e.OID)
	}
	return strings.Repeat("0", max(len(d.Old.OID), len(d.New.OID), len(noID)))
}

// porcelainLines makes of git status a line for each letter: list, letter, path and where it was.
func porcelainLines(all []string) []string {
	var list []string
	for i := 0; i < len(all); i++ {
		switch text := all[i]; text[0] {
		case '1':
			p := strings.SplitN(text, " ", 9)
			list = append(list, letterLines(p[1], p[8], "", p[3:8])...)
		case '2':
			p := strings.SplitN(text, " ", 10)
			i++
			list = append(list, letterLines(p[1], p[9], all[i], p[3:8])...)
		case 'u':
			list = append(list, fmt.Sprintf("unstaged U %q", strings.SplitN(text, " ", 11)[10]))
		case '?':
			list = append(list, fmt.Sprintf("untracked %q", text[2:]))
		}
	}
	return list
}

func letterLines(letters, path, from string, sides []string) []string {
	var list []string
	for i, name := range []string{"staged", "unstaged"} {
		switch letter := letters[i]; letter {
		case '.':
		case 'R', 'C':
			list = append(list, fmt.Sprintf("%s %c %q from %q", name, letter, path, from))
		default:
			list = append(list, fmt.Sprintf("%s %c %q %s->%s", name, letter, path, sides[i], sides[i+1]))
		}
	}
	return list
}

// statusLines writes a status as porcelainLines does.
func statusLines(s WorktreeStatus) []string {
	var list []string
	for _, part := range []struct {
		name   string
		deltas []Delta
	}{{"staged", s.Staged}, {"unstaged", s.Unstaged}} {
		for _, d := range part.deltas {
			switch d.Status {
			case 'U':
				list = append(list, fmt.Sprintf("%s U %q", part.name, d.Path()))
			case 'R', 'C':
				list = append(list, fmt.Sprintf("%s %c %q from %q", part.name, d.Status, d.New.Path, d.Old.Path))
			default:
				list = append(list, fmt.Sprintf("%s %c %q %s->%s", part.name, d.Status, d.Path(), modeText(d.Old), modeText(d.New)))
			}
		}
	}
	for _, e := range s.Untracked {
		list = append(list, fmt.Sprintf("untracked %q", e.Path))
	}
	return list
}

// sameBlobs compares the content of what is staged with git's.
func sameBlobs(f *fixture, r Repository) {
	f.Helper()
	deltas, err := r.DiffIndex(context.Background())
	f.Must(err)
	for _, d := range deltas {
		for _, e := range []Entry{d.Old, d.New} {
			if e.OID == "" || e.Mode == ModeSubmodule {
				continue
			}
			got, err := r.ReadObject(context.Background(), e.OID, large)
			f.Must(err)
			if want := f.Answer("cat-file", "blob", string(e.OID)); !bytes.Equal(got, []byte(want)) {
				f.Errorf("content of %s (%s) is not git's", e.Path, e.OID)
			}
		}
	}
}

// inOrder sees that a list is sorted by path bytes.
func inOrder(t testing.TB, list []Delta) {
	t.Helper()
	if !slices.IsSortedFunc(list, func(a, b Delta) int { return strings.Compare(a.Path(), b.Path()) }) {
		t.Errorf("not sorted by path: %v", list)
	}
}
