// Package explain says in Markdown what a check, a rule or a code in a report means.
package explain

import (
	"fmt"
	"path"
	"strings"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/policy"
)

// Topic is the text about the check, the rule or the code of that name; false if there is none. A rule may be named
// without its check.
func Topic(name string, list []*checks.Check) (string, bool) {
	var short []finding.Rule
	for _, c := range list {
		if c.Name == name {
			return checkText(c), true
		}
		for _, r := range c.Rules {
			if r.ID == name {
				return ruleText(r), true
			}
			if path.Base(r.ID) == name {
				short = append(short, r)
			}
		}
	}
	if len(short) == 1 {
		return ruleText(short[0]), true
	}
	for _, text := range []string{
		finding.DiagnosticCode(name).Explain(), finding.FaultCode(name).Explain(), finding.SkipReason(name).Explain(),
	} {
		if text != name && text != "" { // a code that is not known explains itself
			return fmt.Sprintf("# %s\n\n%s.", name, sentence(text)), true
		}
	}
	return "", false
}

// Nearest is the topic whose name is most like that one, "" if none is.
func Nearest(name string, list []*checks.Check) string {
	names := Topics(list)
	for _, code := range finding.DiagnosticCodes() {
		names = append(names, string(code))
	}
	if near := policy.Nearest(name, names); near != "" {
		return near
	}
	for i := range names {
		names[i] = path.Base(names[i])
	}
	return policy.Nearest(name, names)
}

// Topics are the names of the checks and their rules.
func Topics(list []*checks.Check) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Name)
		for _, r := range c.Rules {
			names = append(names, r.ID)
		}
	}
	return names
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
