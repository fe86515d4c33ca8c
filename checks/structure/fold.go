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

// foldCall knows calls that give the place of a file from constants: such a file is part of the repository
// and has a name that anyone can read. The place is given relative to the file, as imports have it.
func (a *analysis) foldCall(node int32, depth int) (string, bool) {
	args, ok := a.arguments(node)
	if !ok {
		return "", false
	}
	name := a.lastName(a.callee(node))
	if name == "join" && len(args) < 2 {
		if list := int32(a.tree.Child(int(a.callee(node)), syntax.FieldObject)); a.nodes[list].Kind == syntax.KindArray {
			return a.foldList(list, args, depth)
		}
	}
	if len(args) == 0 {
		return "", false
	}
	switch name {
	case "resolve", "join":
		return a.foldPath(node, args, depth)
	case "URL":
		if len(args) == 2 && a.nodeIs(args[1], "import.meta.url") {
			return a.foldAt(args[0], depth)
		}
	case "fileURLToPath", "pathToFileURL":
		return a.foldAt(args[0], depth)
	}
	return "", false
}

// foldList is ["a", "b"].join(separator), which compilers and people who hide names write.
func (a *analysis) foldList(list int32, args []int32, depth int) (string, bool) {
	separator := ","
	if len(args) == 1 {
		s, ok := a.foldAt(args[0], depth)
		if !ok {
			return "", false
		}
		separator = s
	}
	var parts []string
	for c := range a.tree.Children(int(list)) {
		if isComment(a.nodes[c].Kind) {
			continue
		}
		part, ok := a.foldAt(int32(c), depth)
		if !ok || len(parts) == maxFoldLength {
			return "", false
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, separator), true
}

func (a *analysis) foldPath(node int32, args []int32, depth int) (string, bool) {
	callee := string(a.tree.NodeText(int(a.callee(node))))
	if callee == "require.resolve" || callee == "import.meta.resolve" {
		return a.foldAt(args[0], depth)
	}
	var parts []string
	for _, arg := range args {
		s, ok := a.foldAt(arg, depth)
		if !ok {
			return "", false
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "/"), true
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
