package structure

import "sentinel/internal/syntax"

// spend takes n steps from what the file may cost beyond the scan, and reports whether there were as many left.
// Everything that goes up or down the tree pays for it, so that no nesting makes the check slow.
func (a *analysis) spend(n int) bool {
	a.budget -= n
	return a.budget >= 0
}

// maxEscaped is how many bytes a character of a name takes at most: \u{00065} has nine. Longer escapes are legal,
// but only hide names that would make a finding milder.
const maxEscaped = 12

// nameAt is the name that the identifier at a node is.
func (a *analysis) nameAt(node int32) []byte {
	if a.escaped {
		return a.tree.NameText(int(node))
	}
	return a.text[a.nodes[node].Start:a.nodes[node].End]
}

// nodeIs reports whether the text of a node is exactly s.
func (a *analysis) nodeIs(node int32, s string) bool {
	n := &a.nodes[node]
	if a.escaped && int(n.End-n.Start) <= maxEscaped*len(s) {
		return string(a.tree.NameText(int(node))) == s
	}
	return int(n.End-n.Start) == len(s) && string(a.text[n.Start:n.End]) == s
}

func (a *analysis) line(node int32) int { return int(a.nodes[node].Row) + 1 }

// unwrapped looks through what does not change a value: parentheses, await, and the casts of TypeScript.
func (a *analysis) unwrapped(node int32) int32 {
	for a.spend(1) {
		inner := -1
		switch a.nodes[node].Kind {
		case syntax.KindParenthesizedExpression, syntax.KindAwaitExpression, syntax.KindAsExpression,
			syntax.KindSatisfiesExpression, syntax.KindNonNullExpression, syntax.KindInstantiationExpression:
			inner = a.tree.FirstChild(int(node))
		case syntax.KindTypeAssertion, syntax.KindSequenceExpression:
			inner = int(a.lastChild(node))
		}
		if inner < 0 {
			return node
		}
		node = int32(inner)
	}
	return node
}

// lastChild is a node's last child that is not a comment, -1 where there is none.
func (a *analysis) lastChild(node int32) int32 {
	last := int32(-1)
	for c := range a.tree.Children(int(node)) {
		if !isComment(a.nodes[c].Kind) && a.spend(1) {
			last = int32(c)
		}
	}
	return last
}

// isLast reports whether nothing but comments follows a node in its parent.
func (a *analysis) isLast(node, parent int32) bool {
	for next := a.nodes[node].Next; next < a.nodes[parent].Next; next = a.nodes[next].Next {
		if !isComment(a.nodes[next].Kind) || !a.spend(1) {
			return false
		}
	}
	return true
}

func isComment(k syntax.Kind) bool { return k == syntax.KindComment || k == syntax.KindHTMLComment }

func (a *analysis) operatorOf(node int32) syntax.Kind {
	operator := a.tree.Child(int(node), syntax.FieldOperator)
	if operator < 0 {
		return syntax.KindNone
	}
	return a.nodes[operator].Kind
}

// callee is what a call calls, or new constructs; -1 where the tree does not say.
func (a *analysis) callee(call int32) int32 {
	if a.nodes[call].Kind == syntax.KindNewExpression {
		return int32(a.tree.Child(int(call), syntax.FieldConstructor))
	}
	return int32(a.tree.Child(int(call), syntax.FieldFunction))
}

// maxArguments is how many arguments of a call are looked at: no function in the table needs more.
const maxArguments = 16

// arguments are the first arguments of a call. It reports false where a spread hides which is which,
// and for a tagged template.
func (a *analysis) arguments(call int32) ([]int32, bool) {
	list := a.tree.Child(int(call), syntax.FieldArguments)
	if list < 0 {
		return nil, a.nodes[call].Kind == syntax.KindNewExpression
	}
	if a.nodes[list].Kind != syntax.KindArguments {
		return nil, false
	}
	return a.elements(list)
}

// elements are the first elements of a list, and whether a spread hides which is which.
func (a *analysis) elements(list int) ([]int32, bool) {
	var args []int32
	for c := range a.tree.Children(list) {
		switch {
		case a.nodes[c].Kind == syntax.KindSpreadElement:
			return args, false
		case len(args) == maxArguments:
			return args, true
		case !isComment(a.nodes[c].Kind):
			args = append(args, int32(c))
		}
	}
	return args, true
}

// lastName is the last identifier of a callee: exec of exec, a.exec and a.b.exec.
func (a *analysis) lastName(node int32) string {
	if node < 0 {
		return ""
	}
	node = a.unwrapped(node)
	if a.nodes[node].Kind == syntax.KindMemberExpression {
		node = int32(a.tree.Child(int(node), syntax.FieldProperty))
	}
	if node < 0 {
		return ""
	}
	switch a.nodes[node].Kind {
	case syntax.KindIdentifier, syntax.KindPropertyIdentifier, syntax.KindShorthandPropertyIdentifier:
		return string(a.nameAt(node))
	}
	return ""
}

// keyName is the name of a property where it is constant: of a pair, a method, a member or a subscript.
func (a *analysis) keyName(key int32) (string, bool) {
	if key < 0 {
		return "", false
	}
	switch a.nodes[key].Kind {
	case syntax.KindPropertyIdentifier, syntax.KindShorthandPropertyIdentifier, syntax.KindShorthandPropertyIdentifierPattern,
		syntax.KindIdentifier:
		return string(a.nameAt(key)), true
	case syntax.KindString:
		return a.tree.StringValue(int(key))
	case syntax.KindComputedPropertyName:
		return a.fold(int32(a.tree.FirstChild(int(key))))
	}
	return "", false
}

// fixed is the expression that a name always is, and any other expression itself.
func (a *analysis) fixed(node int32) int32 {
	node = a.unwrapped(node)
	if a.nodes[node].Kind != syntax.KindIdentifier {
		return node
	}
	if id := a.bindingAt(node); id >= 0 && a.bindings[id].value >= 0 {
		return a.unwrapped(a.bindings[id].value)
	}
	return node
}

// property is the value of an object literal's property, -1 where it has none of that name.
func (a *analysis) property(object int32, name string) int32 {
	if a.nodes[object].Kind != syntax.KindObject {
		return -1
	}
	for c := range a.tree.Children(int(object)) {
		if !a.spend(1) || a.nodes[c].Kind != syntax.KindPair {
			continue
		}
		key := int32(a.tree.Child(c, syntax.FieldKey))
		if s, ok := a.keyName(key); ok && s == name {
			return int32(a.tree.Child(c, syntax.FieldValue))
		}
	}
	return -1
}

func isFunction(k syntax.Kind) bool {
	switch k {
	case syntax.KindFunctionExpression, syntax.KindArrowFunction, syntax.KindGeneratorFunction, syntax.KindFunctionDeclaration,
		syntax.KindGeneratorFunctionDeclaration, syntax.KindMethodDefinition:
		return true
	}
	return false
}
