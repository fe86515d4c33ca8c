package tools

import "slices"

// Core is the set of tools that is served unless others are named; All stands for every tool.
const (
	Core = "core"
	All  = "all"
)

// Toolsets are the names of all sets. A client pays for the description of each tool in each conversation, so it may
// choose what it gets.
func Toolsets() []string {
	return []string{Core, "structure", "git", "safety", "memory", "task", "poll", All}
}

// inToolsets reports whether a tool of some sets is among those that were asked for.
func inToolsets(sets, asked []string) bool {
	if len(asked) == 0 {
		asked = []string{Core}
	}
	return slices.Contains(asked, All) || slices.ContainsFunc(asked, func(s string) bool { return slices.Contains(sets, s) })
}
