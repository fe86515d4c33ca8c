package structure

import (
	"crypto/sha256"
	"encoding/hex"

	"sentinel/internal/syntax"
)

// Bounds of what tells the arguments of a call from those of others. Calls inside the arguments of calls
// would otherwise cost the square of their nesting.
const (
	maxKeyNodes = 64
	maxKeyBytes = 2048
)

// key makes a finding the same one wherever it stands. It is made of what is called, under its real name, and
// of the tokens of the arguments: so it stays when the call moves to another line or file, is formatted or
// renamed on import, and changes when something else is passed. Bodies of functions are left out, so that work
// on a callback does not make the call around it new. What equal calls have as key is equal; the engine counts
// them. Of the arguments only a hash is kept: no text of the file gets out through a key.
func (a *analysis) key(s signal) string {
	a.tokens = a.tokens[:0]
	if s.call >= 0 {
		if list := a.tree.Child(int(s.call), syntax.FieldArguments); list >= 0 {
			a.addTokens(list)
		}
	}
	sum := sha256.Sum256(a.tokens)
	return s.callee + " " + hex.EncodeToString(sum[:8])
}

// addTokens adds the tokens of a subtree, without comments, white space and the quotes of strings.
func (a *analysis) addTokens(root int) {
	last := a.nodes[root].Next
	end := a.nodes[root].Start // of what was added so far
	i := uint32(root)
	for nodes := 0; i < last && nodes < maxKeyNodes && len(a.tokens) < maxKeyBytes; nodes++ {
		n := &a.nodes[i]
		a.addPunctuation(end, n.Start)
		next := n.Next
		switch {
		case isComment(n.Kind):
		case n.Kind == syntax.KindStatementBlock:
			a.tokens = append(a.tokens, "{}"...)
		case n.Kind == syntax.KindString && n.End-n.Start >= 2:
			a.tokens = append(a.tokens, '"')
			a.addToken(n.Start+1, n.End-1)
		case n.Next == i+1: // a leaf
			a.addToken(n.Start, n.End)
		default:
			next = i + 1
		}
		if next > i+1 || n.Next == i+1 {
			end = max(end, n.End)
		} else {
			end = max(end, n.Start)
		}
		i = next
	}
}

func (a *analysis) addToken(start, end uint32) {
	a.tokens = append(a.tokens, a.text[start:min(end, start+maxKeyBytes)]...)
	a.tokens = append(a.tokens, 0)
}

// addPunctuation adds what stands between nodes. Commas and semicolons are left out, because formatters add
// them at the end of lists: the ends of tokens are told apart without them.
func (a *analysis) addPunctuation(start, end uint32) {
	for i := start; i < end && i < start+maxKeyBytes; i++ {
		switch c := a.text[i]; c {
		case ' ', '\t', '\r', '\n', ',', ';':
		default:
			a.tokens = append(a.tokens, c)
		}
	}
}
