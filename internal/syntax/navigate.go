package syntax

import "iter"

// Children gives the indexes of node i's children, in order.
func (t *Tree) Children(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		end := int(t.Nodes[i].Next)
		for c := i + 1; c < end; c = int(t.Nodes[c].Next) {
			if !yield(c) {
				return
			}
		}
	}
}

// Child is node i's first child with that field, or -1.
func (t *Tree) Child(i int, f Field) int {
	end := int(t.Nodes[i].Next)
	for c := i + 1; c < end; c = int(t.Nodes[c].Next) {
		if t.Nodes[c].Field == f {
			return c
		}
	}
	return -1
}

// ChildOfKind is node i's first child of that kind, or -1.
func (t *Tree) ChildOfKind(i int, k Kind) int {
	end := int(t.Nodes[i].Next)
	for c := i + 1; c < end; c = int(t.Nodes[c].Next) {
		if t.Nodes[c].Kind == k {
			return c
		}
	}
	return -1
}

// FirstChild is node i's first child that is not a comment, or -1.
func (t *Tree) FirstChild(i int) int {
	end := int(t.Nodes[i].Next)
	for c := i + 1; c < end; c = int(t.Nodes[c].Next) {
		if k := t.Nodes[c].Kind; k != KindComment && k != KindHTMLComment {
			return c
		}
	}
	return -1
}

// NodeText is the text of node i, a part of t.Text.
func (t *Tree) NodeText(i int) []byte { return t.Text[t.Nodes[i].Start:t.Nodes[i].End] }

// Parents gives every node's parent; the root has -1. Each call makes a slice of 4 bytes a node:
// walks from the root do not need it.
func (t *Tree) Parents() []int32 { return parentsOf(t.Nodes) }

func parentsOf(nodes []Node) []int32 {
	parents := make([]int32, len(nodes))
	parent := int32(-1)
	for i := range nodes {
		for parent >= 0 && int(nodes[parent].Next) <= i {
			parent = parents[parent]
		}
		parents[i] = parent
		if int(nodes[i].Next) > i+1 {
			parent = int32(i)
		}
	}
	return parents
}
