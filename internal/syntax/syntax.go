// Package syntax parses source files into flat trees. It is the only package that imports tree-sitter.
//
// A file is parsed and flattened in one call into C; the Tree that comes out is ordinary Go memory.
// Where the grammar does not understand valid code that newer compilers accept, a second pass hides the
// known gaps and parses again (see gap). Whatever is not understood after that is said: Tree.Complete.
package syntax

import (
	"errors"
	"fmt"
	"time"
)

// MaxBytes is the size up to which files are parsed: the cap of the structural map's specification
// (specs/00, section 7). The worst inputs of that size take 290 MB of memory while they are parsed.
const MaxBytes = 1 << 20

// TimeLimit is how long one parse may take. Ordinary code of MaxBytes takes 0.2 s, random bytes 3 s at worst;
// some inputs of a few kilobytes take the grammars quadratic time and would need minutes.
const TimeLimit = 2 * time.Second

// Errors of Parse.
var (
	// ErrUnsupported: there is no grammar for the language.
	ErrUnsupported = errors.New("no grammar for this language")
	// ErrTimeout: the time limit for one file ended the parse.
	ErrTimeout = errors.New("parsing took longer than the limit")
	// ErrTooLarge: the file is larger than MaxBytes.
	ErrTooLarge = errors.New("larger than the limit for parsing")
	// ErrMemory: there was no memory for the tree.
	ErrMemory = errors.New("out of memory while parsing")
)

// Parse parses text, which the tree keeps: it must not be changed afterwards. Text that is not code in that
// language still gives a tree, which is not Complete. The error is one of those above.
func Parse(lang Language, text []byte) (*Tree, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, len(text), MaxBytes)
	}
	nodes, hasError, err := parseOnce(lang, text, TimeLimit)
	if err != nil {
		return nil, err
	}
	return newTree(lang, text, nodes, hasError), nil
}
