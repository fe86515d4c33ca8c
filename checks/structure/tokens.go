package structure

import (
	"bytes"
	"encoding/binary"

	"sentinel/internal/syntax"
)

// The kinds of tokens. Their numbers are part of keys.
const (
	nameToken      = 'n'
	stringToken    = 's'
	textToken      = 't'
	digestToken    = 'd'
	endOfStatement = 'e'
)

// tokenWriter writes subtrees as tokens, so that two which mean different things never give the same bytes, and
// two that a formatter makes of each other do: without comments, white space, semicolons and trailing commas,
// strings by their value. A token begins with a zero byte and says how long it is; punctuation and keywords
// stand between tokens as they are.
type tokenWriter struct {
	a      *analysis
	tokens []byte
	at     uint32 // the text up to here is written
	// comma and opened are the length of tokens after a comma that may turn out to be a trailing one, and after
	// a bracket or comma: a comma right after that is a hole in an array.
	comma, opened int
	// statements are those that the writer is inside of.
	statements []int32
}

// write gives the tokens of a part, until the next call.
func (w *tokenWriter) write(p part, known map[part]digest) []byte {
	nodes := w.a.nodes
	last := int32(nodes[p.node].Next)
	w.tokens, w.at, w.comma, w.opened, w.statements = w.tokens[:0], nodes[p.node].Start, -1, -1, w.statements[:0]
	for i := p.node; i < last; {
		w.endStatements(i)
		n := &nodes[i]
		d, isKnown := known[part{node: i}]
		switch {
		case isKnown && i != p.node:
			w.token(digestToken, d[:], n)
		case p.withoutCallbacks && w.a.isCallbackBody(i, p.node):
			w.upTo(n.Start)
			w.tokens = append(w.tokens, "{}"...)
			w.at = n.End
		case isComment(n.Kind):
			w.upTo(n.Start)
			w.at = n.End
		case !w.literal(i, n):
			w.open(i, n)
			i++
			continue
		}
		i = int32(n.Next)
	}
	w.endStatements(last)
	w.upTo(nodes[p.node].End)
	return w.tokens
}

// isCallbackBody recognises the block of a function that is itself an argument in a list.
func (a *analysis) isCallbackBody(node, list int32) bool {
	if a.nodes[node].Kind != syntax.KindStatementBlock {
		return false
	}
	function := a.parents[node]
	return function >= 0 && a.parents[function] == list && isFunction(a.nodes[function].Kind)
}

// literal writes a name or literal as one token, and reports whether the node is one.
func (w *tokenWriter) literal(i int32, n *syntax.Node) bool {
	switch n.Kind {
	case syntax.KindString, syntax.KindTemplateString:
		s, ok := w.a.tree.StringValue(int(i))
		switch {
		case n.Field == syntax.FieldArguments: // a tag sees how the template is written
			return false
		case ok && n.Field == syntax.FieldKey:
			w.token(nameToken, []byte(s), n)
		case ok:
			w.token(stringToken, []byte(s), n)
		case n.Kind == syntax.KindString:
			w.token(textToken, w.a.text[n.Start:n.End], n)
		}
		return ok || n.Kind == syntax.KindString
	case syntax.KindIdentifier, syntax.KindPropertyIdentifier, syntax.KindPrivatePropertyIdentifier,
		syntax.KindShorthandPropertyIdentifier, syntax.KindShorthandPropertyIdentifierPattern,
		syntax.KindStatementIdentifier, syntax.KindTypeIdentifier:
		w.name(i, n)
	case syntax.KindStringFragment:
		w.token(textToken, bytes.ReplaceAll(w.a.text[n.Start:n.End], []byte("\r\n"), []byte("\n")), n)
	case syntax.KindEscapeSequence, syntax.KindHTMLCharacterReference, syntax.KindJSXText, syntax.KindRegex, syntax.KindNumber:
		w.token(textToken, w.a.text[n.Start:n.End], n)
	default:
		return false
	}
	return true
}

// name writes a name. Formatters put parentheses around the one parameter of an arrow function.
func (w *tokenWriter) name(i int32, n *syntax.Node) {
	bare := n.Field == syntax.FieldParameter
	if bare {
		w.upTo(n.Start)
		w.tokens = append(w.tokens, '(')
	}
	w.token(nameToken, w.a.tree.NameText(int(i)), n)
	if bare {
		w.tokens = append(w.tokens, ')')
	}
}

// open begins a node whose children are written one by one.
func (w *tokenWriter) open(i int32, n *syntax.Node) {
	if parent := w.a.parents[i]; parent >= 0 && w.a.nodes[parent].Kind == syntax.KindForStatement {
		w.upTo(n.Start) // the semicolons between the parts of a for are not written
		w.tokens = append(w.tokens, n.Field.String()...)
	}
	switch n.Kind {
	case syntax.KindExpressionStatement, syntax.KindLexicalDeclaration, syntax.KindVariableDeclaration, syntax.KindReturnStatement,
		syntax.KindThrowStatement, syntax.KindBreakStatement, syntax.KindContinueStatement, syntax.KindDebuggerStatement,
		syntax.KindDoStatement, syntax.KindFieldDefinition:
		w.statements = append(w.statements, i)
	}
}

// endStatements marks the ends of statements before a node: a semicolon there may be left out.
func (w *tokenWriter) endStatements(before int32) {
	for len(w.statements) > 0 {
		n := &w.a.nodes[w.statements[len(w.statements)-1]]
		if int32(n.Next) > before {
			return
		}
		w.upTo(n.End)
		w.tokens = append(w.tokens, 0, endOfStatement)
		w.statements = w.statements[:len(w.statements)-1]
	}
}

func (w *tokenWriter) token(kind byte, text []byte, n *syntax.Node) {
	w.upTo(n.Start)
	w.tokens = binary.AppendUvarint(append(w.tokens, 0, kind), uint64(len(text)))
	w.tokens = append(w.tokens, text...)
	w.at = n.End
}

// upTo writes what stands between tokens up to a place in the text.
func (w *tokenWriter) upTo(end uint32) {
	for ; w.at < end; w.at++ {
		c := w.a.text[w.at]
		switch c {
		case ' ', '\t', '\r', '\n', ';', 0:
			continue
		case ')', ']', '}', '>':
			if w.comma == len(w.tokens) {
				w.tokens = w.tokens[:w.comma-1]
				w.comma, w.opened = -1, -1
			}
		}
		hole := w.opened == len(w.tokens)
		w.tokens = append(w.tokens, c)
		switch {
		case c == '[':
			w.opened = len(w.tokens)
		case c == ',':
			w.opened = len(w.tokens)
			if !hole {
				w.comma = len(w.tokens)
			}
		}
	}
}
