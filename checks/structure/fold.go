package structure

import (
	"strings"

	"sentinel/internal/syntax"
)

// Bounds of constant folding: code that a person wrote is far below them, and doubling strings
// (a = b + b, b = c + c, ...) cannot get past them.
const (
	maxFoldDepth  = 40
	maxFoldLength = 4096 // bytes
)

// fold is the string that an expression always is. It follows literals, concatenations, templates, names that
// never get another value, and the few calls that give a path from constants. It reports false for the rest.
func (a *analysis) fold(node int32) (string, bool) { return a.foldAt(node, maxFoldDepth) }

func (a *analysis) foldAt(node int32, depth int) (string, bool) {
	if node < 0 || depth == 0 || !a.spend(1) {
		return "", false
	}
	depth--
	node = a.unwrapped(node)
	var s string
	ok := false
	switch a.nodes[node].Kind {
	case syntax.KindString:
		s, ok = a.tree.StringValue(int(node))
	case syntax.KindTemplateString:
		s, ok = a.foldTemplate(node, depth)
	case syntax.KindBinaryExpression:
		s, ok = a.foldSum(node, depth)
	case syntax.KindIdentifier:
		s, ok = a.foldName(node, depth)
	case syntax.KindCallExpression, syntax.KindNewExpression:
		s, ok = a.foldCall(node, depth)
	case syntax.KindMemberExpression:
		s, ok = a.foldMember(node, depth)
	}
	return s, ok && len(s) <= maxFoldLength
}

func (a *analysis) foldTemplate(node int32, depth int) (string, bool) {
	if s, ok := a.tree.StringValue(int(node)); ok {
		return s, true
	}
	var b strings.Builder
	for c := range a.tree.Children(int(node)) {
		part, ok := "", false
		switch a.nodes[c].Kind {
		case syntax.KindStringFragment:
			part, ok = string(a.tree.NodeText(c)), true
		case syntax.KindTemplateSubstitution:
			part, ok = a.foldAt(int32(a.tree.FirstChild(c)), depth)
		}
		if !ok || b.Len()+len(part) > maxFoldLength {
			return "", false
		}
		b.WriteString(part)
	}
	return b.String(), true
}

func (a *analysis) foldSum(node int32, depth int) (string, bool) {
	if a.operatorOf(node) != syntax.KindTokenPlus {
		return "", false
	}
	left, ok := a.foldAt(int32(a.tree.Child(int(node), syntax.FieldLeft)), depth)
	if !ok {
		return "", false
	}
	right, ok := a.foldAt(int32(a.tree.Child(int(node), syntax.FieldRight)), depth)
	return left + right, ok
}

func (a *analysis) foldName(node int32, depth int) (string, bool) {
	id := a.bindingAt(node)
	if id < 0 || a.bindings[id].value < 0 {
		if a.nodeIs(node, "__dirname") {
			return ".", id < 0 || a.bindings[id].scope < 0
		}
		return "", false
	}
	return a.foldAt(a.bindings[id].value, depth)
}

// foldMember knows the ends of the calls above: new URL(...).href, and where this file is.
func (a *analysis) foldMember(node int32, depth int) (string, bool) {
	if a.nodeIs(node, "import.meta.dirname") || a.nodeIs(node, "import.meta.dir") {
		return ".", true
	}
	switch a.lastName(node) {
	case "href", "pathname":
		return a.foldAt(int32(a.tree.Child(int(node), syntax.FieldObject)), depth)
	}
	return "", false
}
