// Package guard finds changes of what judges, runs or steers the work on a repository.
package guard

import (
	"context"
	"embed"
	"path"
	"slices"
	"strings"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
)

//go:embed guard.md
var doc string

//go:embed rules
var ruleFiles embed.FS

// guarded are the files of one rule.
type guarded struct {
	rule, message string
	// names are whole paths; folders end in a slash and take all that is in them, wherever they lie.
	names []string
}

const (
	policyRule    = "guard/policy"
	policyMessage = "changes how sentinel judges the next change"
)

// table lists what is guarded. Sources: the documentation of each tool on where it reads its settings.
var table = []guarded{
	{
		rule: "guard/agent-settings", message: "changes what coding agents may do here",
		names: []string{
			".claude/settings.json", ".claude/settings.local.json", ".claude/hooks/", ".mcp.json", ".cursor/mcp.json", ".cursor/hooks.json",
			".vscode/mcp.json", ".vscode/tasks.json", ".gemini/settings.json", ".codex/config.toml", ".windsurf/hooks.json",
			"opencode.json", ".opencode/plugin/", ".github/hooks/", ".devcontainer/devcontainer.json", ".devcontainer.json",
		},
	},
	{
		rule: "guard/hooks", message: "changes what git hooks run",
		names: []string{
			".husky/", ".githooks/", ".pre-commit-config.yaml", ".pre-commit-hooks.yaml", "lefthook.yml", "lefthook.yaml", "lefthook.toml",
			"lefthook.json", "lefthook-local.yml", ".lefthook.yml", ".lefthook.yaml", ".lefthook/", ".lefthook-local.yml",
			".lintstagedrc", ".lintstagedrc.json", ".lintstagedrc.yaml", ".lintstagedrc.yml", ".lintstagedrc.js", ".lintstagedrc.cjs", ".lintstagedrc.mjs",
			"lint-staged.config.js", "lint-staged.config.cjs", "lint-staged.config.mjs", "lint-staged.config.ts",
			".simple-git-hooks.json", ".simple-git-hooks.js", ".simple-git-hooks.cjs", "simple-git-hooks.json", "simple-git-hooks.js", "simple-git-hooks.cjs",
			".overcommit.yml", "hk.pkl",
		},
	},
	{
		rule: policyRule, message: policyMessage,
		names: []string{".sentinel.yaml", ".sentinel-baseline", ".config/sentinel/config.yaml"},
	},
	{
		rule: "guard/workflows", message: "changes what the pipeline runs",
		names: []string{
			".github/workflows/", ".github/actions/", "action.yml", "action.yaml", ".gitlab-ci.yml", ".circleci/", "azure-pipelines.yml",
			"Jenkinsfile", ".travis.yml", ".buildkite/", ".drone.yml", "bitbucket-pipelines.yml", ".woodpecker.yml", ".woodpecker/",
		},
	},
}

var ruleTable = []finding.Rule{
	{ID: "guard/agent-settings", Title: "The settings of a coding agent change", Level: finding.Warning, Tags: []string{"security"}},
	{ID: "guard/hooks", Title: "What git hooks run changes", Level: finding.Warning, Tags: []string{"security"}},
	{ID: "guard/policy", Title: "The configuration of sentinel changes", Level: finding.Warning, Tags: []string{"security"}},
	{ID: "guard/workflows", Title: "What the pipeline runs changes", Level: finding.Note, Tags: []string{"security"}},
}

// Check is the check.
func Check() *checks.Check {
	return &checks.Check{
		Name:   "guard",
		Title:  "Changes of what judges, runs or steers the work: policy, hooks, workflows, agent settings",
		Doc:    doc,
		Rules:  checks.Documented(ruleFiles, ruleTable),
		Change: check,
	}
}

func check(_ context.Context, c *checks.Change) error {
	if !c.HasBase() {
		return nil // without a base side nothing has changed
	}
	for _, f := range c.Files {
		for _, g := range guardedBy(c.PolicyFiles) {
			if at := g.touched(f); at != "" {
				c.Report(f.Path, checks.Report{Rule: g.rule, Message: verb(f.Status) + " and " + g.message, Key: at})
				break
			}
		}
	}
	return nil
}

// guardedBy is the table, with the files that the configuration in force is read from.
func guardedBy(policyFiles []string) []guarded {
	return append(slices.Clone(table), guarded{rule: policyRule, message: policyMessage, names: policyFiles})
}

// touched is the guarded path that a file is or was, "" for none.
func (g guarded) touched(f change.File) string {
	for _, p := range []string{f.New.Path, f.Old.Path} {
		if p != "" && slices.ContainsFunc(g.names, func(name string) bool { return matches(p, name) }) {
			return p
		}
	}
	return ""
}

// matches compares without case, as some file systems and the tools on them do. Most tools also read the file of
// a folder they are started in, so it counts wherever it lies.
func matches(p, name string) bool {
	p = strings.ToLower("/" + path.Clean(p))
	name = "/" + strings.ToLower(name)
	if strings.HasSuffix(name, "/") {
		return strings.Contains(p, name)
	}
	return strings.HasSuffix(p, name)
}

func verb(s change.Status) string {
	switch s {
	case change.Added, change.Copied:
		return "is added"
	case change.Deleted:
		return "is deleted"
	case change.Renamed:
		return "is renamed"
	}
	return "is changed"
}
