package engine

import (
	"time"

	"sentinel/internal/policy"
)

// Validations say which commands the check validations runs.
type Validations struct {
	// Known are the operator's commands by name.
	Known map[string]policy.Command
	// Names are those asked for, in order. AdHoc are commands without a name, which run after them. Where both are
	// empty all of the known ones run, in the order of their names.
	Names []string
	AdHoc [][]string
	// Exposed are the only names that may run, nil for all: another one is denied.
	Exposed []string
	// AllowRepository adds the commands of the repository's own configuration, at the base side of the change. The
	// operator's count where both have a name.
	AllowRepository bool
	// Timeout is for each command that has none of its own, Total for all of them together; 0 means the defaults.
	Timeout, Total time.Duration
}

// The defaults are those of schema version 1 of a review.
const (
	validationTimeout = 2 * time.Minute
	validationTotal   = 5 * time.Minute
)
