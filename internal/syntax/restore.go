package syntax

import (
	"bytes"
	"slices"
	"sort"
)

// insertion puts nodes before the one that has index at, or with inside set, last into all that end there.
// Next of the nodes counts from the first of them.
type insertion struct {
	at     int
	inside bool
	nodes  []Node
}

// restoreFacts puts the facts back that edits have hidden. It changes nodes.
func restoreFacts(text []byte, nodes []Node, edits []edit) []Node {
	parents := parentsOf(nodes)
	var insertions []insertion
	for _, e := range edits {
		switch e.restore {
		case typeToken:
			if i := firstFrom(nodes, e.at); i < len(nodes) {
				token := Node{Kind: KindTokenType, Start: uint32(e.at), End: uint32(e.end()), Row: nodes[i].Row, Next: 1}
				insertions = append(insertions, insertion{at: i, nodes: []Node{token}})
			}
		case importCall:
			// Directly below an expression such as x as import("m") it would pass for code.
			if i := leafOf(nodes, e.at, e.end()); i >= 0 && belowType(nodes, parents, i) {
				nodes[i].Kind = KindCallExpression
				insertions = append(insertions, insertion{at: i + 1, inside: true, nodes: importParts(text, nodes[i])})
			}
		case defaultToken:
			if i := leafOf(nodes, e.at+len("function "), e.end()); i >= 0 {
				nodes[i].Kind, nodes[i].Field = KindTokenDefault, FieldNone
				nodes[i].Start, nodes[i].End = uint32(e.at), uint32(e.at+len("default"))
			}
		}
	}
	return insert(nodes, insertions)
}

// belowType reports whether node i is part of a type and not all of it.
func belowType(nodes []Node, parents []int32, i int) bool {
	for up := parents[i]; up >= 0; up = parents[up] {
		if nodes[up].Kind.IsType() {
			return true
		}
	}
	return false
}

// firstFrom is the index of the first node that does not start before the offset.
func firstFrom(nodes []Node, start int) int {
	return sort.Search(len(nodes), func(i int) bool { return int(nodes[i].Start) >= start })
}

// leafOf is the index of the childless node with that extent, or -1.
func leafOf(nodes []Node, start, end int) int {
	for i := firstFrom(nodes, start); i < len(nodes) && int(nodes[i].Start) == start; i++ {
		if int(nodes[i].End) == end && int(nodes[i].Next) == i+1 {
			return i
		}
	}
	return -1
}

// importParts are the children that the grammars give the call import("m").
func importParts(text []byte, call Node) []Node {
	part := func(kind Kind, field Field, start, end int, next uint32) Node {
		return Node{Kind: kind, Field: field, Start: call.Start + uint32(start), End: call.Start + uint32(end), Row: call.Row, Next: next}
	}
	source := text[call.Start:call.End]
	paren := bytes.IndexByte(source, '(')
	open := bytes.IndexAny(source, `'"`)
	closing := open + 1 + bytes.IndexByte(source[open+1:], source[open])
	return []Node{
		part(KindImport, FieldFunction, 0, len("import"), 1),
		part(KindArguments, FieldArguments, paren, len(source), 4),
		part(KindString, FieldNone, open, closing+1, 4),
		part(KindStringFragment, FieldNone, open+1, closing, 4),
	}
}

// insert gives nodes with the insertions made.
func insert(nodes []Node, insertions []insertion) []Node {
	if len(insertions) == 0 {
		return nodes
	}
	slices.SortStableFunc(insertions, func(a, b insertion) int { return a.at - b.at })
	before := make([]uint32, len(insertions)+1) // how many nodes the first so many insertions have
	for i, ins := range insertions {
		before[i+1] = before[i] + uint32(len(ins.nodes))
	}
	shifted := func(next uint32) uint32 {
		return next + before[sort.Search(len(insertions), func(i int) bool {
			return insertions[i].at > int(next) || insertions[i].at == int(next) && !insertions[i].inside
		})]
	}

	grown := make([]Node, 0, len(nodes)+int(before[len(insertions)]))
	rest := insertions
	for i := 0; i <= len(nodes); i++ {
		for len(rest) > 0 && rest[0].at == i {
			base := uint32(len(grown))
			for _, n := range rest[0].nodes {
				n.Next += base
				grown = append(grown, n)
			}
			rest = rest[1:]
		}
		if i < len(nodes) {
			n := nodes[i]
			n.Next = shifted(n.Next)
			grown = append(grown, n)
		}
	}
	return grown
}
