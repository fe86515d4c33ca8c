package report

import (
	"strings"

	"sentinel/internal/finding"
)

const hostileOutput = "\x1b]0;owned\x07::error::not ours\n```\n````` # heading\n| a | b |\n<img src=x onerror=alert(1)> @everyone\n" +
	"\ttab\r\u202ebidi\u2028\nsentinel: 0 errors\n\xff\n##[add-mask]x\n"

// reviewed is a result of the checks changes and validations with everything that a review can hold.
func reviewed() finding.Result {
	r := clean()
	r.Scope = finding.Scope{Kind: finding.ScopeSections, Description: "committed, staged, unstaged and untracked changes", Backend: "git 2.39.5", Files: 12}
	r.Verdict = finding.Verdict{Outcome: finding.Blocked, ExitCode: finding.ExitBlocked, FailOn: finding.Error,
		Reasons: []string{"4 validations did not pass"}}
	r.Coverage = []finding.Coverage{{Check: "changes", Files: 12, Complete: 12}, {Check: "validations"}}
	review := badReview()
	r.Review, r.Diagnostics = review, review.Diagnostics
	for _, v := range review.Validations[1:] {
		r.Findings = append(r.Findings, finding.Finding{RuleID: "validations/failed", Level: finding.Error,
			Message: "the validation " + v.ID + " did not pass", Attribution: finding.Introduced, Fingerprint: "v1:" + v.ID})
	}
	count(&r)
	return r
}

func badReview() *finding.Review {
	requested := "origin/main"
	r := &finding.Review{
		SchemaVersion: finding.SchemaVersion, Detail: finding.DetailFull, Scopes: finding.Sections(),
		Repository: &finding.RepositoryState{Path: "/w/p`|\u202e",
			Head: finding.HeadState{SHA: strings.Repeat("1", 40), Branch: "feat/`x`|\u202e"},
			Base: &finding.BaseState{Requested: &requested, Ref: "origin/main", SHA: strings.Repeat("2", 40), MergeBase: strings.Repeat("3", 40)}},
		Changes:     reviewChanges(),
		Validations: reviewValidations(),
	}
	for _, severity := range []finding.Severity{finding.SeverityFatal, finding.SeverityError, finding.SeverityWarning} {
		r.Diagnostics = append(r.Diagnostics, finding.Diagnostic{Code: finding.ErrorGitFailed, Severity: severity,
			Message: string(severity) + ": \x1b[31mgit\u202e | `failed` <b>", Hint: "run `git fsck` | see"})
	}
	r.Diagnostics = append(r.Diagnostics,
		finding.Diagnostic{Code: finding.ErrorValidationFailed, Severity: finding.SeverityWarning, Message: "the validation lint ended with exit code 1"},
		finding.Diagnostic{Code: finding.WarnRepositoryConfig, Severity: finding.SeverityWarning, Message: "the commands in .sentinel.yaml are ignored",
			Hint: "--allow-repo-config lets them run"},
		finding.Diagnostic{Code: finding.WarnUnmerged, Severity: finding.SeverityWarning, Message: "1 path has a merge conflict"})
	return r
}

// reviewChanges has every status, two sections with more entries than are listed, and names that break pages.
func reviewChanges() finding.Changes {
	c := finding.NoChanges()
	score, whole := 92, 100
	renamed := finding.PathChange{Artifact: finding.ArtifactOf("src/new.ts"), Status: finding.PathRenamed, OrigPath: pathNewline, Score: &score}
	latin := finding.PathChange{Artifact: finding.ArtifactOf("src/copy.ts"), Status: finding.PathCopied, OrigPath: pathBytes, OrigPathBytes: []byte(pathBytes), Score: &whole}
	c.Committed = append(c.Committed, latin, renamed)
	for i := range ListLimit + 3 {
		c.Committed = append(c.Committed, finding.PathChange{Artifact: finding.ArtifactOf("z/" + string(rune('a'+i)) + ".ts"), Status: finding.PathModified})
	}
	c.Staged = []finding.PathChange{
		{Artifact: finding.ArtifactOf("::error::x"), Status: finding.PathAdded},
		{Artifact: finding.ArtifactOf("a|`b`.ts"), Status: finding.PathTypeChanged},
		{Artifact: finding.ArtifactOf(pathBidi), Status: finding.PathDeleted},
	}
	c.Unstaged = []finding.PathChange{
		{Artifact: finding.ArtifactOf(pathBack), Status: finding.PathModified},
		{Artifact: finding.ArtifactOf(pathQuote), Status: finding.PathUnmerged},
	}
	c.Untracked = []finding.PathChange{
		{Artifact: finding.ArtifactOf("inner/"), Status: finding.PathUntracked, Kind: "directory"},
		{Artifact: finding.ArtifactOf(pathUnicode), Status: finding.PathUntracked},
	}
	for _, s := range finding.Sections() {
		list := *c.List(s)
		*c.Counts.Of(s) = len(list)
		for _, p := range list {
			c.Files = append(c.Files, finding.ChangedFile{Artifact: p.Artifact, Status: p.Status, Scopes: []finding.Section{s}})
		}
	}
	c.Counts.DistinctFiles = len(c.Files)
	c.Counts.Untracked, c.Counts.DistinctFiles, c.ListTruncated = 2002, c.Counts.DistinctFiles+2000, true
	return c
}

func reviewValidations() []finding.Validation {
	zero, one, killed := 0, 1, "SIGKILL"
	return []finding.Validation{
		{ID: "test", Argv: []string{"go", "test", "./..."}, Status: finding.ValidationPassed, ExitCode: &zero, DurationMs: 812, Stdout: "ok\n"},
		{ID: "lint", Argv: []string{"npm", "run", "a|`b`\n"}, Status: finding.ValidationFailed, ExitCode: &one, DurationMs: 1250,
			Stdout: strings.Repeat("line\n", 30) + hostileOutput, Stderr: "broken\n", Truncated: finding.StreamsCut{Stdout: true}, OutputBytesDropped: 1 << 20},
		{ID: "argv:0", Argv: []string{"sleep", "1000"}, Status: finding.ValidationTimedOut, Signal: &killed, DurationMs: 120000, Reason: "the time limit of 2m0s ended it"},
		{ID: "argv:1", Argv: []string{"nosuch"}, Status: finding.ValidationSpawnError, Reason: "nosuch is not in PATH"},
		{ID: "argv:2", Argv: []string{"make"}, Status: finding.ValidationDenied, Reason: "the time for all validations is over"},
	}
}

// goodReview is one in which everything passed, of a repository without a base.
func goodReview() *finding.Review {
	r := badReview()
	r.OK, r.Detail, r.Scopes = true, finding.DetailSummary, []finding.Section{finding.Committed, finding.Staged}
	r.Repository = &finding.RepositoryState{Path: "/w/p", Head: finding.HeadState{Unborn: true, Branch: "main"}}
	r.Validations, r.Changes = r.Validations[:1], finding.NoChanges()
	r.Diagnostics = []finding.Diagnostic{{Code: finding.WarnNoCommits, Severity: finding.SeverityWarning, Message: "there is no commit yet"}}
	return r
}

// fatalReview is one of what is no repository.
func fatalReview() *finding.Review {
	return &finding.Review{SchemaVersion: finding.SchemaVersion, Detail: finding.DetailSummary, Scopes: finding.Sections(), Changes: finding.NoChanges(),
		Diagnostics: []finding.Diagnostic{{Code: finding.ErrorNotARepository, Severity: finding.SeverityFatal, Message: "no repository here",
			Hint: "run it in a work tree"}}}
}

// withReview is a clean result with a review.
func withReview(review *finding.Review) finding.Result {
	r := clean()
	r.Scope.Kind = finding.ScopeSections
	r.Review, r.Diagnostics = review, review.Diagnostics
	return r
}
