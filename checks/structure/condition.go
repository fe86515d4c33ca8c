package structure

import (
	"strings"

	"sentinel/internal/syntax"
)

// condition says of which calls a row holds. The zero value is all calls.
type condition uint8

const (
	always       condition = iota
	firstIsText            // the first argument is text: setTimeout("...")
	workerOfText           // new Worker(text, { eval: true }), or a data: URL
	asTemplate             // called as the tag of a template: $`ls`
	opensToWrite           // the flags of fs.open are not known to be for reading only
)

func (a *analysis) holds(c condition, call int32) bool {
	if c == always {
		return true
	}
	args, whole := a.arguments(call)
	switch c {
	case asTemplate:
		list := a.tree.Child(int(call), syntax.FieldArguments)
		return list >= 0 && a.nodes[list].Kind == syntax.KindTemplateString
	case firstIsText:
		return len(args) > 0 && a.isText(args[0])
	case workerOfText:
		return a.isWorkerOfText(args)
	case opensToWrite:
		return !whole || a.isOpenToWrite(args)
	}
	return false
}

// isText reports whether an expression can be seen to be a string.
func (a *analysis) isText(node int32) bool {
	node = a.unwrapped(node)
	switch a.nodes[node].Kind {
	case syntax.KindString, syntax.KindTemplateString:
		return true
	case syntax.KindBinaryExpression:
		if a.operatorOf(node) != syntax.KindTokenPlus || !a.spend(1) {
			return false
		}
		right := int32(a.tree.Child(int(node), syntax.FieldRight))
		left := int32(a.tree.Child(int(node), syntax.FieldLeft))
		return right >= 0 && isTextLiteral(a.nodes[right].Kind) || left >= 0 && isTextLiteral(a.nodes[left].Kind)
	}
	_, constant := a.fold(node)
	return constant
}

func isTextLiteral(k syntax.Kind) bool {
	return k == syntax.KindString || k == syntax.KindTemplateString
}

func (a *analysis) isWorkerOfText(args []int32) bool {
	if len(args) == 0 {
		return false
	}
	if s, ok := a.fold(args[0]); ok && isDataURL(s) {
		return true
	}
	if len(args) < 2 {
		return false
	}
	eval := a.property(args[1], "eval")
	return eval >= 0 && a.nodes[eval].Kind != syntax.KindFalse
}

// isDataURL reports whether a module name is the module's text itself.
func isDataURL(s string) bool { return len(s) >= 5 && strings.EqualFold(s[:5], "data:") }

func (a *analysis) isOpenToWrite(args []int32) bool {
	if len(args) < 2 || isFunction(a.nodes[args[1]].Kind) {
		return false // the default is to read
	}
	flags, ok := a.fold(args[1])
	return !ok || strings.ContainsAny(flags, "wa+")
}
