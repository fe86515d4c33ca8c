package change

import (
	"fmt"
	"strings"

	"sentinel/internal/finding"
	"sentinel/internal/git"
)

// Spec says which change is meant, as a user or an agent put it.
type Spec struct {
	Kind finding.ScopeKind
	// Base and Head are revisions, for ScopeRange. An empty Head is HEAD.
	Base, Head string
	// Direct compares Base itself with Head (A..B) instead of their merge base (A...B).
	Direct bool
	// Push are the lines git gave the pre-push hook, for ScopePush; Remote is the hook's first argument.
	Push   []git.PushRef
	Remote string
	// OverlayPath and OverlayText are one file's proposed content, for ScopeOverlay, or its content, for ScopeFiles.
	OverlayPath string
	OverlayText []byte
	// Root is the folder that Paths are relative to, for ScopeFiles: an absolute path, from which no link leads out.
	// Flat leaves out what lies in folders below those of Paths; Expect is what each of Paths has to be. Where there is an
	// OverlayText none of them counts: that is looked at, and nothing on disk. For ScopeOverlay, Root is what the file is
	// named relative to where there is no repository.
	Root   string
	Flat   bool
	Expect Expected
	// Sections are git's lists that ScopeSections takes together, none for all. Base is the revision that Committed is
	// compared with; empty, it is looked for.
	Sections []finding.Section
	// Paths limits the change to these files and folders, absolute or relative to the starting folder.
	// They are literal: no globs.
	Paths []string
	// Inventory asks for Change.Inventory, with at most Listed entries of a section. NamesOnly says that nothing else
	// is wanted: where an inventory has all there is to know, Change.Files stays empty.
	Inventory, NamesOnly bool
	Listed               int
}

// Expected says what a path has to be.
type Expected uint8

// The expectations.
const (
	ExpectAny Expected = iota
	ExpectFile
	ExpectFolder
)

// ParseRange reads "A...B" (since A and B parted) or "A..B" (A against B); an omitted side is HEAD.
func ParseRange(s string) (base, head string, direct bool, err error) {
	base, head, found := strings.Cut(s, "...")
	if !found {
		if base, head, direct = strings.Cut(s, ".."); !direct {
			return "", "", false, fmt.Errorf("range %q has no dots: write A...B (what B adds since it left A) or A..B (A against B)", s)
		}
	}
	if base == "" && head == "" {
		return "", "", false, fmt.Errorf("range %q names no commit: write A...B", s)
	}
	if base == "" {
		base = "HEAD"
	}
	return base, head, direct, nil
}
