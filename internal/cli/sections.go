package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// sectionWords are the values of --scope: the sections, and names for several of them.
func sectionWords() map[string][]finding.Section {
	words := map[string][]finding.Section{
		"all":      finding.Sections(),
		"worktree": {finding.Staged, finding.Unstaged, finding.Untracked},
	}
	for _, s := range finding.Sections() {
		words[string(s)] = []finding.Section{s}
	}
	return words
}

// withSections reads --scope and --base-ref. Sections may be given in several flags, and several in one.
func withSections(c *cli.Context, spec change.Spec) (change.Spec, error) {
	spec.Kind, spec.Base = finding.ScopeSections, c.String("base-ref")
	words := sectionWords()
	var names []string
	for name := range words {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, value := range c.StringSlice("scope") {
		for _, word := range strings.Split(value, ",") {
			if err := oneOf("scope", word, names...); err != nil {
				return spec, err
			}
			spec.Sections = append(spec.Sections, words[word]...)
		}
	}
	if c.IsSet("base-ref") && len(spec.Sections) > 0 && !slices.Contains(spec.Sections, finding.Committed) {
		return spec, finding.Usagef("add committed to --scope, or leave --base-ref out", "--base-ref is for the section committed, which --scope leaves out")
	}
	return spec, nil
}

// setLimits reads what bounds a review.
func setLimits(c *cli.Context) (finding.Limits, error) {
	detail := c.String("detail")
	if !c.IsSet("detail") {
		detail = string(finding.DetailFull)
	}
	if err := oneOf("detail", detail, string(finding.DetailFull), string(finding.DetailSummary)); err != nil {
		return finding.Limits{}, err
	}
	limits := finding.LimitsFor(finding.Detail(detail))
	if !c.IsSet("max-output-bytes") {
		return limits, nil
	}
	n, err := wholeNumber("max-output-bytes", c.String("max-output-bytes"))
	return limits.WithStream(n), err
}

// maxNumber keeps sums of numbers that a flag may have far from overflowing.
const maxNumber = 1 << 40

// wholeNumber reads a positive whole number, in digits only.
func wholeNumber(flag, text string) (int, error) {
	n := 0
	for _, r := range text {
		if r < '0' || r > '9' || n > maxNumber {
			n = 0
			break
		}
		n = n*10 + int(r-'0')
	}
	if n <= 0 || n > maxNumber {
		return 0, finding.Usagef("write it in digits, such as 65536", "--%s %q is not a whole number from 1 to %d", flag, text, maxNumber)
	}
	return n, nil
}
