package change

import (
	"errors"
	"fmt"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// named is how many names a message lists before it counts the rest.
const named = 5

// diagnose says what is special about the repository's state, in a fixed order.
func (c *Change) diagnose(all taken) []finding.Diagnostic {
	info := c.repo.Info()
	var out []finding.Diagnostic
	warn := func(code finding.DiagnosticCode, hint, format string, args ...any) {
		out = append(out, finding.Diagnostic{Code: code, Severity: finding.SeverityWarning, Message: fmt.Sprintf(format, args...), Hint: hint})
	}
	if info.Head == "" {
		warn(finding.WarnNoCommits, "", "branch %s has no commit yet", finding.Printable(shortRef(info.HeadRef)))
	}
	if info.HeadRef == "" {
		warn(finding.WarnDetachedHead, "", "HEAD is detached at %s", short(info.Head))
	}
	if paths := conflicts(all.Unstaged); len(paths) > 0 {
		warn(finding.WarnUnmerged, "resolve them and git add them", "merge conflicts in %s", names(paths))
	}
	if c.hasSubmodules(all) {
		warn(finding.WarnSubmodules, "run it inside each of them", "the repository has submodules, which are not looked into")
	}
	if all.RenamesLimited {
		warn(finding.WarnRenamesLimited, "", "too many files differ to look for all renames and copies; some show as deleted and added")
	}
	if paths := filtered(all); len(paths) > 0 {
		warn(finding.WarnFiltered, "", "whether %s differ depends on a filter, which is never run", names(paths))
	}
	if len(all.Hidden) > 0 {
		var paths []string
		for _, d := range all.Hidden {
			paths = append(paths, d.Path())
		}
		warn(finding.WarnHidden, "git update-index --no-assume-unchanged or --no-skip-worktree shows them",
			"git was told to take %s for unchanged, and they differ", names(paths))
	}
	for _, u := range info.Unverified {
		warn(finding.WarnUnverified, "", "%s", strings.TrimSuffix(u, "."))
	}
	if len(info.Inert) > 0 {
		warn(finding.WarnNeutralised, "", "the repository's own git configuration names commands, none of which was run: %s", strings.Join(info.Inert, ", "))
	}
	return out
}

// filtered are the paths of the change that may only differ because a filter was not run.
func filtered(all taken) []string {
	var paths []string
	for _, d := range all.Unstaged {
		if all.Filtered[d.New.Path] != "" {
			paths = append(paths, d.New.Path)
		}
	}
	return paths
}

func conflicts(list []git.Delta) []string {
	var paths []string
	for _, d := range list {
		if d.Status == 'U' {
			paths = append(paths, d.Path())
		}
	}
	return paths
}

// hasSubmodules reports whether the repository has any, or a change has one in it.
func (c *Change) hasSubmodules(all taken) bool {
	for _, list := range [][]git.Delta{all.Committed, all.Staged, all.Unstaged} {
		for _, d := range list {
			if d.Old.Mode == git.ModeSubmodule || d.New.Mode == git.ModeSubmodule {
				return true
			}
		}
	}
	_, err := c.repo.ReadWorktree(".gitmodules", 0)
	return err == nil || errors.Is(err, git.ErrTooLarge)
}

// names lists a few paths and counts the rest.
func names(paths []string) string {
	var shown []string
	for _, p := range paths[:min(len(paths), named)] {
		shown = append(shown, finding.Printable(p))
	}
	text := strings.Join(shown, ", ")
	if left := len(paths) - len(shown); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
