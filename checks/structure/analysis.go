package structure

import (
	"bytes"

	"sentinel/internal/syntax"
)

// stepsPerNode bounds what following values may cost beyond the scan. Code that people write needs a tenth of a
// step for each node; what needs more than this is built to be slow, and is said to be incomplete.
const (
	stepsPerNode = 32
	minSteps     = 100_000
)

// analysis is what is known of one file while it is analysed:
//
//   - scan finds scopes, and the occurrences of every name;
//   - seed gives the names of imports and globals the values of the catalog;
//   - follow goes on from each use of such a name: to members, calls, other names;
//   - what is met on the way becomes signals and facts.
//
// A name is resolved to its bindings when a value reaches it, or a constant is looked for, not before:
// most names of a file never matter.
type analysis struct {
	catalog *catalog
	tree    *syntax.Tree
	text    []byte
	nodes   []syntax.Node
	parents []int32

	// escaped says that names may be written with \u escapes.
	escaped bool

	names       names
	occurrences []occurrence
	scopes      []scope
	bindings    []binding
	found       found

	work   []work
	passed map[passage]bool
	// binds are the calls of bind with arguments that a value came through, and the one before each, 0 for none.
	binds  map[int32]int32
	budget int
	cut    bool // a name held more than maxValues

	signals []signal

	imports []noted[importFact]
	exports []noted[exportFact]
	routes  []noted[routeFact]
	env     []noted[envFact]
	// routerMembers are the member expressions of values known to declare routes.
	routerMembers map[int32]bool
}

func analyse(c *catalog, tree *syntax.Tree) *analysis {
	a := &analysis{
		catalog: c, tree: tree, text: tree.Text, nodes: tree.Nodes, parents: tree.Parents(),
		names: newNames(), budget: minSteps + stepsPerNode*len(tree.Nodes),
		escaped:       bytes.Contains(tree.Text, []byte(`\u`)),
		routerMembers: map[int32]bool{},
		occurrences:   make([]occurrence, 0, len(tree.Nodes)/4),
	}
	a.scan()
	a.seed()
	for len(a.work) > 0 && a.spend(1) {
		next := a.work[len(a.work)-1]
		a.work = a.work[:len(a.work)-1]
		a.follow(next)
	}
	a.collectExports()
	a.collectRoutes()
	return a
}

// exhausted reports whether the file was too costly to follow to the end.
func (a *analysis) exhausted() bool { return a.cut || a.budget < 0 }

// seed starts from everything in the file that has a known value by itself.
func (a *analysis) seed() {
	for _, statement := range a.found.imports {
		a.seedImport(statement)
	}
	for _, name := range a.catalog.globalNames {
		if sym := a.names.lookup(name); sym != noSymbol {
			a.resolve(sym)
			a.give(a.names.list[sym].global, value{e: a.catalog.global.members[name]})
		}
	}
	for _, word := range a.found.importWords {
		a.seedImportWord(word)
	}
	for _, member := range a.found.subscripts {
		if name, ok := a.memberName(member); ok && name == "constructor" {
			a.found.constructors = append(a.found.constructors, member)
		}
	}
	for _, member := range a.found.constructors {
		if a.isFunctionConstructor(member) {
			a.work = append(a.work, work{member, value{e: a.catalog.global.members["Function"]}})
		}
	}
}

// seedImportWord starts from import(...) and import.meta, which the grammars have as a call and a member.
func (a *analysis) seedImportWord(word int32) {
	parent := a.parents[word]
	if parent < 0 {
		return
	}
	switch {
	case a.nodes[parent].Kind == syntax.KindCallExpression && a.nodes[word].Field == syntax.FieldFunction:
		args, whole := a.arguments(parent)
		if node, v, more := a.load(loading{callee: word, call: parent, loader: "import()"}, args, whole); more {
			a.work = append(a.work, work{node, v})
		}
	case a.nodes[parent].Kind == syntax.KindMemberExpression && a.nodes[word].Field == syntax.FieldObject:
		a.work = append(a.work, work{parent, value{e: a.catalog.meta}})
	}
}

// isFunctionConstructor recognises the ways to the constructor of functions that do not name it:
// (() => {}).constructor, Object.getPrototypeOf(async function () {}).constructor, [].at.constructor,
// x.constructor.constructor.
func (a *analysis) isFunctionConstructor(member int32) bool {
	object := int32(a.tree.Child(int(member), syntax.FieldObject))
	if object < 0 {
		return false
	}
	object = a.unwrapped(object)
	switch kind := a.nodes[object].Kind; {
	case isFunction(kind):
		return true
	case kind == syntax.KindIdentifier:
		return functionNames[string(a.nameAt(object))] && !a.isDeclared(object)
	case kind == syntax.KindMemberExpression, kind == syntax.KindSubscriptExpression:
		inner := int32(a.tree.Child(int(object), syntax.FieldObject))
		name, _ := a.memberName(object)
		return name == "constructor" || name == "prototype" && inner >= 0 && a.nodeIs(inner, "Function") && !a.isDeclared(inner) ||
			name == "__proto__" && inner >= 0 && isFunction(a.nodes[a.unwrapped(inner)].Kind) || inner >= 0 && isLiteral(a.nodes[a.unwrapped(inner)].Kind)
	case kind == syntax.KindCallExpression && a.lastName(a.callee(object)) == "getPrototypeOf":
		args, _ := a.arguments(object)
		return len(args) == 1 && isFunction(a.nodes[a.unwrapped(args[0])].Kind)
	}
	return false
}

// functionNames are functions of the language whose constructor there is no other reason to name.
var functionNames = map[string]bool{
	"Array": true, "Boolean": true, "Date": true, "Error": true, "Function": true, "Map": true, "Number": true, "Object": true,
	"Promise": true, "Proxy": true, "RegExp": true, "Set": true, "String": true, "Symbol": true,
	"isNaN": true, "parseFloat": true, "parseInt": true,
}

func isLiteral(k syntax.Kind) bool {
	switch k {
	case syntax.KindString, syntax.KindTemplateString, syntax.KindNumber, syntax.KindRegex, syntax.KindArray, syntax.KindObject,
		syntax.KindTrue, syntax.KindFalse:
		return true
	}
	return false
}
