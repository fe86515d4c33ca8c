package tools

import (
	"fmt"
	"slices"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// scopes are the values of the argument scope: those of the command line, but for a push, which only git tells of.
func scopes() []string {
	return []string{"worktree", "staged", "base", "range", "sections", "all", "files"}
}

// specOf says which change is meant: the scope, or the one that base or range goes with. Where only stock is taken, all
// sections are meant.
func specOf(v checks.Values, inventory bool) (change.Spec, error) {
	scope, base, text := v.Text("scope"), v.Text("base"), v.Text("range")
	switch {
	case scope != "":
	case text != "":
		scope = "range"
	case base != "":
		scope = "base"
	case inventory:
		scope = "sections"
	default:
		scope = "worktree"
	}
	if err := goesWith("base", base, scope, "base", "sections"); err != nil {
		return change.Spec{}, err
	}
	if err := goesWith("range", text, scope, "range"); err != nil {
		return change.Spec{}, err
	}
	switch scope {
	case "base":
		return change.Spec{Kind: finding.ScopeRange, Base: base, Head: "HEAD"}, missing("base", base)
	case "range":
		return rangeOf(text)
	case "sections":
		return change.Spec{Kind: finding.ScopeSections, Base: base}, nil
	}
	return change.Spec{Kind: finding.ScopeKind(scope)}, nil
}

func rangeOf(text string) (change.Spec, error) {
	spec := change.Spec{Kind: finding.ScopeRange}
	if err := missing("range", text); err != nil {
		return spec, err
	}
	var err error
	spec.Base, spec.Head, spec.Direct, err = change.ParseRange(text)
	return spec, err
}

func missing(name, value string) error {
	if value == "" {
		return fmt.Errorf("scope %s needs the argument %s", name, name)
	}
	return nil
}

func goesWith(name, value, scope string, with ...string) error {
	if value != "" && !slices.Contains(with, scope) {
		return fmt.Errorf("the argument %s does not go with scope %s", name, scope)
	}
	return nil
}
