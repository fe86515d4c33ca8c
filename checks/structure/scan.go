package structure

import "sentinel/internal/syntax"

// occurrence is an identifier in the text that is a name of the program: declared, assigned or used.
type occurrence struct {
	node int32
	// scope is the innermost scope around the node.
	scope int32
	sym   symbol
	// next is the next occurrence of the same symbol, -1 at the last.
	next int32
	// binding is what the name means here, once the symbol is resolved.
	binding int32
}

// scope is a part of the tree in which names can be declared: the nodes from start up to end.
type scope struct {
	start, end, parent int32
	// function is the scope that var declares in: the innermost function or file around.
	function int32
}

// found are the nodes that analysis starts from, in source order.
type found struct {
	imports, exports []int32 // statements
	importWords      []int32 // the word import of import(...) and import.meta
	constructors     []int32 // member expressions x.constructor
	subscripts       []int32 // x["name"], x["na" + "me"]
	routeCalls       []int32 // calls of a member named as a method of HTTP
	decorators       []int32
}

// scan goes through the tree once. It is the only step that sees every node, and so most of what the check
// costs: whatever can wait until a name turns out to matter is left to later steps.
func (a *analysis) scan() {
	current := a.openScope(0, -1, true)
	for i := 0; i < len(a.nodes); {
		n := &a.nodes[i]
		for int32(i) >= a.scopes[current].end {
			current = a.scopes[current].parent
		}
		switch n.Kind {
		case syntax.KindIdentifier, syntax.KindShorthandPropertyIdentifier, syntax.KindShorthandPropertyIdentifierPattern:
			a.occur(int32(i), n, current)
		case syntax.KindFunctionDeclaration, syntax.KindFunctionExpression, syntax.KindGeneratorFunctionDeclaration,
			syntax.KindGeneratorFunction, syntax.KindArrowFunction, syntax.KindMethodDefinition, syntax.KindClassStaticBlock,
			syntax.KindInternalModule, syntax.KindModule:
			current = a.openScope(int32(i), current, true)
		case syntax.KindStatementBlock, syntax.KindForStatement, syntax.KindForInStatement, syntax.KindCatchClause,
			syntax.KindSwitchBody, syntax.KindClass, syntax.KindClassDeclaration, syntax.KindAbstractClassDeclaration:
			current = a.openScope(int32(i), current, false)
		case syntax.KindMemberExpression:
			a.noteMember(int32(i), n)
		case syntax.KindSubscriptExpression:
			a.noteSubscript(int32(i))
		default:
			if n.Kind.IsType() {
				i = int(n.Next) // nothing of it is left when the program runs
				continue
			}
			a.noteOther(int32(i), n)
		}
		i++
	}
}

func (a *analysis) openScope(node, parent int32, function bool) int32 {
	id := int32(len(a.scopes))
	s := scope{start: node, end: int32(a.nodes[node].Next), parent: parent, function: id}
	if !function {
		s.function = a.scopes[parent].function
	}
	a.scopes = append(a.scopes, s)
	return id
}

func (a *analysis) occur(i int32, n *syntax.Node, scope int32) {
	sym := a.names.add(a.nameAt(i))
	id := int32(len(a.occurrences))
	a.occurrences = append(a.occurrences, occurrence{node: i, scope: scope, sym: sym, next: -1, binding: unresolved})
	known := &a.names.list[sym]
	if known.last < 0 {
		known.first = id
	} else {
		a.occurrences[known.last].next = id
	}
	known.last = id
}

// noteOther keeps the nodes that are rare, and that later steps begin with.
func (a *analysis) noteOther(i int32, n *syntax.Node) {
	switch n.Kind {
	case syntax.KindImportStatement:
		a.found.imports = append(a.found.imports, i)
	case syntax.KindExportStatement:
		a.found.exports = append(a.found.exports, i)
	case syntax.KindImport:
		a.found.importWords = append(a.found.importWords, i)
	case syntax.KindDecorator:
		a.found.decorators = append(a.found.decorators, i)
	}
}

// noteSubscript keeps x["constructor"] and x[...] of a text that is put together.
func (a *analysis) noteSubscript(i int32) {
	index := a.tree.Child(int(i), syntax.FieldIndex)
	if index < 0 {
		return
	}
	switch a.nodes[index].Kind {
	case syntax.KindString, syntax.KindBinaryExpression, syntax.KindTemplateString, syntax.KindParenthesizedExpression:
		a.found.subscripts = append(a.found.subscripts, i)
	}
}

// noteMember keeps member expressions whose property names something by itself, whatever the object.
func (a *analysis) noteMember(i int32, n *syntax.Node) {
	if n.Next == uint32(i)+1 {
		return // nothing below it: half-written
	}
	property := a.nodes[i+1].Next
	for property < n.Next && a.nodes[property].Field != syntax.FieldProperty {
		property = a.nodes[property].Next
	}
	if property >= n.Next {
		return
	}
	text := a.nameAt(int32(property))
	switch {
	case len(text) == len("constructor") && string(text) == "constructor":
		a.found.constructors = append(a.found.constructors, i)
	case n.Field == syntax.FieldFunction && len(text) <= len("options") && httpMethods[string(text)] != "":
		a.found.routeCalls = append(a.found.routeCalls, i)
	}
}
