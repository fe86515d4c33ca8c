package structure

import "sentinel/internal/syntax"

// maxPatternDepth bounds how deep destructuring is followed: the deepest member in the table has three parts.
const maxPatternDepth = 16

// bindPattern gives the parts of a value to the names of a pattern: { promises: { rm: remove = fallback } }.
// Patterns of arrays are not followed: no known value is one.
func (a *analysis) bindPattern(pattern int32, v value, depth int) {
	if pattern < 0 || depth == 0 || !a.spend(1) {
		return
	}
	switch a.nodes[pattern].Kind {
	case syntax.KindIdentifier, syntax.KindShorthandPropertyIdentifierPattern:
		a.give(a.bindingAt(pattern), v)
	case syntax.KindRestPattern:
		a.bindPattern(int32(a.tree.FirstChild(int(pattern))), v, depth-1)
	case syntax.KindAssignmentPattern, syntax.KindObjectAssignmentPattern:
		a.bindPattern(int32(a.tree.Child(int(pattern), syntax.FieldLeft)), v, depth-1)
	case syntax.KindObjectPattern:
		for c := range a.tree.Children(int(pattern)) {
			a.bindProperty(int32(c), v, depth-1)
		}
	}
}

// bindProperty takes one property out of a value.
func (a *analysis) bindProperty(property int32, v value, depth int) {
	key, target := property, property
	switch a.nodes[property].Kind {
	case syntax.KindRestPattern:
		a.bindPattern(property, v, depth)
		if v.e.role == environment {
			a.noteEnv(allVariables, property)
		}
		return
	case syntax.KindPairPattern:
		key = int32(a.tree.Child(int(property), syntax.FieldKey))
		target = int32(a.tree.Child(int(property), syntax.FieldValue))
	case syntax.KindObjectAssignmentPattern:
		key = int32(a.tree.Child(int(property), syntax.FieldLeft))
	case syntax.KindShorthandPropertyIdentifierPattern:
	default:
		return
	}
	name, ok := a.keyName(key)
	if v.e.role == environment {
		if !ok {
			name = allVariables
		}
		a.noteEnv(name, property)
		return
	}
	if !ok {
		if v.e.whole != noOperation && v.pending == called {
			a.report(signal{does: v.e.whole, node: key, call: -1, also: []int32{key}, callee: v.e.path + "[computed]",
				message: "takes a computed member of " + v.describe()})
		}
		return
	}
	if m, ok := v.property(name); ok {
		a.bindPattern(target, m, depth)
	}
}

// property is a member of a value. The default member of a module is taken for the module itself,
// as compilers make it for modules that have none.
func (v value) property(name string) (value, bool) {
	if v.pending != called {
		return v, false
	}
	if m, ok := v.e.members[name]; ok {
		v.e = m
		return v, true
	}
	return v, name == "default" && v.module != ""
}

// bindParameter gives a value to a function's parameter, and reports whether it has that many.
func (a *analysis) bindParameter(function int32, index int, v value) bool {
	if p := a.tree.Child(int(function), syntax.FieldParameter); p >= 0 && index == 0 {
		a.bindPattern(int32(p), v, maxPatternDepth)
		return true
	}
	list := a.tree.Child(int(function), syntax.FieldParameters)
	if list < 0 {
		return false
	}
	for c := range a.tree.Children(list) {
		if isComment(a.nodes[c].Kind) {
			continue
		}
		if index > 0 {
			index--
			continue
		}
		if p := a.tree.Child(c, syntax.FieldPattern); p >= 0 {
			c = p
		}
		a.bindPattern(int32(c), v, maxPatternDepth)
		return true
	}
	return false
}
