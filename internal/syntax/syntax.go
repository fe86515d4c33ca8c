// Package syntax parses source files into flat trees. It is the only package that imports tree-sitter.
package syntax

import "errors"

// Errors of Parse.
var (
	// ErrUnsupported: there is no grammar for the language.
	ErrUnsupported = errors.New("no grammar for this language")
	// ErrTimeout: the time limit for one file ended the parse.
	ErrTimeout = errors.New("parsing took longer than the limit")
)
