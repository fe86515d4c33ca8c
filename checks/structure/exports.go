package structure

import "sentinel/internal/syntax"

// collectExports notes what the export statements export, and reports re-exports of known functions.
// What module.exports is given is noted while following it.
func (a *analysis) collectExports() {
	for _, statement := range a.found.exports {
		a.collectExport(statement)
	}
}

func (a *analysis) collectExport(statement int32) {
	var e exportFact
	e.Type = a.tree.ChildOfKind(int(statement), syntax.KindTokenType) >= 0
	var from value
	source := a.tree.Child(int(statement), syntax.FieldSource)
	if source >= 0 {
		e.From, _ = a.tree.StringValue(source)
		from = value{e: a.catalog.module(e.From), module: e.From}
		if !e.Type {
			a.reportImport(int32(source), e.From)
		}
	}
	if clause := a.tree.ChildOfKind(int(statement), syntax.KindExportClause); clause >= 0 {
		for c := range a.tree.Children(clause) {
			a.collectSpecifier(int32(c), e, from)
		}
		return
	}
	if from.e != nil && !e.Type {
		a.handOn(int32(source), from, "re-exports")
	}
	if declaration := a.tree.Child(int(statement), syntax.FieldDeclaration); declaration >= 0 &&
		a.tree.ChildOfKind(int(statement), syntax.KindTokenDefault) < 0 {
		a.collectDeclared(declaration, e)
		return
	}
	e.Name = a.exportedAs(statement)
	a.noteExported(statement, e)
}

// exportedAs is the name of an export without a list of names.
func (a *analysis) exportedAs(statement int32) string {
	if a.tree.ChildOfKind(int(statement), syntax.KindTokenDefault) >= 0 {
		return "default"
	}
	if namespace := a.tree.ChildOfKind(int(statement), syntax.KindNamespaceExport); namespace >= 0 {
		name, _ := a.keyName(a.lastChild(int32(namespace)))
		return name
	}
	if a.tree.Child(int(statement), syntax.FieldSource) >= 0 {
		return "*"
	}
	return "=" // export = value
}

func (a *analysis) collectSpecifier(specifier int32, e exportFact, from value) {
	if a.nodes[specifier].Kind != syntax.KindExportSpecifier {
		return
	}
	e.Type = e.Type || a.isTypeSpecifier(int(specifier))
	name, ok := a.keyName(int32(a.tree.Child(int(specifier), syntax.FieldName)))
	e.Name = name
	if alias := a.tree.Child(int(specifier), syntax.FieldAlias); alias >= 0 {
		e.Name, _ = a.keyName(int32(alias))
	}
	a.noteExported(specifier, e)
	if !ok || e.Type || from.e == nil {
		return
	}
	if m, ok := from.property(name); ok {
		a.handOn(int32(a.tree.Child(int(specifier), syntax.FieldName)), m, "re-exports")
	}
}

// collectDeclared notes the names that an exported declaration declares.
func (a *analysis) collectDeclared(declaration int, e exportFact) {
	kind := a.nodes[declaration].Kind
	if kind == syntax.KindAmbientDeclaration {
		if declaration = a.tree.FirstChild(declaration); declaration < 0 {
			return
		}
		kind = a.nodes[declaration].Kind
	}
	e.Type = e.Type || kind == syntax.KindInterfaceDeclaration || kind == syntax.KindTypeAliasDeclaration
	if kind != syntax.KindLexicalDeclaration && kind != syntax.KindVariableDeclaration {
		if name := a.tree.Child(declaration, syntax.FieldName); name >= 0 {
			e.Name = string(a.nameAt(int32(name)))
			a.noteExported(int32(name), e)
		}
		return
	}
	for c := range a.tree.Children(declaration) {
		if a.nodes[c].Kind != syntax.KindVariableDeclarator {
			continue
		}
		if pattern := a.tree.Child(c, syntax.FieldName); pattern >= 0 {
			a.collectPattern(pattern, e)
		}
	}
}

// collectPattern notes every name in a pattern.
func (a *analysis) collectPattern(pattern int, e exportFact) {
	for i := pattern; i < int(a.nodes[pattern].Next); i++ {
		switch a.nodes[i].Kind {
		case syntax.KindIdentifier, syntax.KindShorthandPropertyIdentifierPattern:
			if a.patternTop(int32(i)) == int32(pattern) {
				e.Name = string(a.nameAt(int32(i)))
				a.noteExported(int32(i), e)
			}
		}
	}
}

// noteExport notes module.exports = ...: the keys of an object, or else one value.
func (a *analysis) noteExport(left, assignment int32, v value) {
	if v.e.role != exportsOfCJS {
		return
	}
	right := int32(a.tree.Child(int(assignment), syntax.FieldRight))
	if right < 0 || a.nodes[right].Kind != syntax.KindObject {
		a.noteExported(left, exportFact{Name: "default"})
		return
	}
	for c := range a.tree.Children(int(right)) {
		key := int32(c)
		switch a.nodes[c].Kind {
		case syntax.KindPair:
			key = int32(a.tree.Child(c, syntax.FieldKey))
		case syntax.KindMethodDefinition:
			key = int32(a.tree.Child(c, syntax.FieldName))
		case syntax.KindShorthandPropertyIdentifier:
		default:
			continue
		}
		if name, ok := a.keyName(key); ok {
			a.noteExported(key, exportFact{Name: name})
		}
	}
}

// noteExportMember notes exports.name = ..., and the same of module.exports.
func (a *analysis) noteExportMember(member int32, name string, v value) {
	parent := a.parents[member]
	if v.e.role == exportsOfCJS && name != "__esModule" && a.nodes[member].Field == syntax.FieldLeft &&
		a.nodes[parent].Kind == syntax.KindAssignmentExpression {
		a.noteExported(member, exportFact{Name: name})
	}
}

// isExports reports whether an assignment to a member exports what it is given.
func (a *analysis) isExports(member int32) bool {
	if a.nodeIs(member, "module.exports") {
		return true
	}
	object := int32(a.tree.Child(int(member), syntax.FieldObject))
	return object >= 0 && (a.nodeIs(object, "exports") || a.nodeIs(object, "module.exports"))
}
