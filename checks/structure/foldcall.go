package structure

import (
	"net/url"
	"path"
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
			return a.foldPath(name, args, depth)
		}
	case "URL":
		if !a.isDeclared(callee) {
			return a.foldURL(args, depth)
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

// foldURL is new URL(address) and new URL(address, base). An address with a scheme needs no base.
func (a *analysis) foldURL(args []int32, depth int) (string, bool) {
	s, ok := a.foldAt(args[0], depth)
	if scheme, _ := schemeOf(s); !ok || scheme != "" || len(args) > 1 && a.nodeIs(args[1], "import.meta.url") {
		return s, ok
	}
	if len(args) == 1 {
		return "", false
	}
	base, ok := a.foldAt(args[1], depth)
	if !ok {
		return "", false
	}
	u, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	if u, err = u.Parse(s); err != nil {
		return "", false
	}
	return u.String(), true
}

// foldPath is path.join and path.resolve. The path of a file begins with a dot, as imports have it, and stays as
// it is written; what join makes of other parts may be the name of a module: join("x", "..", "vm").
func (a *analysis) foldPath(function string, args []int32, depth int) (string, bool) {
	var parts []string
	for _, arg := range args {
		s, ok := a.foldAt(arg, depth)
		if !ok {
			return "", false
		}
		parts = append(parts, s)
	}
	joined := strings.Join(parts, "/")
	if name := path.Clean(joined); function == "join" && a.catalog.module(name) != nil && !a.isHere(args[0]) {
		return name, true
	}
	return joined, true
}

// isHere recognises the folder of the file.
func (a *analysis) isHere(node int32) bool {
	for range maxFoldDepth {
		node = a.unwrapped(node)
		id := int32(-1)
		if a.nodes[node].Kind == syntax.KindIdentifier {
			id = a.bindingAt(node)
		}
		if id < 0 || a.bindings[id].value < 0 {
			break
		}
		node = a.bindings[id].value
	}
	return a.nodeIs(node, "__dirname") || a.nodeIs(node, "import.meta.dirname") || a.nodeIs(node, "import.meta.dir")
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
