package structure

import (
	"strings"

	"sentinel/checks"
	"sentinel/internal/syntax"
)

// stepToMember takes a member of a value.
func (a *analysis) stepToMember(member int32, v value) (int32, value, bool) {
	if v.pending != called {
		return member, v, false
	}
	name, known := a.memberName(member)
	if v.e.role == environment {
		a.noteEnvMember(member, name, known)
		return member, v, false
	}
	if !known {
		return a.stepToUnknownMember(member, v)
	}
	if v.e.role == router {
		a.routerMembers[member] = true
	}
	a.noteExportMember(member, name, v)
	if m, ok := v.property(name); ok {
		return member, m, true
	}
	switch {
	case name == "bind" && v.callable():
		v.pending = bound
	case (name == "call" || name == "apply") && v.callable():
		v.pending = invoked
	case name == "then" && v.e.isModule:
		v.pending = awaited
	}
	return member, v, v.pending != called
}

// stepToUnknownMember reports a call of a member without a known name of a module that is all of one kind.
func (a *analysis) stepToUnknownMember(member int32, v value) (int32, value, bool) {
	parent := a.parents[member]
	field := a.nodes[member].Field
	if v.e.whole != noOperation && (field == syntax.FieldFunction || field == syntax.FieldConstructor) {
		a.report(signal{
			does: v.e.whole, node: member, call: parent, callee: v.e.path + "[computed]",
			message: "calls a computed member of " + v.describe(),
		})
	}
	return member, v, false
}

func (a *analysis) memberName(member int32) (string, bool) {
	if a.nodes[member].Kind == syntax.KindSubscriptExpression {
		return a.fold(int32(a.tree.Child(int(member), syntax.FieldIndex)))
	}
	return a.keyName(int32(a.tree.Child(int(member), syntax.FieldProperty)))
}

func (v value) callable() bool { return v.e.does != noOperation || v.e.role == requires }

// stepToCall does what a call of a value does, and goes on with what the call gives.
func (a *analysis) stepToCall(callee, call int32, v value) (int32, value, bool) {
	switch v.pending {
	case bound:
		v.pending = called
		return call, v, true
	case awaited:
		v.pending = called
		a.handToCallback(call, v)
		return call, v, false
	}
	switch v.e.role {
	case requires:
		return a.load(callee, call, v.describe())
	case readsEnv, readsAllEnv:
		a.noteEnvCall(call, v.e.role)
		return call, v, false
	}
	if v.e == a.catalog.global.members["Function"] && a.isReturnThis(call) {
		return call, value{e: a.catalog.returnThis}, true
	}
	verb := "calls"
	if a.nodes[call].Kind == syntax.KindNewExpression {
		verb = "constructs"
	}
	a.invoke(callee, call, v, verb)
	if v.e.result == nil || v.pending != called {
		return call, v, false
	}
	if v.e.result.role == requires { // require, wherever it was made
		return call, value{e: v.e.result}, true
	}
	return call, value{e: v.e.result, module: v.module}, true
}

// handToCallback follows a value into the function that then is given.
func (a *analysis) handToCallback(call int32, v value) {
	args, _ := a.arguments(call)
	switch {
	case len(args) == 0:
	case isFunction(a.nodes[args[0]].Kind):
		a.bindParameter(args[0], 0, v)
	default:
		a.handOn(a.callee(call), v, "hands on")
	}
}

// isReturnThis recognises Function("return this"), the old way to get the global object: the text is
// constant and known, so nothing is run that is not in the file.
func (a *analysis) isReturnThis(call int32) bool {
	args, ok := a.arguments(call)
	if !ok || len(args) != 1 {
		return false
	}
	body, ok := a.fold(args[0])
	return ok && strings.TrimRight(strings.TrimSpace(body), ";") == "return this"
}

// invoke reports a call of a value.
func (a *analysis) invoke(callee, call int32, v value, verb string) {
	if v.e.does == noOperation || !a.holds(v.e.when, call) {
		return
	}
	written := callee
	if v.pending == invoked { // exec.call(...): the function is what call is taken from
		written = int32(a.tree.Child(int(a.unwrapped(callee)), syntax.FieldObject))
	}
	a.report(signal{
		does: v.e.does, node: callee, call: call, callee: v.e.path,
		message: verb + " " + a.named(written, v),
	})
}

// handOn reports a value that goes where it is not followed: whoever gets it can do the same.
func (a *analysis) handOn(node int32, v value, verb string) {
	if v.e.role == environment {
		a.noteEnv(allVariables, node)
		return
	}
	does := v.e.whole
	if v.e.role == requires {
		does = computedModule
	}
	if v.e.does != noOperation && v.e.when == always && (!v.e.common || verb == "extends") {
		does = v.e.does
	}
	if does == noOperation || does == fileRead || v.pending == awaited {
		return
	}
	a.report(signal{does: does, node: node, call: -1, callee: verb + " " + v.e.path, message: verb + " " + a.named(node, v)})
}

// load is a call that loads the module of a name: require(name), import(name). It goes on with the module.
func (a *analysis) load(callee, call int32, loader string) (int32, value, bool) {
	args, whole := a.arguments(call)
	if len(args) == 0 && whole || len(args) > 0 && isNoModuleName(a.nodes[args[0]].Kind) {
		return call, value{}, false
	}
	name, constant := "", false
	if len(args) > 0 {
		name, constant = a.fold(args[0])
	}
	if !constant && len(args) > 0 && a.isJSONName(args[0]) {
		return call, value{}, false
	}
	if !constant {
		a.report(signal{
			does: computedModule, node: callee, call: call, callee: loader,
			message: "calls " + loader + " with a computed module name",
		})
		return call, value{}, false
	}
	a.noteImport(name, call, false)
	a.reportName(callee, call, name)
	e := a.catalog.module(name)
	return call, value{e: e, module: name}, e != nil
}

// reportName reports names that are more than the name of a module in JavaScript.
func (a *analysis) reportName(callee, call int32, name string) {
	switch {
	case strings.HasSuffix(name, ".node"):
		a.report(signal{does: nativeCode, node: callee, call: call, callee: "load .node", message: "loads the native module " + checks.Clip(name)})
	case isDataURL(name):
		a.report(signal{does: dynamicCode, node: callee, call: call, callee: "load data:", message: "loads a module that is the text of a data: URL"})
	}
}

// isJSONName reports whether a name that is not known whole ends in ".json": such a module is data, not code.
func (a *analysis) isJSONName(node int32) bool {
	node = a.unwrapped(node)
	switch a.nodes[node].Kind {
	case syntax.KindTemplateString:
		last := a.lastChild(node)
		return last >= 0 && a.nodes[last].Kind == syntax.KindStringFragment &&
			strings.HasSuffix(string(a.tree.NodeText(int(last))), ".json")
	case syntax.KindBinaryExpression:
		end, ok := a.fold(int32(a.tree.Child(int(node), syntax.FieldRight)))
		return ok && a.operatorOf(node) == syntax.KindTokenPlus && strings.HasSuffix(end, ".json")
	case syntax.KindCallExpression:
		callee := a.callee(node)
		args, whole := a.arguments(node)
		if callee < 0 || !whole || len(args) == 0 || !pathModules[a.originOf(a.unwrapped(callee))] {
			return false
		}
		end, ok := a.fold(args[len(args)-1])
		return ok && strings.HasSuffix(end, ".json")
	}
	return false
}

// isNoModuleName tells other functions called require apart: AMD's takes a list, a bundler's a number.
func isNoModuleName(k syntax.Kind) bool {
	return k == syntax.KindArray || k == syntax.KindNumber || isFunction(k)
}
