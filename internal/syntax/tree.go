package syntax

// Node is one node of a flattened tree. Nodes stand in source order, parents before children:
// the first child of node i is i+1 (if Nodes[i].Next > i+1), its next sibling is Nodes[i].Next.
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

// Kind is a node's kind, the same number in every grammar of this package.
type Kind uint16

// Field is the role of a node in its parent, the same number in every grammar; 0 is none.
type Field uint8

// Tree is a parsed file.
type Tree struct {
	Language Language
	Text     []byte
	Nodes    []Node
	// Complete is false where the grammar did not understand everything.
	Complete bool
	// ErrorOffset is where it first did not, in bytes; -1 when complete or when no position is known.
	ErrorOffset int
}
