package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/hooks"
	"sentinel/internal/finding"
	"sentinel/internal/git"
)

const doctorHelp = `It proves that the pre-commit hook runs sentinel: it adds a temporary linked work
tree, tries a commit there with the hooks of this one, and removes it again. No
branch, index or file of yours changes; a few unreachable objects stay until the
next git gc. It is the one command that makes git run hooks, those of other tools
included.

Exit codes: 0 when the pre-commit hook is proven to run sentinel, 1 when it does
not or that could not be found out.
`

func (inv *invocation) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:         "doctor",
		Usage:        "find out whether sentinel works here, and prove that its hook runs",
		ArgsUsage:    "[flags]",
		Description:  doctorHelp,
		HideHelp:     true,
		Flags:        []cli.Flag{&cli.StringFlag{Category: groupRun, Name: "C", Usage: "`DIR` run as if started there"}},
		OnUsageError: usageError,
		Action:       inv.doctor,
	}
}

// doctor prints a part as soon as it is known, so that what fails later does not hide it.
func (inv *invocation) doctor(c *cli.Context) error {
	if len(inv.words)+len(inv.paths) > 0 {
		return finding.Usagef("", "doctor takes no arguments")
	}
	dir := c.String("C")
	cache := cacheDir()
	if cache == "" {
		cache = "none, there is no folder for it"
	}
	inv.say("sentinel %s, %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	inv.say("%s", gitVersion(c.Context, dir))
	inv.say("cache: %s", cache)
	repo, err := openRepository(c.Context, dir)
	if err != nil {
		return err
	}
	inv.say("\nrepository: %s", repositoryText(repo.Info()))
	for _, doubt := range repo.Info().Unverified {
		inv.say("  not known: %s", doubt)
	}
	inv.say("\nconfiguration in force:")
	if err := inv.writeConfiguration(c.Context, dir); err != nil {
		inv.say("broken: %v", err)
	}
	return errors.Join(inv.examineHooks(c.Context, repo), repo.Close())
}

// say prints one line. What the repository says in it is made visible.
func (inv *invocation) say(format string, args ...any) {
	for line := range strings.Lines(fmt.Sprintf(format, args...) + "\n") {
		fmt.Fprintln(inv.stdout, finding.Printable(strings.TrimSuffix(line, "\n")))
	}
}

// repositoryText is a repository in one line: where it is, and what is special about it.
func repositoryText(info git.Info) string {
	place := info.Top
	if place == "" {
		place = info.GitDir
	}
	facts := []string{"read by " + info.Backend}
	for _, f := range []struct {
		is   bool
		name string
	}{
		{info.Bare, "bare"}, {info.Linked, "a linked work tree of " + info.CommonDir}, {info.Shallow, "shallow"},
		{info.Sparse, "sparse"}, {info.Partial, "a partial clone"}, {info.Head == "", "no commit yet"},
		{info.ObjectFormat != "sha1", info.ObjectFormat}, {info.Foreign != "", "owned by user " + info.Foreign},
	} {
		if f.is {
			facts = append(facts, f.name)
		}
	}
	return place + " (" + strings.Join(facts, "; ") + ")"
}

// examineHooks shows the hooks and proves that the one for commits runs.
func (inv *invocation) examineHooks(ctx context.Context, repo git.Repository) error {
	folder, err := hooks.Find(ctx, repo)
	if err != nil {
		return err
	}
	text, _, err := describeHooks(folder, hooks.Names())
	if err != nil {
		return err
	}
	fmt.Fprint(inv.stdout, "\n"+text)
	inv.code = finding.ExitBlocked
	proof, err := hooks.Prove(ctx, repo, folder)
	if err != nil {
		inv.say("not proven: %v", err)
		return err
	}
	if proof.Here == hooks.Live {
		inv.code = finding.ExitPassed
	}
	inv.say("%s", proofText(proof))
	return nil
}

func proofText(p hooks.Proof) string {
	text := map[hooks.Verdict]string{
		hooks.Live:    "proven: a commit made in a temporary work tree started sentinel",
		hooks.Dead:    "DEAD: a commit made in a temporary work tree did not start sentinel; install the hook with: sentinel hooks install",
		hooks.Unknown: "not proven: something else refused the commit before sentinel had its turn:",
	}[p.Here]
	if p.Here == hooks.Unknown {
		text += "\n  " + strings.ReplaceAll(p.Output, "\n", "\n  ")
	}
	switch p.Linked {
	case hooks.Live:
		text += "\nproven: so did one made in a new linked work tree, which has hooks of its own"
	case hooks.Dead:
		text += "\nDEAD: a new linked work tree has other hooks (core.hooksPath is relative), and they do not start sentinel"
	case hooks.Unknown:
		text += "\nnot proven: a new linked work tree has other hooks (core.hooksPath is relative), and they refused the commit"
	}
	return text
}
