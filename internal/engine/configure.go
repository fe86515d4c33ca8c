package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
)

// configure lays the repository's own configuration under the request's policy. It is read from the commit that the
// change starts from: a change does not choose its own judge.
func (r *run) configure(ctx context.Context, req Request, list []*checks.Check) error {
	r.policy = req.Policy
	var config policy.Config
	var source string
	if !req.IgnoreRepository {
		var err error
		config, source, err = r.repositoryConfig(ctx, KnownNames(list))
		if broken := (*policy.ConfigError)(nil); errors.As(err, &broken) && r.change.NamesOnly && !req.Validations.AllowRepository {
			// It has no say in what is asked for, so it must not keep anybody from the answer.
			r.diagnostics = append(r.diagnostics, finding.Diagnostic{
				Code: finding.WarnRepositoryConfig, Severity: finding.SeverityWarning,
				Message: "the repository's configuration is broken and was not used: " + finding.Printable(broken.Error()),
			})
			err = nil
		}
		if err != nil {
			return err
		}
	}
	r.confine(&config, source, list)
	r.own, r.ownSource = config, source
	r.policy = r.policy.Add(config, source)
	if len(req.Checks) == 0 && len(config.Checks) > 0 {
		var err error
		if r.chosen, err = choose(list, config.Checks); err != nil {
			return err
		}
		r.chosen = withValidations(list, r.chosen, req.Validations)
		r.settings.use(source, "checks", fmt.Sprint(config.Checks))
	}
	path, from := req.Baseline, req.BaselineSource
	if path == "" {
		path, from = config.Baseline, source
	}
	if req.NoBaseline || path == "" || r.policy.BaselineSource != "" {
		return nil
	}
	return r.baseline(ctx, path, from)
}

// confine takes out of the repository's own configuration what is not for it to say: that a check runs which somebody
// has to ask for, and what it means when one fails that runs commands.
func (r *run) confine(config *policy.Config, source string, list []*checks.Check) {
	for _, c := range list {
		if i := slices.Index(config.Checks, c.Name); i >= 0 && c.OnRequest {
			config.Checks = slices.Delete(slices.Clone(config.Checks), i, i+1)
			r.warnf("%s asks for the check %s, which only the operator can; it is ignored", source, c.Name)
		}
		for _, rule := range c.Rules {
			if _, set := config.Rules[rule.ID]; set && c.Gate != nil {
				delete(config.Rules, rule.ID)
				r.warnf("%s sets the level of %s, which only the operator can; it is ignored", source, rule.ID)
			}
		}
	}
}

// RepositoryConfig is the configuration of the request's repository that would count, and where it is from.
func RepositoryConfig(ctx context.Context, req Request, list []*checks.Check) (policy.Config, string, error) {
	repo, err := open(ctx, req)
	if err != nil {
		return policy.Config{}, "", err
	}
	defer repo.Close()
	head := string(repo.Info().Head)
	if head == "" {
		return policy.Config{}, "", nil
	}
	// HEAD against itself: a change without files, whose base side is HEAD.
	c, err := change.Resolve(ctx, repo, req.Dir, change.Spec{Kind: finding.ScopeRange, Base: head, Head: head, Direct: true})
	if err != nil {
		return policy.Config{}, "", err
	}
	return (&run{change: c}).repositoryConfig(ctx, KnownNames(list))
}

// KnownNames are the names that a configuration may use for these checks.
func KnownNames(list []*checks.Check) policy.Known {
	var known policy.Known
	for _, c := range list {
		known.Checks = append(known.Checks, c.Name)
		for _, rule := range c.Rules {
			known.Rules = append(known.Rules, rule.ID)
		}
	}
	return known
}

func (r *run) repositoryConfig(ctx context.Context, known policy.Known) (policy.Config, string, error) {
	data, commit, err := r.change.ReadTrusted(ctx, policy.FileName, policy.MaxConfigBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return policy.Config{}, "", nil
	case errors.Is(err, change.ErrBasesDiffer):
		r.warnf("%v; none is used", err)
		return policy.Config{}, "", nil
	case errors.Is(err, git.ErrTooLarge):
		return r.broken(ctx, known, fmt.Errorf("%s: over %d bytes", policy.FileName, policy.MaxConfigBytes))
	case errors.Is(err, change.ErrNotAFile):
		return r.broken(ctx, known, err)
	case err != nil:
		return policy.Config{}, "", fmt.Errorf("read %s: %w", policy.FileName, err)
	}
	source := policy.FileName + " at " + commit[:min(len(commit), 10)]
	config, err := policy.ParseConfig(source, data, false, known)
	if err != nil {
		return r.broken(ctx, known, err)
	}
	return config, source, nil
}

// broken is what becomes of a configuration that cannot be used.
func (r *run) broken(ctx context.Context, known policy.Known, err error) (policy.Config, string, error) {
	return policy.Config{}, "", r.unlessRepaired(ctx, policy.FileName, policy.MaxConfigBytes, err, func(data []byte) error {
		_, err := policy.ParseConfig(policy.FileName, data, false, known)
		return err
	})
}

// unlessRepaired gives no error where the change itself mends or removes a file of the base side that is broken, so
// that one that got there does not lock everybody out.
func (r *run) unlessRepaired(ctx context.Context, path string, limit int64, broken error, parse func([]byte) error) error {
	for _, f := range r.change.Files {
		if f.Path != path {
			continue
		}
		var err error
		if f.New.Present() {
			var data []byte
			if data, err = r.change.Read(ctx, f.New, limit); err == nil {
				err = parse(data)
			}
		}
		if err == nil {
			r.warnf("the base side's %s is broken and this change repairs it; neither is used", finding.Printable(path))
			return nil
		}
	}
	return &finding.Failure{Exit: finding.ExitUsage, Err: broken, Code: finding.ErrorConfigInvalid,
		Hint: "a change that repairs the file passes; or run with --no-repo-config"}
}

func (r *run) warnf(format string, args ...any) {
	r.change.Warnings = append(r.change.Warnings, fmt.Sprintf(format, args...))
}

func (r *run) baseline(ctx context.Context, path, source string) error {
	r.policyFiles = append(r.policyFiles, path)
	data, _, err := r.change.ReadTrusted(ctx, path, policy.MaxBaselineBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.warnf("the baseline %s is not on the base side; nothing is known", finding.Printable(path))
		return nil
	case errors.Is(err, change.ErrBasesDiffer):
		r.warnf("%v; none is used", err)
		return nil
	}
	if err == nil {
		r.policy.Baseline, err = policy.ParseBaseline(path, data)
	}
	if err != nil {
		r.policy.Baseline = nil
		return r.unlessRepaired(ctx, path, policy.MaxBaselineBytes, err, func(data []byte) error {
			_, err := policy.ParseBaseline(path, data)
			return err
		})
	}
	r.policy.BaselineSource = finding.Printable(path) + " by " + source
	return nil
}
