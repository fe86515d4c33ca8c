package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

func (inv *invocation) versionCommand() *cli.Command {
	return &cli.Command{
		Name:     "version",
		Usage:    "say which sentinel and which git this is",
		HideHelp: true,
		Action:   inv.version,
	}
}

func (inv *invocation) version(c *cli.Context) error {
	if len(inv.words)+len(inv.paths) > 0 {
		return finding.Usagef("", "version takes no arguments")
	}
	_, err := fmt.Fprintf(inv.stdout, "sentinel %s\n%s %s/%s\n%s\n",
		version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, gitVersion(c.Context, "."))
	return err
}

// version is the module's version as the Go command recorded it: a tag, a commit, or "(devel)".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// gitVersion says which git would read a repository in a folder, and if none can, what that means.
func gitVersion(ctx context.Context, dir string) string {
	found, err := git.FindInstalled(ctx, dir)
	if err != nil {
		return "git: " + finding.Printable(err.Error())
	}
	return finding.Printable(fmt.Sprintf("git %s (%s), supported", found.Version, found.Path))
}
