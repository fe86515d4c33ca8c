package tools

import (
	"slices"
	"strings"

	"sentinel/internal/engine"
)

// fillIn puts the names of the validations that agents may ask for into the arguments that want them, and what they are
// for into the description. It reports false where there are none: then there is no such tool.
func (t *tool) fillIn(v engine.Validations) bool {
	names := slices.Sorted(slices.Values(v.Exposed))
	t.Arguments = slices.Clone(t.Arguments)
	for i := range t.Arguments {
		if !t.Arguments[i].Validations {
			continue
		}
		if len(names) == 0 {
			return false
		}
		t.Arguments[i].Enum = names
		t.Description += described(names, v)
	}
	return true
}

// described lists validations for those who choose among them. Of a command nothing is told but what the operator says
// it is for.
func described(names []string, v engine.Validations) string {
	var list []string
	for _, name := range names {
		if text := v.Known[name].Description; text != "" {
			name += ": " + text
		}
		list = append(list, name)
	}
	return "\n" + strings.Join(list, "\n")
}
