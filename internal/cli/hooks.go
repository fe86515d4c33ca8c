package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/hooks"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
)

const hooksHelp = `  sentinel hooks install              pre-commit and pre-push, in this clone
  sentinel hooks install pre-commit   only that one
  sentinel hooks uninstall            and everything is as it was before
  sentinel hooks status               which hooks git would run here
  sentinel hooks run pre-commit       what the hook does, for hook managers

pre-commit looks at exactly what is being committed, pre-push at what the remote
has not got yet; no check reads commit messages yet, so commit-msg is installed
only when it is named. Under a hook manager (husky, lefthook, pre-commit) let it
start sentinel, with the last of the lines above: it writes its own hooks anew.
Any other hook that is there already is kept in a folder beside the hooks folder
(hooks.sentinel-chained), runs first from there, and is put back by uninstall.
It keeps its name; the folder in its $0 is that one. All the work trees of a
repository share its hooks.

SENTINEL_SKIP=all skips the checks once, SENTINEL_SKIP=CHECK,... some of them;
what is skipped is printed. git's own --no-verify skips every hook.

Exit codes of status: 0 when a hook is installed and every installed one would
run, 1 when none is or one would not.
`

func (inv *invocation) hooksCommand() *cli.Command {
	return &cli.Command{
		Name:        "hooks",
		Usage:       "install, remove, show or run git hooks",
		ArgsUsage:   "install|uninstall|status|run [HOOK...] [flags]",
		Description: hooksHelp,
		HideHelp:    true,
		Flags: []cli.Flag{
			&cli.BoolFlag{Category: groupRun, Name: "force", Usage: "also where that changes more than this repository's own hooks"},
			&cli.StringFlag{Category: groupRun, Name: "from", Usage: "`FILE` with run: the hook of sentinel's that was started; what it replaced runs first"},
			&cli.StringFlag{Category: groupRun, Name: "C", Usage: "`DIR` run as if started there"},
		},
		OnUsageError: usageError,
		Action:       inv.hooks,
	}
}

func (inv *invocation) hooks(c *cli.Context) error {
	verbs := map[string]func(*cli.Context, []string) error{
		"install": inv.installHooks, "uninstall": inv.uninstallHooks, "status": inv.hookStatus, "run": inv.runHook,
	}
	verb, names := "", []string(nil)
	if len(inv.words) > 0 {
		verb, names = inv.words[0], inv.words[1:]
	}
	do, known := verbs[verb]
	switch {
	case !known:
		return unknownWord("hooks", verb, hookVerbs())
	case verb != "run" && len(inv.paths) > 0:
		return finding.Usagef("", "hooks %s takes nothing after --", verb)
	case verb != "run" && c.IsSet("from"):
		return finding.Usagef("", "--from only goes with hooks run")
	case verb == "run" && c.IsSet("C"):
		return finding.Usagef("", "hooks run is always about the current folder, where git starts hooks")
	case (verb == "run" || verb == "status") && c.IsSet("force"):
		return finding.Usagef("", "--force only goes with hooks install and hooks uninstall")
	}
	if verb != "run" {
		for _, name := range names {
			if !slices.Contains(hooks.Names(), name) {
				return unknownHook(name)
			}
		}
	}
	return do(c, names)
}

func hookVerbs() []string { return []string{"install", "uninstall", "status", "run"} }

func unknownHook(name string) error {
	hint := "sentinel can be these: " + strings.Join(hooks.Names(), ", ")
	if near := policy.Nearest(name, hooks.Names()); near != "" {
		hint = "did you mean " + near + "?"
	}
	return finding.Usagef(hint, "unknown hook %q", name)
}

// hooksFolder finds the hooks of the repository that dir is in.
func hooksFolder(ctx context.Context, dir string) (hooks.Folder, error) {
	repo, err := openRepository(ctx, dir)
	if err != nil {
		return hooks.Folder{}, err
	}
	folder, err := hooks.Find(ctx, repo)
	return folder, errors.Join(err, repo.Close())
}

func openRepository(ctx context.Context, dir string) (git.Repository, error) {
	repo, err := git.Open(ctx, git.Options{Dir: dir})
	if err != nil {
		return nil, finding.Unfinishedf("", "%w", err)
	}
	return repo, nil
}

func (inv *invocation) installHooks(c *cli.Context, names []string) error {
	if len(names) == 0 {
		names = hooks.Default()
	}
	folder, err := hooksFolder(c.Context, c.String("C"))
	if err != nil {
		return err
	}
	if err := folder.Allowed(c.Bool("force")); err != nil {
		return err
	}
	program, err := hooks.Program()
	if err != nil {
		return finding.Unfinishedf("", "find this program: %w", err)
	}
	return inv.eachHook(folder, names, func(name string) (hooks.Change, error) {
		change, aside, err := folder.Install(name, program, c.Bool("force"))
		if aside != "" {
			inv.say("%s: the hook that was kept before is another one, and nothing runs it any more; it is now %s", name, fromHere(aside))
		}
		return change, err
	})
}

func (inv *invocation) uninstallHooks(c *cli.Context, names []string) error {
	folder, err := hooksFolder(c.Context, c.String("C"))
	if err != nil {
		return err
	}
	if folder.Off != "" {
		return finding.Usagef("", "%s", folder.Off)
	}
	if len(names) == 0 {
		names = present(folder)
	}
	return inv.eachHook(folder, names, func(name string) (hooks.Change, error) {
		change, err := folder.Uninstall(name, c.Bool("force"))
		if err != nil {
			return "", err
		}
		aside, err := folder.Aside(name)
		for _, path := range aside {
			inv.say("%s: %s, which an earlier install set aside, is kept still; delete it if it is not wanted", name, fromHere(path))
		}
		return change, err
	})
}

// present are the hooks that are there at all.
func present(folder hooks.Folder) []string {
	return slices.DeleteFunc(hooks.Names(), func(name string) bool {
		h, err := folder.Look(name)
		return err == nil && h.State == hooks.Absent && h.Chained == "" && len(h.Displaced) == 0
	})
}

// eachHook does something to each hook, says what, and goes on after an error: one hook that is in the way should
// not keep the others from being what they were asked to be.
func (inv *invocation) eachHook(folder hooks.Folder, names []string, do func(string) (hooks.Change, error)) error {
	if len(names) == 0 {
		inv.say("there are no hooks in %s", folder.Path)
	}
	var failures []error
	for _, name := range names {
		change, err := do(name)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		inv.say("%s: %s", name, changeText(change, fromHere(filepath.Join(folder.Path, name))))
	}
	return joinFailures(failures)
}

// joinFailures keeps every failure's own words, and the exit code of the first.
func joinFailures(failures []error) error {
	if len(failures) < 2 {
		return errors.Join(failures...)
	}
	joined := &finding.Failure{Exit: finding.ExitOf(failures[0])}
	var texts, hints []string
	for _, err := range failures {
		texts = append(texts, err.Error())
		if f := (*finding.Failure)(nil); errors.As(err, &f) && f.Hint != "" && !slices.Contains(hints, f.Hint) {
			hints = append(hints, f.Hint)
		}
	}
	joined.Err, joined.Hint = errors.New(strings.Join(texts, "; ")), strings.Join(hints, "; ")
	return joined
}

// fromHere is a path as seen from the current folder, where that is shorter. Git gives paths without symbolic links,
// and the shell may have come here through one.
func fromHere(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	for _, from := range []string{here, withoutLinks(here)} {
		if rel, err := filepath.Rel(from, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

func withoutLinks(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func changeText(change hooks.Change, path string) string {
	switch change {
	case hooks.Installed:
		return "installed as " + path
	case hooks.Chained:
		return "installed as " + path + "; the hook that was there runs first"
	case hooks.Repaired:
		return "renewed in " + path
	case hooks.Removed:
		return "removed from " + path
	case hooks.Restored:
		return "removed from " + path + "; the hook that was there before is back"
	case hooks.Left:
		return "left alone, it is not sentinel's: " + path
	case hooks.Cleared:
		return "left alone, it is not sentinel's: " + path + "; what an earlier install had left beside it is gone"
	}
	return "nothing to do"
}
