package structure

import "sentinel/internal/syntax"

// use is what an occurrence does with its name.
type use uint8

const (
	reads    use = iota
	declares     // the name is bound in a scope from here
	assigns      // the name, bound elsewhere, gets a value
	noUse        // the identifier is no name of this file: import { HERE as x }
)

// target is where a name stands that is declared or assigned.
type target struct {
	use use
	// scope the name is bound in, for declares.
	scope int32
	// fixed is the expression that a variable always is if nothing is assigned to it later, -1 for none.
	fixed int32
	// top is the outermost node of the pattern: the name itself where there is no pattern.
	top int32
}

// targetOf finds out what an occurrence does, by going up through the pattern around it.
func (a *analysis) targetOf(o *occurrence) target {
	top := a.patternTop(o.node)
	t := target{scope: o.scope, fixed: -1, top: top}
	if top < 0 {
		return t
	}
	parent := a.parents[top]
	if parent < 0 {
		return t
	}
	field := a.nodes[top].Field
	switch a.nodes[parent].Kind {
	case syntax.KindVariableDeclarator:
		if field == syntax.FieldName {
			a.declareVariable(&t, parent)
		}
	case syntax.KindAssignmentExpression, syntax.KindAugmentedAssignmentExpression:
		if field == syntax.FieldLeft {
			t.use = assigns
		}
	case syntax.KindForInStatement:
		a.declareLoop(&t, parent, field)
	case syntax.KindFormalParameters:
		t.use = declares
	case syntax.KindRequiredParameter, syntax.KindOptionalParameter:
		if field == syntax.FieldPattern || field == syntax.FieldName {
			t.use = declares
		}
	case syntax.KindArrowFunction, syntax.KindCatchClause:
		if field == syntax.FieldParameter {
			t.use = declares
		}
	default:
		a.declareNamed(&t, top, parent, field)
	}
	return t
}

// patternTop goes from an identifier to the outermost pattern that it is a target in.
// It gives -1 where the identifier is read instead: in a default value or a computed key.
func (a *analysis) patternTop(node int32) int32 {
	for a.spend(1) {
		parent := a.parents[node]
		if parent < 0 {
			return node
		}
		field := a.nodes[node].Field
		switch a.nodes[parent].Kind {
		case syntax.KindObjectPattern, syntax.KindArrayPattern, syntax.KindRestPattern:
		case syntax.KindPairPattern:
			if field != syntax.FieldValue {
				return -1
			}
		case syntax.KindAssignmentPattern, syntax.KindObjectAssignmentPattern:
			if field != syntax.FieldLeft {
				return -1
			}
		default:
			return node
		}
		node = parent
	}
	return -1
}

func (a *analysis) declareVariable(t *target, declarator int32) {
	t.use, t.fixed = declares, int32(a.tree.Child(int(declarator), syntax.FieldValue))
	declaration := a.parents[declarator]
	if declaration < 0 || a.nodes[declaration].Kind == syntax.KindVariableDeclaration {
		t.scope = a.scopes[t.scope].function
	}
}

func (a *analysis) declareLoop(t *target, loop int32, field syntax.Field) {
	if field != syntax.FieldLeft {
		return
	}
	keyword := a.tree.Child(int(loop), syntax.FieldKind)
	switch {
	case keyword < 0:
		t.use = assigns
	case a.nodes[keyword].Kind == syntax.KindTokenVar:
		t.use, t.scope = declares, a.scopes[t.scope].function
	default:
		t.use = declares
	}
}

// declareNamed covers the constructs that declare one name: functions, classes, imports, namespaces.
func (a *analysis) declareNamed(t *target, node, parent int32, field syntax.Field) {
	switch a.nodes[parent].Kind {
	case syntax.KindFunctionDeclaration, syntax.KindGeneratorFunctionDeclaration, syntax.KindClassDeclaration,
		syntax.KindAbstractClassDeclaration, syntax.KindInternalModule, syntax.KindModule:
		if field == syntax.FieldName { // the name belongs to the scope around the one that the node opens
			t.use, t.scope = declares, max(a.scopes[t.scope].parent, 0)
		}
	case syntax.KindFunctionExpression, syntax.KindGeneratorFunction, syntax.KindClass, syntax.KindEnumDeclaration:
		if field == syntax.FieldName {
			t.use = declares
		}
	case syntax.KindImportClause, syntax.KindNamespaceImport:
		t.use = declares
	case syntax.KindImportRequireClause:
		if field != syntax.FieldSource {
			t.use = declares
		}
	case syntax.KindImportAlias:
		if int32(a.tree.FirstChild(int(parent))) == node {
			t.use = declares
		}
	case syntax.KindImportSpecifier:
		t.use = noUse
		if field == syntax.FieldAlias || a.tree.Child(int(parent), syntax.FieldAlias) < 0 {
			t.use = declares
		}
	case syntax.KindNamespaceExport:
		t.use = noUse
	case syntax.KindExportSpecifier:
		if field == syntax.FieldAlias || a.isReexported(parent) {
			t.use = noUse
		}
	}
}

// isReexported reports whether a specifier belongs to export { ... } from "m".
func (a *analysis) isReexported(specifier int32) bool {
	clause := a.parents[specifier]
	if clause < 0 || a.parents[clause] < 0 {
		return false
	}
	return a.tree.Child(int(a.parents[clause]), syntax.FieldSource) >= 0
}
