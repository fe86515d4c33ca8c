package syntax

// Node is one node of a flattened tree. Nodes stand in source order, parents before children:
// the first child of node i is i+1 (if Nodes[i].Next > i+1), its next sibling is Nodes[i].Next.
// The layout is that of the C type node in flatten.h.
type Node struct {
	Kind  Kind
	Field Field
	// Start and End are byte offsets, half-open.
	Start, End uint32
	// Row is the line of Start, from 0.
	Row uint32
	// Next is the index after the node's subtree.
	Next uint32
}

// Tree is a parsed file. It is never changed, so any number of goroutines may read it.
type Tree struct {
	Language Language
	Text     []byte
	// Nodes is never empty; Nodes[0] is the root: KindProgram, or KindError where nothing made sense.
	Nodes []Node
	// Complete is false where the grammar did not understand everything.
	Complete bool
	// ErrorOffset is where it first did not, in bytes; -1 when complete or when no position is known.
	ErrorOffset int
}

// newTree is a tree of nodes; hasError is what the parser says of it.
func newTree(lang Language, text []byte, nodes []Node, hasError bool) *Tree {
	t := &Tree{Language: lang, Text: text, Nodes: nodes, Complete: !hasError, ErrorOffset: -1}
	if hasError {
		t.ErrorOffset = firstError(nodes)
	}
	return t
}

// firstError is the first place below the root that was not understood, or else the root's own.
func firstError(nodes []Node) int {
	for i := 1; i < len(nodes); i++ {
		if k := nodes[i].Kind; k == KindError || k == KindMissing {
			return int(nodes[i].Start)
		}
	}
	if len(nodes) > 0 && nodes[0].Kind == KindError {
		return int(nodes[0].Start)
	}
	return -1
}
