package structure

import (
	"strings"

	"sentinel/internal/syntax"
)

// pathModules and urlModules have the functions that foldCall knows.
var (
	pathModules = map[string]bool{"path": true, "node:path": true, "path/posix": true, "node:path/posix": true}
	urlModules  = map[string]bool{"url": true, "node:url": true}
)

// foldCall knows calls that give the place of a file from constants: such a file is part of the repository
// and has a name that anyone can read. The place is given relative to the file, as imports have it. A function
// of the file that only has such a name is none of these.
func (a *analysis) foldCall(node int32, depth int) (string, bool) {
	callee := a.callee(node)
	args, ok := a.arguments(node)
	if callee < 0 || !ok {
		return "", false
	}
	callee = a.unwrapped(callee)
	name := a.lastName(callee)
	if name == "join" && a.isArrayMember(callee) {
		return a.foldList(callee, args, depth)
	}
	if len(args) == 0 {
		return "", false
	}
	switch name {
	case "join", "resolve":
		if a.isResolver(callee) {
			return a.foldAt(args[0], depth)
		}
		if pathModules[a.originOf(callee)] {
			return a.foldPath(args, depth)
		}
	case "URL":
		if len(args) == 2 && a.nodeIs(args[1], "import.meta.url") && !a.isDeclared(callee) {
			return a.foldAt(args[0], depth)
		}
	case "fileURLToPath", "pathToFileURL":
		if urlModules[a.originOf(callee)] {
			return a.foldAt(args[0], depth)
		}
	}
	return "", false
}

// isResolver recognises require.resolve and import.meta.resolve.
func (a *analysis) isResolver(callee int32) bool {
	if a.nodeIs(callee, "import.meta.resolve") {
		return true
	}
	object := int32(a.tree.Child(int(callee), syntax.FieldObject))
	return object >= 0 && a.lastName(callee) == "resolve" && a.nodes[object].Kind == syntax.KindIdentifier && a.isRequire(object)
}

func (a *analysis) foldPath(args []int32, depth int) (string, bool) {
	var parts []string
	for _, arg := range args {
		s, ok := a.foldAt(arg, depth)
		if !ok {
			return "", false
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "/"), true
}

func (a *analysis) isArrayMember(callee int32) bool {
	object := a.tree.Child(int(callee), syntax.FieldObject)
	return object >= 0 && a.nodes[object].Kind == syntax.KindArray
}

// foldList is ["a", "b"].join(separator), which compilers and people who hide names write.
func (a *analysis) foldList(callee int32, args []int32, depth int) (string, bool) {
	separator, ok := ",", true
	if len(args) > 0 {
		separator, ok = a.foldAt(args[0], depth)
	}
	if !ok {
		return "", false
	}
	var parts []string
	for c := range a.tree.Children(a.tree.Child(int(callee), syntax.FieldObject)) {
		if isComment(a.nodes[c].Kind) {
			continue
		}
		part, ok := a.foldAt(int32(c), depth)
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, separator), true
}
