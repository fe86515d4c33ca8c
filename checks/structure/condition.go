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

// doneBy is what a call of a value does.
func (a *analysis) doneBy(call int32, v value) operation {
	args, whole := a.given(call, v)
	if v.e.when == workerOfText && len(args) > 0 && isRemote(a.addressOf(args[0])) {
		return remoteCode
	}
	if v.e.does != noOperation && a.holds(v.e.when, call, args, whole) {
		return v.e.does
	}
	return noOperation
}

func (a *analysis) holds(c condition, call int32, args []int32, whole bool) bool {
	switch c {
	case always:
		return true
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
	if isTextURL(a.addressOf(args[0])) {
		return true
	}
	if len(args) < 2 {
		return false
	}
	eval := a.property(args[1], "eval")
	return eval >= 0 && a.nodes[eval].Kind != syntax.KindFalse
}

func (a *analysis) isOpenToWrite(args []int32) bool {
	if len(args) < 2 || isFunction(a.nodes[args[1]].Kind) {
		return false // the default is to read
	}
	flags, ok := a.fold(args[1])
	return !ok || strings.ContainsAny(flags, "wa+")
}
