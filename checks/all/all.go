// Package all lists the checks.
package all

import (
	"sentinel/checks"
	"sentinel/checks/changes"
	"sentinel/checks/guard"
	"sentinel/checks/structure"
	"sentinel/checks/suppression"
	"sentinel/checks/validations"
)

// Checks are all the checks, sorted by name, each made anew: the caller may keep what it wants of them.
func Checks() []*checks.Check {
	return []*checks.Check{
		changes.Check(),
		guard.Check(),
		structure.Check(),
		suppression.Check(),
		validations.Check(),
	}
}
