package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
)

func (inv *invocation) checkCommand() *cli.Command {
	return &cli.Command{
		Name:         "check",
		Usage:        "look at a change and say what its code can newly do",
		ArgsUsage:    "[CHECK...] [flags] [-- PATH...]",
		HideHelp:     true,
		Flags:        checkFlags(),
		OnUsageError: usageError,
		Action:       inv.check,
	}
}

// check runs the checks and writes the reports. It returns an error only where there is nothing to report;
// else inv.code holds the verdict.
func (inv *invocation) check(c *cli.Context) error {
	outputs, err := parseReports(c.StringSlice("report"), c.String("C"))
	if err != nil {
		return err
	}
	shown, err := inv.display(c)
	if err != nil {
		return err
	}
	release, err := startBudget(c)
	if err != nil {
		return err
	}
	defer release()
	req, err := inv.request(c)
	if err != nil {
		return err
	}
	if err := checkReviewed(outputs, req); err != nil {
		return err
	}
	err = inv.judge(c.Context, req, outputs, shown)
	if c.Bool("exit-zero") {
		inv.code = finding.ExitPassed
	}
	return err
}

// judge runs the engine and writes the reports.
func (inv *invocation) judge(ctx context.Context, req engine.Request, outputs []output, shown display) error {
	req.Documents = slices.ContainsFunc(outputs, output.wantsDocuments)
	req.LockDir = lockDir()
	inv.tellWaiting(&req, shown)
	finish := inv.showProgress(&req, shown)
	result, runErr := engine.Run(ctx, req, all.Checks())
	finish()
	if runErr != nil && !reportable(runErr) {
		return runErr
	}
	inv.code = result.Verdict.ExitCode
	if runErr != nil {
		printError(inv.stderr, runErr)
		shown.told = isTerminal(inv.stdout) && isTerminal(inv.stderr)
	}
	return inv.writeReports(ctx, outputs, result, shown)
}

// reportable says whether the engine gave a result beside its error, one that says the same: it does where
// something was tried.
func reportable(err error) bool {
	code := finding.ExitOf(err)
	return code == finding.ExitUnfinished || code == finding.ExitTimedOut
}

// request turns flags and words into what the engine runs.
func (inv *invocation) request(c *cli.Context) (engine.Request, error) {
	req := engine.Request{Dir: c.String("C"), Checks: inv.words, Version: version()}
	if req.Dir == "" {
		req.Dir = "."
	}
	for _, word := range inv.words {
		if !slices.Contains(checkNames(), word) {
			return req, unknownCheck(word, req.Dir)
		}
	}
	if err := setPolicy(c, &req); err != nil {
		return req, err
	}
	var err error
	if req.Limits, err = setLimits(c); err != nil {
		return req, err
	}
	if err = setValidations(c, &req.Validations); err != nil {
		return req, err
	}
	// Where the budget ended while standard input was waited for, the engine says so in a result.
	if req.Scope, err = inv.scope(c); err != nil && !errors.Is(err, engine.ErrBudget) {
		return req, err
	}
	req.Hook = startedByGit(req.Scope.Kind)
	if !c.Bool("no-cache") {
		req.CacheDir = cacheDir()
	}
	return req, nil
}

// cacheDir is where results are kept between runs, "" for nowhere.
func cacheDir() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "sentinel")
}

// startedByGit reports whether git runs us as a hook. Only there do its own variables say which index and
// repository are meant; elsewhere they are leftovers.
func startedByGit(kind finding.ScopeKind) bool {
	return (kind == finding.ScopeStaged || kind == finding.ScopePush) &&
		(os.Getenv("GIT_INDEX_FILE") != "" || os.Getenv("GIT_DIR") != "")
}

// startBudget starts the clock of --timeout, before anything is waited for.
func startBudget(c *cli.Context) (release func(), err error) {
	d, err := duration(c, "timeout")
	if err != nil || d == 0 {
		return func() {}, err
	}
	c.Context, release = engine.WithBudget(c.Context, d)
	return release, nil
}

// under is path as seen from dir. A separator at its end stays: it says that a folder is meant.
func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	joined := filepath.Join(dir, path)
	if path != "" && os.IsPathSeparator(path[len(path)-1]) {
		joined += string(filepath.Separator)
	}
	return joined
}
