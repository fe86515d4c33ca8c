package checks

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sentinel/internal/finding"
)

// maxTitle keeps a rule's title on one line of a report; GitHub cuts longer ones off.
const maxTitle = 120

// word is what names of checks, rules and capabilities are made of: kebab-case, as they are typed in a shell.
var word = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Validate says everything that is wrong with the definitions of checks: what a contributor forgot,
// not what a user did. A test holds it over all checks, so nothing at run time has to.
func Validate(all []*Check) error {
	var errs []error
	for i, c := range all {
		if i > 0 && all[i-1].Name >= c.Name {
			errs = append(errs, fmt.Errorf("%s: must stand before %s: checks are sorted by name, each name once", c.Name, all[i-1].Name))
		}
		errs = append(errs, c.validate()...)
	}
	return errors.Join(errs...)
}

func (c *Check) validate() []error {
	var errs []error
	complain := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %w", c.Name, fmt.Errorf(format, args...)))
	}
	if !word.MatchString(c.Name) {
		complain("the name is not a word in kebab-case")
	}
	if err := checkTitle(c.Title); err != nil {
		complain("%w", err)
	}
	if strings.TrimSpace(c.Doc) == "" {
		complain("no prose: Doc is empty")
	}
	if n := c.functions(); n != 1 {
		complain("%d of File, Change and Gate are set, want exactly one", n)
	}
	if c.File != nil && c.Match == nil || c.Gate != nil && c.Match != nil {
		complain("Match belongs to every File check, and to no Gate check")
	}
	if c.Gate != nil && !c.OnRequest {
		complain("a Gate check acts: it has to be on request")
	}
	if len(c.Rules) == 0 && !c.OnRequest {
		complain("no rules")
	}
	for i, r := range c.Rules {
		if i > 0 && c.Rules[i-1].ID >= r.ID {
			complain("rule %s must stand before %s: rules are sorted by ID, each ID once", r.ID, c.Rules[i-1].ID)
		}
		if r.Check() != c.Name {
			complain("rule %s: the ID does not begin with %q", r.ID, c.Name+"/")
		}
		if err := validateRule(r); err != nil {
			complain("rule %s: %w", r.ID, err)
		}
		// What a Gate check finds is in no file that could be shown.
		if c.Gate == nil && (len(r.Bad) == 0 || len(r.Good) == 0) {
			complain("rule %s: want at least one bad and one good example, have %d and %d", r.ID, len(r.Bad), len(r.Good))
		}
	}
	return errs
}

func (c *Check) functions() int {
	n := 0
	for _, set := range []bool{c.File != nil, c.Change != nil, c.Gate != nil} {
		if set {
			n++
		}
	}
	return n
}

func validateRule(r finding.Rule) error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if _, name, _ := strings.Cut(r.ID, "/"); !word.MatchString(name) {
		complain("the ID is not check/name with a name in kebab-case")
	}
	if err := checkTitle(r.Title); err != nil {
		complain("%w", err)
	}
	if r.Level.Rank() > finding.Note.Rank() {
		complain("level %q is none of error, warning and note", r.Level)
	}
	if r.SecuritySeverity < 0 || r.SecuritySeverity > 10 {
		complain("security severity %v is outside 0.0 to 10.0", r.SecuritySeverity)
	}
	if c := r.Capability; c != nil && (!word.MatchString(c.Name) || !isPhrase(c.Phrase)) {
		complain("capability %q %q: want a word, and a phrase that completes \"this file ...\"", c.Name, c.Phrase)
	}
	if !slices.IsSorted(r.Tags) {
		complain("tags are not sorted")
	}
	if r.Help == "" {
		complain("no prose: the comment of its file is empty, or there is no such file")
	}
	return errors.Join(errs...)
}

func checkTitle(title string) error {
	switch {
	case title == "":
		return errors.New("no title")
	case utf8.RuneCountInString(title) > maxTitle:
		return fmt.Errorf("the title is longer than %d characters", maxTitle)
	case strings.HasSuffix(title, "."), strings.Contains(title, "\n"):
		return errors.New("the title is not one sentence without a full stop")
	}
	return nil
}

// isPhrase reports whether s can complete a sentence: it begins in lower case and has no full stop.
func isPhrase(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' && !strings.HasSuffix(s, ".")
}
