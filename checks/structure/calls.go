package structure

import (
	"strings"

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
	case name == "call" && v.callable():
		v.pending = invoked
	case name == "apply" && v.callable():
		v.pending = applied
	case name == "then" && v.e.isModule:
		v.pending = awaited
	case (name == "catch" || name == "finally") && v.e.isModule:
		v.pending = settled
	case name == "constructor" && v.callable() && v.e != a.catalog.global.members["Function"]:
		return member, value{e: a.catalog.global.members["Function"]}, true
	}
	return member, v, v.pending != called
}

// stepToUnknownMember reports the use of a member without a known name of a module that is all of one kind.
func (a *analysis) stepToUnknownMember(member int32, v value) (int32, value, bool) {
	index := int32(a.tree.Child(int(member), syntax.FieldIndex))
	if v.e.whole == noOperation || index < 0 {
		return member, v, false
	}
	s := signal{does: v.e.whole, node: member, call: -1, also: []int32{index}, callee: v.e.path + "[computed]"}
	switch a.nodes[member].Field {
	case syntax.FieldFunction, syntax.FieldConstructor:
		s.call, s.message = a.parents[member], "calls a computed member of "+v.describe()
	case syntax.FieldLeft: // only written
		return member, v, false
	default:
		s.message = "takes a computed member of " + v.describe()
	}
	a.report(s)
	return member, v, false
}

func (a *analysis) memberName(member int32) (string, bool) {
	if a.nodes[member].Kind == syntax.KindSubscriptExpression {
		return a.fold(int32(a.tree.Child(int(member), syntax.FieldIndex)))
	}
	return a.keyName(int32(a.tree.Child(int(member), syntax.FieldProperty)))
}

func (v value) callable() bool {
	return v.e.does != noOperation || v.e.role == requires || v.e.result != nil
}

// stepToCall does what a call of a value does, and goes on with what the call gives.
func (a *analysis) stepToCall(callee, call int32, v value) (int32, value, bool) {
	switch v.pending {
	case bound:
		return a.stepToBind(call, v)
	case settled:
		v.pending = called
		return call, v, true
	case awaited:
		v.pending = called
		a.handToCallback(call, v)
		return call, v, false
	}
	return a.enter(callee, call, v)
}

// enter does what calling a value does, whichever way it is called, and goes on with what the call gives.
func (a *analysis) enter(callee, call int32, v value) (int32, value, bool) {
	args, whole := a.given(call, v)
	switch v.e.role {
	case requires:
		return a.load(loading{callee, call, v.describe(), v.e.path == "require", a.boundTo(v)}, args, whole)
	case loadsScripts:
		a.loadScripts(loading{callee, call, v.describe(), false, a.boundTo(v)}, args, whole)
		return call, v, false
	case readsEnv, readsAllEnv:
		a.noteEnvCall(call, v.e.role)
		return call, v, false
	}
	if v.e == a.catalog.global.members["Function"] && a.isReturnThis(args, whole) {
		return call, value{e: a.catalog.returnThis}, true
	}
	verb := "calls"
	if a.nodes[call].Kind == syntax.KindNewExpression {
		verb = "constructs"
	}
	a.invoke(callee, call, v, verb)
	if v.e.result == nil {
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
func (a *analysis) isReturnThis(args []int32, whole bool) bool {
	if !whole || len(args) != 1 {
		return false
	}
	body, ok := a.fold(args[0])
	return ok && strings.TrimRight(strings.TrimSpace(body), ";") == "return this"
}

// invoke reports a call of a value.
func (a *analysis) invoke(callee, call int32, v value, verb string) {
	does := a.doneBy(call, v)
	if does == noOperation {
		return
	}
	written := callee
	if v.pending == invoked || v.pending == applied { // exec.call(...): the function is what call is taken from
		written = int32(a.tree.Child(int(a.unwrapped(callee)), syntax.FieldObject))
	}
	a.report(signal{
		does: does, node: callee, call: call, also: a.boundTo(v), callee: v.e.path,
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
	if v.e.role == requires || v.e.role == loadsScripts {
		does = computedModule
	}
	if v.e.does != noOperation && v.e.when == always && (!v.e.common || verb == "extends") {
		does = v.e.does
	}
	if does == noOperation || does == fileRead || v.pending == awaited {
		return
	}
	also := a.boundTo(v)
	if list := a.parents[node]; list >= 0 && a.nodes[list].Kind == syntax.KindArguments {
		also = append(also, list) // what else is handed on to the same function
	}
	a.report(signal{does: does, node: node, call: -1, also: also, callee: verb + " " + v.e.path, message: verb + " " + a.named(node, v)})
}
