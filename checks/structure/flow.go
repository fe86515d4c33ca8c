package structure

import "sentinel/internal/syntax"

// value is a known thing that an expression may hold.
type value struct {
	e *entry
	// module is the name of the module it came from as the file writes it, "" for a global.
	module string
	// pending is what a call of the expression does with the value, other than calling it.
	pending pending
	// bound is the last call of bind that gave the value arguments, 0 for none.
	bound int32
}

// pending is a method of functions or promises that was taken from a value and waits for its call.
type pending uint8

const (
	called  pending = iota
	bound           // value.bind: the call gives the value
	invoked         // value.call: the call calls the value
	applied         // value.apply: the same, with a list
	awaited         // value.then: the call hands the value to a function
	settled         // value.catch, value.finally: the call gives the value

	// The value is an argument: Reflect.apply(value, this, list), Reflect.construct(value, list).
	reflected
	constructed
)

// work is a value that has yet to be followed from a node on.
type work struct {
	node  int32
	value value
}

// follow goes up from an expression that holds a value: through what passes the value on, into the names
// that it is given to, until something is done with it.
func (a *analysis) follow(w work) {
	node, v := w.node, w.value
	for more := true; more && a.spend(1); {
		node, v, more = a.step(node, v)
	}
}

// step says what becomes of the value of a node in its parent. It reports false where there is nothing more to follow.
func (a *analysis) step(node int32, v value) (int32, value, bool) {
	parent := a.parents[node]
	if parent < 0 {
		return node, v, false
	}
	field := a.nodes[node].Field
	switch a.nodes[parent].Kind {
	case syntax.KindMemberExpression, syntax.KindSubscriptExpression, syntax.KindNestedIdentifier:
		if field == syntax.FieldObject {
			return a.stepToMember(parent, v)
		}
		if field == syntax.FieldIndex && a.isNewStatement(parent) { // () => {} [exec]: an array, read as an index
			a.handOn(node, v, "hands on")
		}
	case syntax.KindCallExpression, syntax.KindNewExpression:
		if field == syntax.FieldFunction || field == syntax.FieldConstructor {
			return a.stepToCall(node, parent, v)
		}
	case syntax.KindParenthesizedExpression, syntax.KindAwaitExpression, syntax.KindAsExpression, syntax.KindSatisfiesExpression,
		syntax.KindNonNullExpression, syntax.KindTypeAssertion, syntax.KindInstantiationExpression:
		return parent, v, true
	case syntax.KindSequenceExpression:
		return parent, v, a.isLast(node, parent)
	case syntax.KindTernaryExpression:
		return parent, v, field != syntax.FieldCondition && a.passesFirst(parent, v)
	case syntax.KindBinaryExpression:
		return parent, v, a.passesOperand(parent, field) && a.passesFirst(parent, v)
	default:
		return a.stepToTarget(node, parent, v)
	}
	return node, v, false
}

// passesOperand reports whether a logical operator may give the operand on that side.
func (a *analysis) passesOperand(node int32, field syntax.Field) bool {
	switch a.operatorOf(node) {
	case syntax.KindTokenOr, syntax.KindTokenNullish:
		return true
	case syntax.KindTokenAnd:
		return field == syntax.FieldRight
	}
	return false
}

// passesFirst reports whether a value comes to a choice for the first time: the operands of a || a || a, and
// so on, are followed from where they meet only once.
func (a *analysis) passesFirst(node int32, v value) bool {
	k := passage{node, v.e, v.pending, v.bound}
	if a.passed[k] {
		return false
	}
	if a.passed == nil {
		a.passed = map[passage]bool{}
	}
	a.passed[k] = true
	return true
}

// passage is a value that came through a node.
type passage struct {
	node    int32
	e       *entry
	pending pending
	bound   int32
}

// stepToTarget covers the parents that store a value, or hand it to code elsewhere.
func (a *analysis) stepToTarget(node, parent int32, v value) (int32, value, bool) {
	field := a.nodes[node].Field
	switch a.nodes[parent].Kind {
	case syntax.KindVariableDeclarator, syntax.KindRequiredParameter, syntax.KindOptionalParameter:
		if field == syntax.FieldValue {
			a.stepToDeclaration(node, parent, v)
		}
	case syntax.KindAssignmentPattern, syntax.KindObjectAssignmentPattern:
		if field == syntax.FieldRight {
			a.bindPattern(int32(a.tree.Child(int(parent), syntax.FieldLeft)), v, maxPatternDepth)
		}
	case syntax.KindAssignmentExpression, syntax.KindAugmentedAssignmentExpression:
		if field == syntax.FieldRight {
			a.assign(node, int32(a.tree.Child(int(parent), syntax.FieldLeft)), v)
			return parent, v, true
		}
		a.noteExport(node, parent, v)
	case syntax.KindArguments:
		return a.stepToArgument(node, parent, v)
	case syntax.KindClassHeritage, syntax.KindExtendsClause:
		a.handOn(node, v, "extends")
	case syntax.KindImportAlias: // import name = value
		a.bindPattern(int32(a.tree.FirstChild(int(parent))), v, maxPatternDepth)
		if export := a.parents[parent]; export >= 0 && a.nodes[export].Kind == syntax.KindExportStatement {
			a.handOn(node, v, "exports")
		}
	case syntax.KindExportStatement, syntax.KindExportSpecifier:
		a.handOn(node, v, "exports")
	case syntax.KindReturnStatement, syntax.KindThrowStatement, syntax.KindYieldExpression, syntax.KindArray, syntax.KindObject, syntax.KindSpreadElement,
		syntax.KindJSXExpression, syntax.KindFieldDefinition, syntax.KindWithStatement:
		a.handOn(node, v, "hands on")
	case syntax.KindPair:
		if field == syntax.FieldValue {
			a.handOn(node, v, "hands on")
		}
	case syntax.KindArrowFunction:
		if field == syntax.FieldBody {
			a.handOn(node, v, "hands on")
		}
	}
	return node, v, false
}

func (a *analysis) stepToDeclaration(node, declarator int32, v value) {
	pattern := a.tree.Child(int(declarator), syntax.FieldName)
	if pattern < 0 {
		pattern = a.tree.Child(int(declarator), syntax.FieldPattern)
	}
	if pattern < 0 {
		return
	}
	a.bindPattern(int32(pattern), v, maxPatternDepth)
	if declaration := a.parents[declarator]; declaration >= 0 && a.parents[declaration] >= 0 &&
		a.nodes[a.parents[declaration]].Kind == syntax.KindExportStatement &&
		a.nodes[pattern].Kind == syntax.KindIdentifier {
		a.handOn(node, v, "exports")
	}
}

// assign gives a value to what stands left of an assignment.
func (a *analysis) assign(node, left int32, v value) {
	if left < 0 {
		return
	}
	if k := a.nodes[left].Kind; k == syntax.KindMemberExpression || k == syntax.KindSubscriptExpression {
		verb := "hands on"
		if a.isExports(left) {
			verb = "exports"
		}
		a.handOn(node, v, verb)
		return
	}
	a.bindPattern(left, v, maxPatternDepth)
}

// stepToArgument follows a value into a call: through functions that give it back, and into functions that
// are called on the spot. Any other function gets a capability whose use is not seen from here.
func (a *analysis) stepToArgument(node, list int32, v value) (int32, value, bool) {
	call := a.parents[list]
	callee := a.callee(call)
	if callee < 0 {
		return node, v, false
	}
	callee = a.unwrapped(callee)
	switch {
	case a.isNewStatement(call): // () => {} (exec)("x"): parentheses, read as arguments
		return call, v, a.isLast(node, list)
	case isFunction(a.nodes[callee].Kind):
		i := a.argumentIndex(node, list)
		if i < 0 || !a.bindParameter(callee, i, v) || v.e.role != requires && a.names.lookup("arguments") != noSymbol {
			a.handOn(node, v, "hands on") // to arguments[0], perhaps
		}
		return node, v, false
	case transparent[a.lastName(callee)]:
		return call, v, true
	case a.isTestTool(callee):
		return call, v, a.lastName(callee) == "mocked"
	case v.pending == called && a.argumentIndex(node, list) == 0 && a.nodeIs(callee, "Reflect.apply"):
		v.pending = reflected
		return a.enter(node, call, v)
	case v.pending == called && a.argumentIndex(node, list) == 0 && a.nodeIs(callee, "Reflect.construct"):
		v.pending = constructed
		return a.enter(node, call, v)
	}
	a.handOn(node, v, "hands on")
	return node, v, false
}

// isNewStatement reports whether a call or subscript of an arrow function is none. The grammars go on after the
// body of an arrow function where the language begins a new statement: only in parentheses can one be called.
func (a *analysis) isNewStatement(node int32) bool {
	first := a.tree.FirstChild(int(node))
	return first >= 0 && a.nodes[first].Kind == syntax.KindArrowFunction
}

func (a *analysis) argumentIndex(node, list int32) int {
	args, _ := a.arguments(a.parents[list])
	for i, arg := range args {
		if arg == node {
			return i
		}
	}
	return -1
}

// give makes a name hold a value, and has all its uses followed.
func (a *analysis) give(id int32, v value) {
	if id < 0 {
		return
	}
	b := &a.bindings[id]
	for _, known := range b.values {
		if known.e == v.e && known.pending == v.pending && known.bound == v.bound {
			return
		}
	}
	if len(b.values) == maxValues {
		a.cut = true
		return
	}
	b.values = append(b.values, v)
	for _, o := range b.reads {
		a.work = append(a.work, work{a.occurrences[o].node, v})
	}
}
