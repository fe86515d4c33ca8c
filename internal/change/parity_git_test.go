package change

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/gittest"
)

// entry is one path of a list, as text for a message and to compare: its status is in the words of a review.
type entry struct {
	path, status, from, score string
}

// lists are git's four, each sorted by path.
type lists map[finding.Section][]entry

// status is the list of what git status says of tracked files.
const status finding.Section = "git status"

// words are the letters of git-diff(1) in the words of a review.
var words = map[byte]string{
	'A': "added", 'M': "modified", 'D': "deleted", 'R': "renamed", 'C': "copied", 'T': "typechange", 'U': "unmerged",
}

// listsOfGit asks git itself, in its own words and not by the parsers that are tested. base is what HEAD is compared
// with since they parted; "" leaves that list out.
func listsOfGit(r *gittest.Repo, base string, way gittest.Difference) (lists, error) {
	ask := func(args ...string) ([]string, error) {
		out, err := r.Execute(r.Env(way.Env...), "", args...)
		if err != nil || out == "" {
			return nil, err
		}
		return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"), nil
	}
	diff := append([]string{"diff", "--name-status", "-z", "-M", "-C"}, way.Flags...)
	all := lists{}
	fields, err := ask(append([]string{"status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"}, way.Flags...)...)
	if err != nil {
		return nil, err
	}
	all[status], all[finding.Untracked] = trackedIn(fields)
	commands := map[finding.Section][]string{
		finding.Staged:   append(slices.Clone(diff), "--cached"),
		finding.Unstaged: diff,
	}
	if base != "" {
		bases, err := ask("merge-base", base, "HEAD")
		if err != nil {
			return nil, err
		}
		commands[finding.Committed] = append(slices.Clone(diff), strings.TrimSuffix(bases[0], "\n"), "HEAD")
	}
	for section, command := range commands {
		fields, err := ask(command...)
		if err != nil {
			return nil, err
		}
		var misprinted bool
		if all[section], misprinted = namesAndStatuses(fields); !misprinted {
			continue
		}
		if fields, err = ask(append(slices.Clone(command), "--no-renames")...); err != nil {
			return nil, err
		}
		all[section] = corrected(all[section], fields)
	}
	return all, nil
}

// trackedIn are the paths of git status --porcelain=v2 -z: the tracked ones with a status for each of both lists,
// and the untracked ones.
func trackedIn(fields []string) (tracked, untracked []entry) {
	for _, text := range fields {
		switch text[0] {
		case '1':
			f := strings.SplitN(text, " ", 9)
			for side, letter := range f[1] {
				if letter != '.' {
					tracked = append(tracked, entry{path: f[8], status: sides[side] + " " + words[byte(letter)]})
				}
			}
		case 'u':
			tracked = append(tracked, entry{path: strings.SplitN(text, " ", 11)[10], status: "unmerged"})
		case '?':
			untracked = append(untracked, entry{path: text[2:], status: "untracked"})
		}
	}
	slices.SortFunc(tracked, inOrder)
	return tracked, untracked
}

// sides are the lists of the two letters in git status.
var sides = []string{"staged", "unstaged"}

// inStatus is an inventory as git status has it that looks for no renames, and has a conflict in one list only.
func inStatus(changes finding.Changes) []entry {
	var all []entry
	for side, list := range [][]finding.PathChange{changes.Staged, changes.Unstaged} {
		for _, e := range entriesOf(list) {
			switch e.status {
			case "unmerged":
				if side == 1 {
					all = append(all, e)
				}
			case "renamed":
				all = append(all, entry{path: e.from, status: sides[side] + " deleted"}, entry{path: e.path, status: sides[side] + " added"})
			case "copied":
				all = append(all, entry{path: e.path, status: sides[side] + " added"})
			default:
				all = append(all, entry{path: e.path, status: sides[side] + " " + e.status})
			}
		}
	}
	slices.SortFunc(all, inOrder)
	return all
}

// agreed is what git status says, without the files that git diff finds nothing changed in. Where line endings or the
// like are converted, status goes by the size of a file alone, and diff compares the content.
func agreed(all lists) []entry {
	return slices.DeleteFunc(slices.Clone(all[status]), func(e entry) bool {
		return e.status == "unstaged modified" && !slices.Contains(all[finding.Unstaged], entry{path: e.path, status: "modified"})
	})
}

func inOrder(a, b entry) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.status, b.status))
}

// namesAndStatuses reads git diff --name-status -z. A conflict is one entry, whatever else git says of its path.
// Git takes the file of a conflict for a new one, and may find that it was renamed: then it prints the conflict with a
// score, and under the path that it was renamed from. That is a misprint.
func namesAndStatuses(fields []string) (list []entry, misprinted bool) {
	byPath := map[string]entry{}
	for i := 0; i < len(fields); i += 2 {
		letter := fields[i][0]
		e := entry{path: fields[i+1], status: words[letter]}
		switch {
		case letter == 'R' || letter == 'C':
			score, _ := strconv.Atoi(fields[i][1:]) // "086"
			e.from, e.score, e.path = e.path, strconv.Itoa(score), fields[i+2]
			i++
		case letter == 'U' && fields[i] != "U":
			misprinted = true
			e.status = misprint
		}
		if byPath[e.path].status != "unmerged" {
			byPath[e.path] = e
		}
	}
	for _, e := range byPath {
		list = append(list, e)
	}
	slices.SortFunc(list, inOrder)
	return list, misprinted
}

const misprint = "misprint"

// corrected puts what is misprinted as it is without a search for renames: the conflicts and what they were thought to
// be renamed from.
func corrected(list []entry, fields []string) []entry {
	without, _ := namesAndStatuses(fields)
	var missing []entry
	for _, e := range without {
		i := slices.IndexFunc(list, func(o entry) bool { return o.path == e.path })
		switch {
		case i >= 0 && (list[i].status == misprint || e.status == "unmerged"):
			list[i] = e
		case i < 0 && e.status == "unmerged":
			missing = append(missing, e)
		}
	}
	list = append(list, missing...)
	slices.SortFunc(list, inOrder)
	return list
}

// entriesOf are a section's paths in the same form.
func entriesOf(section []finding.PathChange) []entry {
	var list []entry
	for _, p := range section {
		e := entry{path: p.Path, status: string(p.Status), from: p.OrigPath}
		if p.Score != nil {
			e.score = strconv.Itoa(*p.Score)
		}
		list = append(list, e)
	}
	return list
}

// unionOf is one row for each path: the status that counts first, and the sections in canonical order.
func unionOf(all lists) []string {
	first := []string{"unmerged", "deleted", "untracked", "renamed", "copied", "added", "typechange", "modified"}
	statuses := map[string][]string{}
	sections := map[string][]string{}
	for _, section := range []finding.Section{"committed", "staged", "unstaged", "untracked"} {
		for _, e := range all[section] {
			statuses[e.path] = append(statuses[e.path], e.status)
			sections[e.path] = append(sections[e.path], string(section))
		}
	}
	var paths []string
	for path := range statuses {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var rows []string
	for _, path := range paths {
		i := slices.IndexFunc(first, func(s string) bool { return slices.Contains(statuses[path], s) })
		rows = append(rows, fmt.Sprintf("%q %s %v", path, first[i], sections[path]))
	}
	return rows
}
