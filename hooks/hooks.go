// Package hooks puts sentinel between a person and git: it installs git hooks, takes them away again, says which are
// live, and runs what they replaced. It writes nothing but hook files, and those only where the operator asked for it.
//
// Two things here run programs that a repository may name, and nothing else in sentinel does: RunChained runs the hook
// that sentinel's own replaced, which git would run without us, and Prove makes git run the hooks in force, which is
// what it is asked to find out.
package hooks

// Hook names as git has them.
const (
	PreCommit = "pre-commit"
	PrePush   = "pre-push"
	CommitMsg = "commit-msg"
)

// Names are the hooks that sentinel can be, in the order in which git comes to them.
func Names() []string { return []string{PreCommit, CommitMsg, PrePush} }

// Default are the hooks that have something to look at. No check reads commit messages.
func Default() []string { return []string{PreCommit, PrePush} }
