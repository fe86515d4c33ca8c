package structure

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"sentinel/internal/syntax"
)

// part is a subtree that has a digest of its own: what is passed to a call, or the name that a member is
// computed by. In the digest of a subtree around it stands its digest, so that no nesting makes keys costly.
type part struct {
	node int32
	// withoutCallbacks leaves out the bodies of functions that are arguments themselves.
	withoutCallbacks bool
}

type digest [sha256.Size]byte

// keys makes the keys of a file's signals.
type keys struct {
	a      *analysis
	known  map[part]digest
	writer tokenWriter
}

// newKeys works out the digests of all parts that the signals' are made of, the inner ones first.
func newKeys(a *analysis, signals []signal) *keys {
	k := &keys{a: a, known: map[part]digest{}, writer: tokenWriter{a: a}}
	var outer []int32
	for _, s := range signals {
		outer = append(outer, a.partsOf(s)...)
	}
	slices.Sort(outer)
	var nodes []int32
	end := int32(0)
	for _, node := range outer {
		for i := max(node, end); i < int32(a.nodes[node].Next); i++ {
			if i == node || a.isPart(i) {
				nodes = append(nodes, i)
			}
		}
		end = max(end, int32(a.nodes[node].Next))
	}
	for _, node := range slices.Backward(nodes) {
		k.digestOf(part{node: node})
	}
	return k
}

// key makes a finding the same one wherever it stands. It is made of what is called, under its real name, and
// of all that is written as its arguments: so it stays when the call moves to another line or file, is formatted
// or renamed on import, and changes when something else is written there. What equal calls have as key is equal;
// the engine counts them. Of the arguments only a hash is kept: no text of the file gets out through a key.
//
// The body of a function that is an argument itself is left out where such a function is only told what
// happened, so that work on a callback does not make the call around it new: what it does has its own findings.
func (k *keys) key(s signal) string {
	sum := sha256.New()
	for _, node := range k.a.partsOf(s) {
		d := k.digestOf(part{node, s.does.takesCallbacks()})
		sum.Write(d[:])
	}
	return s.callee + " " + hex.EncodeToString(sum.Sum(nil)[:8])
}

func (k *keys) digestOf(p part) digest {
	d, ok := k.known[p]
	if !ok {
		d = sha256.Sum256(k.writer.write(p, k.known))
		k.known[p] = d
	}
	return d
}

// partsOf are the parts that tell a signal from others of the same callee.
func (a *analysis) partsOf(s signal) []int32 {
	parts := slices.Clone(s.also)
	if s.call >= 0 {
		if list := a.tree.Child(int(s.call), syntax.FieldArguments); list >= 0 {
			parts = append(parts, int32(list))
		}
	} else if a.nodes[s.node].Kind == syntax.KindString { // import "m"
		parts = append(parts, s.node)
	}
	return parts
}

// isPart reports whether a subtree is replaced by its digest in those around it. Every kind of part that can
// be nested in another has to be.
func (a *analysis) isPart(node int32) bool {
	n := &a.nodes[node]
	return n.Kind == syntax.KindArguments || n.Kind == syntax.KindComputedPropertyName ||
		n.Field == syntax.FieldArguments || n.Field == syntax.FieldIndex
}

// takesCallbacks reports whether a function given to such an operation is called by it, and neither is run as
// text nor becomes part of what is run. Functions that take code may take the text of a function.
func (o operation) takesCallbacks() bool {
	switch o {
	case processExec, fileDelete, fileWrite, networkConnect, networkListen, cryptography:
		return true
	}
	return false
}
