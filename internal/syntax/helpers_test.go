//go:build cgo

package syntax

import (
	"fmt"
	"strings"
	"testing"
)

func mustParse(t testing.TB, lang Language, text string) *Tree {
	t.Helper()
	tree, err := Parse(lang, []byte(text))
	if err != nil {
		t.Fatalf("Parse(%s, %.80q): %v", lang, text, err)
	}
	return tree
}

// outline is a tree in one line: kinds in parentheses, fields before a colon.
func outline(t *Tree) string {
	var b strings.Builder
	var write func(i int)
	write = func(i int) {
		if f := t.Nodes[i].Field; f != FieldNone {
			fmt.Fprintf(&b, "%s:", f)
		}
		fmt.Fprintf(&b, "(%s", t.Nodes[i].Kind)
		for c := range t.Children(i) {
			b.WriteByte(' ')
			write(c)
		}
		b.WriteByte(')')
	}
	write(0)
	return b.String()
}

// calls are the texts of what is called, constructed or imported by code, in order.
func calls(t *Tree) []string {
	var found []string
	for i := 0; i < len(t.Nodes); i++ {
		switch k := t.Nodes[i].Kind; {
		case k.IsType():
			i = int(t.Nodes[i].Next) - 1
		case k == KindCallExpression:
			found = append(found, string(t.NodeText(t.Child(i, FieldFunction))))
		case k == KindNewExpression:
			found = append(found, "new "+string(t.NodeText(t.Child(i, FieldConstructor))))
		}
	}
	return found
}

// checkTree reports what is wrong with a tree's shape.
func checkTree(t testing.TB, tree *Tree) {
	t.Helper()
	n := len(tree.Nodes)
	if n == 0 {
		t.Fatal("a tree without nodes")
	}
	if tree.Nodes[0].Next != uint32(n) {
		t.Fatalf("the root ends at %d of %d nodes", tree.Nodes[0].Next, n)
	}
	for i, parent := range tree.Parents() {
		node := tree.Nodes[i]
		if node.Start > node.End || int(node.End) > len(tree.Text) {
			t.Fatalf("node %d, %s, has the extent %d-%d in %d bytes", i, node.Kind, node.Start, node.End, len(tree.Text))
		}
		if int(node.Next) <= i || int(node.Next) > n {
			t.Fatalf("node %d, %s, has Next %d of %d nodes", i, node.Kind, node.Next, n)
		}
		if node.Kind == KindNone || node.Kind >= kindCount || node.Field >= fieldCount {
			t.Fatalf("node %d has kind %d and field %d", i, node.Kind, node.Field)
		}
		if parent < 0 {
			if i != 0 {
				t.Fatalf("node %d has no parent", i)
			}
			continue
		}
		if up := tree.Nodes[parent]; node.Next > up.Next || node.Start < up.Start || node.End > up.End {
			t.Fatalf("node %d, %s %d-%d, reaches out of its parent, %s %d-%d", i, node.Kind, node.Start, node.End, up.Kind, up.Start, up.End)
		}
	}
	if tree.Complete && tree.ErrorOffset != -1 || tree.ErrorOffset > len(tree.Text) {
		t.Fatalf("Complete is %v, ErrorOffset %d of %d bytes", tree.Complete, tree.ErrorOffset, len(tree.Text))
	}
}
