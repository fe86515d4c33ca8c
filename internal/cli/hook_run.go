package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/hooks"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// skipVariable names checks that hooks leave out, or "all".
const skipVariable = "SENTINEL_SKIP"

// runHook is what an installed hook does. Its report goes to standard error, where git itself sends what hooks print
// for all of them but pre-push; `git push --porcelain` has its standard output to itself.
func (inv *invocation) runHook(c *cli.Context, words []string) error {
	inv.stdout = inv.stderr
	words = append(slices.Clone(words), inv.paths...)
	inv.paths = nil
	if len(words) == 0 {
		return finding.Usagef("sentinel can be these: "+strings.Join(hooks.Names(), ", "), "name the hook to run")
	}
	if !slices.Contains(hooks.Names(), words[0]) {
		return unknownHook(words[0])
	}
	hook, args := words[0], words[1:]
	if path := os.Getenv(hooks.ProofVariable); path != "" {
		return hooks.GiveProof(path, hook)
	}
	stdin := inv.stdin
	if hook == hooks.PrePush {
		text, err := inv.hookInput(c)
		if err != nil {
			return err
		}
		stdin, inv.stdin = bytes.NewReader(text), bytes.NewReader(text)
	}
	if done, err := inv.runChained(c, hook, args, stdin); done || err != nil {
		return err
	}
	return inv.judgeHook(c, hook, args)
}

// hookInput reads what git tells a pre-push hook, for two: the hook that ours replaced, and ourselves.
func (inv *invocation) hookInput(c *cli.Context) ([]byte, error) {
	if isTerminal(inv.stdin) {
		return nil, finding.Usagef("to check a branch by hand: sentinel check --base REF",
			"a pre-push hook reads on standard input what git pushes, and that is a terminal")
	}
	text, err := inv.readStdin(c.Context)
	if err == nil && len(text) == 0 && os.Getenv("PRE_COMMIT") != "" {
		return nil, finding.Unfinishedf("install the pre-push hook beside it: sentinel hooks install pre-push",
			"pre-commit does not pass on what is being pushed, so nothing was looked at")
	}
	return text, err
}

// runChained runs the replaced hook first. done says that it failed, and that its exit code is the answer.
func (inv *invocation) runChained(c *cli.Context, hook string, args []string, stdin io.Reader) (done bool, err error) {
	if !c.IsSet("from") {
		return false, nil
	}
	path, code, err := hooks.RunChained(c.Context, hooks.Call{
		Hook: hook, From: c.String("from"), Args: args, Stdin: stdin, Stdout: inv.stderr, Stderr: inv.stderr,
	})
	if err != nil || code == 0 {
		return false, err
	}
	inv.code = code
	_, err = fmt.Fprintf(inv.stderr, "sentinel: %s failed with exit code %d, so nothing else was looked at\n",
		finding.Printable(keptName(path)), code)
	return true, err
}

// judgeHook runs the checks that are not skipped.
func (inv *invocation) judgeHook(c *cli.Context, hook string, args []string) error {
	if hook == hooks.CommitMsg {
		return readMessage(args)
	}
	spec, err := inv.hookScope(hook, args)
	if err != nil {
		return err
	}
	req := engine.Request{Dir: ".", Hook: true, Scope: spec, Version: version(), CacheDir: cacheDir()}
	if err := setPolicy(c, &req); err != nil {
		return err
	}
	if skipped, err := inv.skip(&req); skipped || err != nil {
		return err
	}
	outputs, err := parseReports(nil, "")
	if err != nil {
		return err
	}
	shown, err := inv.display(c)
	if err != nil {
		return err
	}
	return inv.judge(c.Context, req, outputs, shown)
}

func (inv *invocation) hookScope(hook string, args []string) (change.Spec, error) {
	if hook == hooks.PreCommit {
		return change.Spec{Kind: finding.ScopeStaged}, nil
	}
	if len(args) == 0 {
		return change.Spec{}, finding.Usagef(`pass on what git gave the hook: sentinel hooks run pre-push -- "$@"`,
			"a pre-push hook is told the remote, and was not")
	}
	spec := change.Spec{Kind: finding.ScopePush, Remote: args[0]}
	var err error
	if spec.Push, err = git.ParsePush(inv.stdin); err != nil {
		return spec, finding.Usagef("", "standard input: %w", err)
	}
	return spec, nil
}

// skip leaves out the checks that the environment names, and prints them: a hook that looked at nothing must not look
// like one that found nothing. nothing says that no check is left.
func (inv *invocation) skip(req *engine.Request) (nothing bool, err error) {
	value := os.Getenv(skipVariable)
	if value == "" {
		return false, nil
	}
	skipped, err := parseSkip(value)
	if err != nil || len(skipped) == 0 {
		return false, err
	}
	if len(req.Checks) == 0 {
		for _, c := range all.Checks() {
			if !c.OnRequest {
				req.Checks = append(req.Checks, c.Name)
			}
		}
	}
	req.Checks = slices.DeleteFunc(slices.Clone(req.Checks), func(name string) bool { return slices.Contains(skipped, name) })
	what := strings.Join(skipped, ", ")
	if len(req.Checks) == 0 {
		what = "all checks, so nothing was looked at"
	}
	_, err = fmt.Fprintf(inv.stderr, "sentinel: skipped %s (%s=%s)\n", what, skipVariable, finding.Printable(value))
	return len(req.Checks) == 0, err
}

// parseSkip gives the names of checks in a list with commas.
func parseSkip(value string) ([]string, error) {
	var skipped []string
	for _, name := range strings.Split(value, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "all":
			return checkNames(), nil
		case slices.Contains(checkNames(), name):
			skipped = append(skipped, name)
		case name != "":
			return nil, finding.Usagef("the checks are: "+strings.Join(checkNames(), ", ")+"; or write all",
				"%s names %q, which is no check", skipVariable, name)
		}
	}
	return skipped, nil
}

// readMessage sees to it that the file of a commit-msg hook is there. No check reads messages yet.
func readMessage(args []string) error {
	if len(args) != 1 {
		return finding.Usagef(`pass on what git gave the hook: sentinel hooks run commit-msg -- "$@"`,
			"a commit-msg hook is told one file, not %d", len(args))
	}
	if _, err := readLimited(args[0], messageLimit); err != nil {
		return finding.Unfinishedf("", "read the commit message: %w", err)
	}
	return nil
}

// messageLimit is more than any commit message, and little enough to be read whole.
const messageLimit = 16 << 20
