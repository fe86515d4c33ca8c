package changes

import "sentinel/checks"

// tools are how agents ask what differs.
func tools() []checks.Tool {
	return []checks.Tool{checks.ReviewTool(checks.Tool{
		Name:     "inspect_repository",
		Title:    "What changed",
		Toolsets: []string{"core", "git"},
		Description: "What changed in a repository: files committed since the base branch, staged, unstaged, untracked. Names " +
			"and statuses only. Runs nothing.",
	}, "changes")}
}
