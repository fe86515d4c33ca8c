package structure

import "sentinel/internal/syntax"

// seedImport notes an import statement and gives its names their values.
func (a *analysis) seedImport(statement int32) {
	source := a.importSource(statement)
	if source < 0 {
		return
	}
	module, ok := a.tree.StringValue(int(source))
	if !ok {
		return
	}
	typeOnly := a.tree.ChildOfKind(int(statement), syntax.KindTokenType) >= 0 ||
		a.tree.ChildOfKind(int(statement), syntax.KindTokenTypeof) >= 0
	a.noteImport(module, statement, typeOnly)
	if typeOnly {
		return
	}
	a.reportImport(source, module)
	if e := a.catalog.module(module); e != nil {
		v := value{e: e, module: module}
		if clause := a.tree.ChildOfKind(int(statement), syntax.KindImportRequireClause); clause >= 0 {
			a.give(a.bindingAt(int32(a.tree.ChildOfKind(clause, syntax.KindIdentifier))), v)
		}
		if clause := a.tree.ChildOfKind(int(statement), syntax.KindImportClause); clause >= 0 {
			a.seedClause(clause, v)
		}
	}
}

// importSource is the string that names the module: import ... from "m", import A = require("m").
func (a *analysis) importSource(statement int32) int32 {
	if source := a.tree.Child(int(statement), syntax.FieldSource); source >= 0 {
		return int32(source)
	}
	if clause := a.tree.ChildOfKind(int(statement), syntax.KindImportRequireClause); clause >= 0 {
		return int32(a.tree.ChildOfKind(clause, syntax.KindString))
	}
	return -1
}

func (a *analysis) seedClause(clause int, v value) {
	for c := range a.tree.Children(clause) {
		switch a.nodes[c].Kind {
		case syntax.KindIdentifier: // import name from "m"
			a.give(a.bindingAt(int32(c)), v)
		case syntax.KindNamespaceImport: // import * as name from "m"
			a.give(a.bindingAt(int32(a.tree.ChildOfKind(c, syntax.KindIdentifier))), v)
		case syntax.KindNamedImports:
			for s := range a.tree.Children(c) {
				a.seedSpecifier(s, v)
			}
		}
	}
}

// seedSpecifier is one name of import { name, name as other, "name" as other, type Name }.
func (a *analysis) seedSpecifier(specifier int, v value) {
	if a.nodes[specifier].Kind != syntax.KindImportSpecifier || a.isTypeSpecifier(specifier) {
		return
	}
	imported := a.tree.Child(specifier, syntax.FieldName)
	local := a.tree.Child(specifier, syntax.FieldAlias)
	if local < 0 {
		local = imported
	}
	name, ok := a.keyName(int32(imported))
	if !ok {
		return
	}
	if m, ok := v.property(name); ok {
		a.give(a.bindingAt(int32(local)), m)
	}
}

// isTypeSpecifier recognises { type Name } of an import or export.
func (a *analysis) isTypeSpecifier(specifier int) bool {
	return a.tree.ChildOfKind(specifier, syntax.KindTokenType) >= 0 || a.tree.ChildOfKind(specifier, syntax.KindTokenTypeof) >= 0
}
