// Package syntax parses source files into flat trees. It is the only package that imports tree-sitter.
//
// A file is parsed and flattened in one call into C; the Tree that comes out is ordinary Go memory.
// Where the grammar does not understand valid code that newer compilers accept, a second pass hides the
// known gaps and parses again (see gap). Whatever is not understood after that is said: Tree.Complete.
package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"time"
)

// MaxBytes is the size up to which files are parsed: the cap of the structural map's specification
// (specs/00, section 7). The worst inputs of that size take 290 MB of memory while they are parsed.
const MaxBytes = 1 << 20

// TimeLimit is how much CPU time the parsing of one file may take. Ordinary code of MaxBytes takes 0.2 s, random bytes 3 s at worst;
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
// language still gives a tree, which is not Complete; nor is it when there is a NUL byte in the text: engines run
// code with one in a comment or string, and the grammars do not know it, so it is read as a blank.
// The error is one of those above.
func Parse(lang Language, text []byte) (*Tree, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes, the limit is %d", ErrTooLarge, len(text), MaxBytes)
	}
	nul := bytes.IndexByte(text, 0)
	if nul < 0 {
		return parse(lang, text)
	}
	tree, err := parse(lang, bytes.ReplaceAll(text, []byte{0}, []byte{' '}))
	if err != nil {
		return nil, err
	}
	tree.Text, tree.Complete = text, false
	if tree.ErrorOffset < 0 || nul < tree.ErrorOffset {
		tree.ErrorOffset = nul
	}
	return tree, nil
}

func parse(lang Language, text []byte) (*Tree, error) {
	budget := TimeLimit
	nodes, hasError, err := parseOnce(lang, text, &budget)
	if err != nil {
		return nil, err
	}
	if hasError {
		nodes, hasError = parseAgain(lang, text, nodes, &budget)
	} else if lang != JavaScript && misreadsImport(nodes) {
		if better, ok := secondPass(lang, text, nodes, &budget); ok {
			nodes = better
		}
	}
	return newTree(lang, text, nodes, hasError), nil
}

// parseAgain looks for a better parse of a text that was not understood everywhere, within the budget.
func parseAgain(lang Language, text []byte, nodes []Node, budget *time.Duration) (better []Node, hasError bool) {
	if lang == JavaScript && isFlow(text) {
		typed, hasError, err := parseOnce(TSX, text, budget)
		if err == nil && (!hasError || countErrors(typed) < countErrors(nodes)) {
			lang, nodes = TSX, typed
		}
		if err == nil && !hasError {
			return nodes, false
		}
	}
	if understood, ok := secondPass(lang, text, nodes, budget); ok {
		return understood, false
	}
	return nodes, true
}

// isFlow reports whether the first comment says that the types of Flow are in the file. Much of their syntax
// is TypeScript's.
func isFlow(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	if bytes.HasPrefix(text, []byte("#!")) {
		text = bytes.TrimLeft(text[until(text, "\n"):], " \t\r\n")
	}
	end := "\n"
	if bytes.HasPrefix(text, []byte("/*")) {
		end = "*/"
	} else if !bytes.HasPrefix(text, []byte("//")) {
		return false
	}
	return bytes.Contains(text[:until(text, end)], []byte("@flow"))
}

func countErrors(nodes []Node) int {
	n := 0
	for i := range nodes {
		if nodes[i].Kind == KindError || nodes[i].Kind == KindMissing {
			n++
		}
	}
	return n
}

// misreadsImport reports whether a type with an import() in it was taken for code without any error:
// f<typeof import("m")>(x) for two comparisons, x as import("m").T for a call.
func misreadsImport(nodes []Node) bool {
	for i := range nodes {
		switch nodes[i].Kind {
		case KindUnaryExpression:
			if int(nodes[i].Next) > i+2 && nodes[i+1].Kind == KindTokenTypeof && beginsWithImport(nodes, i+2) {
				return true
			}
		case KindAsExpression, KindSatisfiesExpression:
			value := i + 1
			if value < int(nodes[i].Next) && nodes[value].Next < nodes[i].Next && beginsWithImport(nodes, int(nodes[value].Next)) {
				return true
			}
		}
	}
	return false
}

// beginsWithImport reports whether node i is an import(), or a member of one.
func beginsWithImport(nodes []Node, i int) bool {
	for i+1 < len(nodes) && (nodes[i].Kind == KindMemberExpression || nodes[i].Kind == KindSubscriptExpression) {
		i++
	}
	return i+1 < len(nodes) && nodes[i].Kind == KindCallExpression && nodes[i+1].Kind == KindImport
}
