package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
	"sentinel/internal/syntax"
)

// run is one run under way.
type run struct {
	change   *change.Change
	chosen   []*checks.Check
	files    []*checks.Check // the File checks among them
	readers  []*checks.Check // stand-ins for the Change checks that depend on the text of files
	policy   policy.Policy
	settings settings
	// policyFiles are the repository's files that the policy in force is read from.
	policyFiles []string
	// own is the repository's own configuration, as far as it counts; ownSource is where it is from.
	own       policy.Config
	ownSource string
	// gate is what the checks that act are handed, but for the change; tree is what they act on.
	gate        checks.Gate
	tree        workTree
	diagnostics []finding.Diagnostic
	cache       *cache
	report      func(done, total int)
	// ahead waits for the tree of proposed content that is being parsed, nil if none is.
	ahead func() (*syntax.Tree, error)
	// failed says that there is no change to run anything over.
	failed bool
}

// Run inspects what the request asks for with the checks of list that it names.
//
// A *finding.Failure with exit code 3 or 4 comes with a Result all the same, which holds the failure as a Fault, so
// that no report passes for a clean one. context.Canceled comes without one. A time budget is that of the context
// (see WithBudget).
func Run(ctx context.Context, req Request, list []*checks.Check) (finding.Result, error) {
	chosen, err := choose(list, req.Checks)
	if err != nil {
		return finding.Result{}, err
	}
	chosen = withValidations(list, chosen, req.Validations)
	err = context.Cause(ctx) // of a request that took the whole budget to make, nothing is looked at
	if err == nil {
		var out finding.Result
		if out, err = inspectAll(ctx, req, list, chosen); err == nil {
			return out, nil
		}
	}
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), ErrBudget) {
		return finding.Result{}, context.Cause(ctx)
	}
	return unfinished(ctx, req, chosen, err)
}

// ErrBudget is the cause of a context that WithBudget made, once the time is over.
var ErrBudget = errors.New("the time budget ended the run")

// WithBudget starts the clock of a time budget. It is the caller's to start, because what makes a Request may take
// time too: standard input comes when somebody writes it. Run tells its end from any other.
func WithBudget(ctx context.Context, budget time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, budget, ErrBudget)
}

// choose gives the checks with these names; for none, those that need no naming.
func choose(list []*checks.Check, names []string) ([]*checks.Check, error) {
	if len(names) == 0 {
		return slices.DeleteFunc(slices.Clone(list), func(c *checks.Check) bool { return c.OnRequest }), nil
	}
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	var chosen []*checks.Check
	var known []string
	for _, c := range list {
		known = append(known, c.Name)
		if wanted[c.Name] {
			chosen = append(chosen, c)
			delete(wanted, c.Name)
		}
	}
	for _, name := range names {
		if wanted[name] {
			return nil, finding.Usagef("the checks are: "+strings.Join(known, ", "), "there is no check %q", finding.Printable(name))
		}
	}
	return chosen, nil
}

func inspectAll(ctx context.Context, req Request, list, chosen []*checks.Check) (finding.Result, error) {
	if err := startable(req); err != nil {
		return finding.Result{}, err
	}
	ahead, wait := parseAhead(req, chosen)
	defer wait()
	repo, err := open(ctx, req)
	if err != nil {
		return finding.Result{}, err
	}
	if repo != nil {
		defer repo.Close()
	}
	c, err := change.Resolve(ctx, repo, req.Dir, names(req, chosen))
	if err != nil {
		return finding.Result{}, err
	}
	defer c.Close()
	r := &run{change: c, chosen: chosen, settings: settings{}, report: req.Progress, ahead: ahead}
	r.openCache(repo, req)
	if err := r.configure(ctx, req, list); err != nil {
		return finding.Result{}, err
	}
	if err := r.plan(req, repo); err != nil {
		return finding.Result{}, err
	}
	for _, check := range r.chosen {
		switch {
		case check.File != nil:
			r.files = append(r.files, check)
		case check.Match != nil:
			r.readers = append(r.readers, reader(check))
		}
	}
	all := r.look(ctx)
	if repo != nil { // what could not be verified may only have shown while reading
		c.Scope.Unverified = repo.Info().Unverified
	}
	result := r.assemble(ctx, req, KnownNames(list), all)
	if err := ctx.Err(); err != nil && !errors.Is(context.Cause(ctx), ErrBudget) {
		return finding.Result{}, err
	}
	r.cache.save()
	return result, nil
}

// names asks for what the chosen checks want of the change.
func names(req Request, chosen []*checks.Check) change.Spec {
	spec := req.Scope
	spec.NamesOnly, spec.Listed = true, req.limits().Files
	for _, c := range chosen {
		spec.Inventory = spec.Inventory || c.Inventory
		spec.NamesOnly = spec.NamesOnly && (c.Inventory || c.Gate != nil)
	}
	return spec
}

// openCache opens the cache, unless it lies in what is looked at: that must not be written into, and whoever writes
// it must not write what is taken for results.
func (r *run) openCache(repo git.Repository, req Request) {
	dir := req.CacheDir
	if repo != nil && dir != "" && repo.Info().Contains(dir) {
		r.warnf("the folder for results of earlier runs, %s, is inside the repository and is not used", finding.Printable(dir))
		dir = ""
	}
	for _, top := range filesTops(req.Scope) {
		if dir != "" && (git.Info{Top: top}).Contains(dir) {
			r.warnf("the folder for results of earlier runs, %s, is among the files that are looked at and is not used", finding.Printable(dir))
			dir = ""
		}
	}
	r.cache = newCache(dir, program())
}

// filesTops are the files and folders on disk that ScopeFiles looks at; none of another scope.
func filesTops(spec change.Spec) []string {
	if spec.Kind != finding.ScopeFiles || spec.OverlayText != nil {
		return nil
	}
	if len(spec.Paths) == 0 {
		return []string{spec.Root}
	}
	var tops []string
	for _, p := range spec.Paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(spec.Root, filepath.FromSlash(p))
		}
		tops = append(tops, p)
	}
	return tops
}

// reader stands for a Change check that depends on the text of files: it has them read, and says nothing.
func reader(c *checks.Check) *checks.Check {
	return &checks.Check{Name: c.Name, Match: c.Match, Binary: c.Binary, File: func(context.Context, *checks.File) error { return nil }}
}

// open finds the repository; an overlay may do without one, and files on disk do.
func open(ctx context.Context, req Request) (git.Repository, error) {
	if req.Scope.Kind == finding.ScopeFiles {
		return nil, nil
	}
	repo, err := git.Open(ctx, git.Options{Dir: req.Dir, Env: req.Env, Git: req.Git, HookEnv: req.Hook, Roots: req.Roots, Keeper: req.Keeper})
	switch {
	case err == nil:
		return repo, nil
	case errors.Is(err, git.ErrNotARepository) && req.Scope.Kind == finding.ScopeOverlay:
		return nil, nil
	case errors.Is(err, git.ErrNotARepository):
		return nil, finding.Unfinishedf("run it inside a git repository, or name one with -C DIR", "%w", err)
	}
	return nil, err
}

// program names the running program for the cache: another binary never reads its views.
func program() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s\x00%d\x00%d", path, info.Size(), info.ModTime().UnixNano())
}

// look inspects every file of the change.
func (r *run) look(ctx context.Context) []looked {
	out := make([]looked, len(r.change.Files))
	var done atomic.Int64
	parallel(len(out), func(i int) {
		out[i] = r.lookAt(ctx, r.change.Files[i])
		if r.report != nil {
			r.report(int(done.Add(1)), len(out))
		}
	})
	r.matchMoves(ctx, out)
	return out
}

// parallel calls f with 0 to n-1 on as many workers as there are processors.
func parallel(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// unfinished is the Result of a run that could not look at its change at all.
func unfinished(ctx context.Context, req Request, chosen []*checks.Check, err error) (finding.Result, error) {
	failure := failureOf(err)
	if ctx.Err() != nil {
		failure = &finding.Failure{Exit: finding.ExitTimedOut, Err: ErrBudget, Hint: "give it more with --timeout, or limit it to some paths"}
	}
	fault := finding.Fault{Code: finding.FaultGit, Message: finding.Printable(failure.Error())}
	switch failure.Exit {
	case finding.ExitUnfinished:
	case finding.ExitTimedOut:
		fault.Code = finding.FaultBudget
	default:
		return finding.Result{}, failure
	}
	if failure.Hint != "" {
		fault.Message += "; " + failure.Hint
	}
	c := &change.Change{Scope: finding.Scope{Kind: req.Scope.Kind, Description: "could not be looked at"}}
	c.Faults = append(c.Faults, fault)
	r := &run{change: c, chosen: chosen, policy: req.Policy, settings: settings{}, failed: true}
	result := r.assemble(ctx, req, policy.Known{}, nil)
	result.Diagnostics = []finding.Diagnostic{DiagnosticOf(failure)}
	result.Review = reviewOf(chosen, &result, nil, notRun(chosen, req.Validations), req.limits())
	return result, failure
}
