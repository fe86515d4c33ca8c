package finding

import "slices"

// WithoutNil is r with an empty list wherever a list is nil: in JSON no list of a review is null. It shares what it
// does not change with r, but no list of validations or diagnostics.
func (r Review) WithoutNil() Review {
	r.Scopes = orEmpty(r.Scopes)
	c := &r.Changes
	c.Committed, c.Staged, c.Unstaged, c.Untracked = orEmpty(c.Committed), orEmpty(c.Staged), orEmpty(c.Unstaged), orEmpty(c.Untracked)
	c.Files = orEmpty(c.Files)
	if slices.ContainsFunc(c.Files, func(f ChangedFile) bool { return f.Scopes == nil }) {
		c.Files = slices.Clone(c.Files)
		for i := range c.Files {
			c.Files[i].Scopes = orEmpty(c.Files[i].Scopes)
		}
	}
	r.Validations = slices.Clone(orEmpty(r.Validations))
	for i := range r.Validations {
		r.Validations[i].Argv = orEmpty(r.Validations[i].Argv)
	}
	r.Diagnostics = slices.Clone(orEmpty(r.Diagnostics))
	r.Truncation.Fields = orEmpty(r.Truncation.Fields)
	return r
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
