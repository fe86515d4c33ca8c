package structure

import "sentinel/internal/syntax"

// maxRoot is how many members deep the root of an expression is looked for: path.posix.join has two.
const maxRoot = 4

// rootOf is what a chain of members begins with.
func (a *analysis) rootOf(node int32) int32 {
	for range maxRoot {
		if a.nodes[node].Kind != syntax.KindMemberExpression {
			break
		}
		object := a.tree.Child(int(node), syntax.FieldObject)
		if object < 0 {
			break
		}
		node = int32(object)
	}
	return node
}

// isDeclared reports whether the file itself declares or assigns what a chain of members begins with.
func (a *analysis) isDeclared(node int32) bool {
	id := a.bindingAt(a.rootOf(node))
	return id >= 0 && len(a.bindings[id].targets) > 0
}

// originOf is the module that the root of a chain of members is imported or required from, and nothing else is
// assigned to; "" where there is none.
func (a *analysis) originOf(node int32) string {
	root := a.rootOf(node)
	if a.nodes[root].Kind == syntax.KindCallExpression {
		return a.requiredBy(root)
	}
	id := a.bindingAt(root)
	if id < 0 || len(a.bindings[id].targets) != 1 {
		return ""
	}
	declared := a.occurrences[a.bindings[id].targets[0]].node
	if name := a.importedFrom(declared); name != "" {
		return name
	}
	return a.requiredFrom(declared)
}

// importedFrom is the module that an import statement takes a name from, "" where the name is none of one.
func (a *analysis) importedFrom(node int32) string {
	for range 4 { // identifier, specifier, list, clause
		node = a.parents[node]
		if node < 0 {
			return ""
		}
		if a.nodes[node].Kind == syntax.KindImportStatement {
			if source := a.importSource(node); source >= 0 {
				name, _ := a.tree.StringValue(int(source))
				return name
			}
			return ""
		}
	}
	return ""
}

// requiredFrom is the module in const name = require("m") and const { name } = require("m").
func (a *analysis) requiredFrom(node int32) string {
	top := a.patternTop(node)
	if top < 0 || a.parents[top] < 0 || a.nodes[a.parents[top]].Kind != syntax.KindVariableDeclarator {
		return ""
	}
	value := int32(a.tree.Child(int(a.parents[top]), syntax.FieldValue))
	if value < 0 {
		return ""
	}
	return a.requiredBy(a.rootOf(a.unwrapped(value)))
}

// requiredBy is the module that a call of require names, with or without what compilers put around it:
// __toESM(require("m")). It is "" where the node is no such call.
func (a *analysis) requiredBy(call int32) string {
	for a.spend(1) && a.nodes[call].Kind == syntax.KindCallExpression {
		callee := a.callee(call)
		args, ok := a.arguments(call)
		if !ok || len(args) == 0 || callee < 0 {
			return ""
		}
		if a.nodeIs(callee, "require") && !a.isDeclared(callee) {
			name, _ := a.tree.StringValue(int(args[0]))
			return name
		}
		if !transparent[a.lastName(callee)] {
			return ""
		}
		call = args[0]
	}
	return ""
}

// isRequire reports whether an identifier is require itself, or const require = createRequire(...).
func (a *analysis) isRequire(node int32) bool {
	if !a.isDeclared(node) {
		return a.nodeIs(node, "require")
	}
	id := a.bindingAt(node)
	value := a.bindings[id].value
	return value >= 0 && a.nodes[value].Kind == syntax.KindCallExpression && a.lastName(a.callee(value)) == "createRequire"
}
