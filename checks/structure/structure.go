// Package structure finds what code can do: start processes, run text as code, delete files, open connections.
// It reads JavaScript, TypeScript and JSX, follows names through imports, aliases and destructuring, and gives a
// structural map of every file as its document. See structure.md for what it does not follow.
package structure

import (
	"context"
	"embed"
	"fmt"
	"sync"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// checkName is the name of the check.
const checkName = "structure"

//go:embed structure.md
var doc string

//go:embed rules
var ruleFiles embed.FS

// Check is the check.
func Check() *checks.Check {
	known := sync.OnceValue(newCatalog) // not needed to list the rules
	levels := operationLevels()
	return &checks.Check{
		Name:      checkName,
		Title:     "What code can do: start processes, run text, delete files, open connections",
		Doc:       doc,
		Rules:     checks.Documented(ruleFiles, ruleTable),
		Match:     matches,
		Binary:    true, // code runs with a NUL byte in a comment
		File:      func(_ context.Context, f *checks.File) error { return checkFile(known(), levels, f) },
		Summarize: summarize,
		Tools:     tools(),
	}
}

// matches says which files the check reads: those in a language with a grammar.
func matches(f change.File) bool {
	_, ok := syntax.LanguageOf(f.Path)
	return ok
}

func checkFile(c *catalog, levels [operationCount]finding.Level, f *checks.File) error {
	tree, err := f.Tree()
	if err != nil {
		return fmt.Errorf("parse: %w", err)
	}
	a := analyse(c, tree)
	if !tree.Complete {
		f.Incomplete(tree.ErrorOffset, "the parser did not understand everything")
	}
	if a.exhausted() {
		f.Incomplete(-1, "following its names to the end would take too many steps")
	}
	signals := a.sortedSignals()
	k := newKeys(a, signals)
	for _, s := range signals {
		if s.does.rule() != "" {
			f.Report(a.reportOf(s, k))
		}
	}
	return f.Document(a.documentOf(f.Path, signals, levels))
}

// operationLevels are the levels of the operations' rules.
func operationLevels() [operationCount]finding.Level {
	var list [operationCount]finding.Level
	for does, id := range operationRules {
		for _, r := range ruleTable {
			if r.ID == id {
				list[does] = r.Level
			}
		}
	}
	return list
}
