package engine

import (
	"errors"
	"slices"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// limits are those of the request, or the defaults.
func (r Request) limits() finding.Limits {
	if r.Limits == (finding.Limits{}) {
		return finding.LimitsFor(finding.DetailFull)
	}
	return r.Limits
}

// reviewOf is what changes and validations say together, nil where none of the two was chosen. What is not known stays
// empty, and a diagnostic says why.
func reviewOf(chosen []*checks.Check, r *finding.Result, inventory *finding.Inventory, validations []finding.Validation, limits finding.Limits) *finding.Review {
	if !slices.ContainsFunc(chosen, func(c *checks.Check) bool { return c.Inventory || c.Gate != nil }) {
		return nil
	}
	review := &finding.Review{
		SchemaVersion: finding.SchemaVersion, OK: true, Detail: limits.Detail,
		Scopes: []finding.Section{}, Changes: finding.NoChanges(),
		Validations: slices.Concat([]finding.Validation{}, validations),
		Diagnostics: slices.Concat([]finding.Diagnostic{}, r.Diagnostics),
		Truncation:  finding.Truncation{Fields: []string{}},
	}
	if inventory != nil {
		review.Scopes, review.Repository, review.Changes = inventory.Scopes, &inventory.Repository, inventory.Changes
	}
	for _, d := range review.Diagnostics {
		review.OK = review.OK && d.Severity != finding.SeverityFatal
	}
	for _, v := range review.Validations {
		review.OK = review.OK && v.Status == finding.ValidationPassed
	}
	review.Fit(limits.Total)
	return review
}

// DiagnosticOf names what ended a run, or kept it from beginning.
func DiagnosticOf(err error) finding.Diagnostic {
	var failure *finding.Failure
	if !errors.As(err, &failure) {
		failure = &finding.Failure{Exit: finding.ExitInternal, Code: finding.ErrorInternal, Err: err}
	}
	d := finding.Diagnostic{Code: failure.Code, Severity: finding.SeverityFatal, Message: finding.Printable(failure.Error()), Hint: failure.Hint}
	switch {
	case d.Code != "":
	case errors.Is(err, git.ErrNotARepository):
		d.Code = finding.ErrorNotARepository
	case errors.Is(err, git.ErrOutsideRoot):
		d.Code = finding.ErrorOutsideRoot
	case errors.Is(err, change.ErrNoMergeBase):
		d.Code = finding.ErrorNoMergeBase
	case errors.Is(err, git.ErrUnknownRevision), errors.Is(err, git.ErrAmbiguous), errors.Is(err, git.ErrNotACommit):
		d.Code = finding.ErrorBaseUnknown
	case errors.Is(err, git.ErrTimeout), failure.Exit == finding.ExitTimedOut:
		d.Code = finding.ErrorGitTimeout
	case failure.Exit == finding.ExitUsage:
		d.Code = finding.ErrorArguments
	default:
		d.Code = finding.ErrorGitFailed
	}
	return d
}
