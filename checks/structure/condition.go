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
		return a.operatorOf(node) == syntax.KindTokenPlus // text or a number, and no function
	case syntax.KindCallExpression:
		if givesText[a.lastName(a.callee(node))] {
			return true
		}
	}
	_, constant := a.fold(node)
	return constant
}

// givesText are names of functions that give text.
var givesText = map[string]bool{
	"String": true, "atob": true, "decodeURIComponent": true, "fromCharCode": true, "join": true, "toString": true, "unescape": true,
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
	eval := a.property(a.fixed(args[1]), "eval")
	return eval >= 0 && a.nodes[eval].Kind != syntax.KindFalse
}

func (a *analysis) isOpenToWrite(args []int32) bool {
	if len(args) < 2 || isFunction(a.nodes[args[1]].Kind) {
		return false // the default is to read
	}
	flags, ok := a.fold(args[1])
	return !ok || strings.ContainsAny(flags, "wa+")
}
