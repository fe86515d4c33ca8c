package structure

import (
	"strings"

	"sentinel/checks"
	"sentinel/internal/syntax"
)

// loading is a call that loads a module by its name.
type loading struct {
	callee, call int32
	loader       string // for messages
	// strict: a name that is no string is not made one. Other functions called require are told apart by it.
	strict bool
	also   []int32 // see signal
}

// load is a call that loads the module of a name: require(name), import(name). It goes on with the module.
func (a *analysis) load(l loading, args []int32, whole bool) (int32, value, bool) {
	if len(args) == 0 && whole || len(args) > 0 && l.strict && isNoModuleName(a.nodes[args[0]].Kind) {
		return l.call, value{}, false
	}
	name, constant := "", false
	if len(args) > 0 {
		name, constant = a.fold(args[0])
		if !constant && a.loadsFrom(l, a.beginning(args[0])) {
			return l.call, value{}, false
		}
	}
	if !constant && len(args) > 0 && a.isJSONName(args[0]) {
		return l.call, value{}, false
	}
	if !constant {
		a.report(signal{
			does: computedModule, node: l.callee, call: l.call, also: l.also, callee: l.loader,
			message: "calls " + l.loader + " with a computed module name",
		})
		return l.call, value{}, false
	}
	a.noteImport(name, l.call, false)
	if !a.loadsFrom(l, name) && strings.HasSuffix(name, ".node") {
		a.report(signal{does: nativeCode, node: l.callee, call: l.call, also: l.also, callee: "load .node",
			message: "loads the native module " + checks.Clip(name)})
	}
	e := a.catalog.module(name)
	return l.call, value{e: e, module: name}, e != nil
}

// loadScripts is importScripts(name, ...).
func (a *analysis) loadScripts(l loading, args []int32, whole bool) {
	for i := range args {
		a.load(l, args[i:i+1], true)
	}
	if !whole {
		a.load(l, nil, false)
	}
}

// loadsFrom reports a call that loads code from where the beginning of a name says: from the network, or from
// the name itself.
func (a *analysis) loadsFrom(l loading, name string) bool {
	s := signal{node: l.callee, call: l.call, also: l.also}
	switch {
	case isRemote(name):
		s.does, s.callee, s.message = remoteCode, "load https:", "loads code from "+host(name)
	case isTextURL(name):
		scheme, _ := schemeOf(name)
		s.does, s.callee, s.message = dynamicCode, "load data:", "loads a module that is the text of a "+scheme+": URL"
	default:
		return false
	}
	a.report(s)
	return true
}

// reportImport reports the source of an import or export statement where it is more than a name of a module.
func (a *analysis) reportImport(source int32, name string) {
	s := signal{node: source, call: -1}
	switch {
	case isRemote(name):
		s.does, s.callee, s.message = remoteImport, "import https:", "imports code from "+host(name)
	case isTextURL(name):
		s.does, s.callee, s.message = dynamicCode, "load data:", "loads a module that is the text of a data: URL"
	case strings.HasSuffix(name, ".node"):
		s.does, s.callee, s.message = nativeCode, "load .node", "loads the native module "+checks.Clip(name)
	default:
		return
	}
	a.report(s)
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
