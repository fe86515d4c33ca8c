package syntax

import (
	"bytes"
	"regexp"
)

// filler stands for a bare ampersand: any character that is nothing special in JSX text and attributes, and
// that is an error wherever else it stands.
const filler = "\x01"

// reference is a character reference as the grammars define it.
var reference = regexp.MustCompile(`^&(?:#(?:[0-9]{1,5}|[xX][0-9a-fA-F]{1,6})|[A-Za-z]{1,30});`)

// findAmpersands gives edits for a gap of the JSX grammars: text and attribute values with an ampersand that
// does not begin a character reference.
func findAmpersands(text []byte, nodes []Node) []edit {
	var edits []edit
	done := 0
	for _, n := range nodes {
		start, stops := jsxRun(n)
		if stops == "" {
			continue
		}
		for start < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[start]) >= 0 {
			start++
		}
		if start < done || start >= len(text) || text[start] != '&' {
			continue
		}
		done = len(text)
		if length := bytes.IndexAny(text[start:], stops); length >= 0 {
			done = start + length
		}
		for at := start; at < done; at++ {
			if text[at] == '&' && !reference.Match(text[at:]) {
				edits = append(edits, edit{at: at, text: filler})
			}
		}
	}
	return edits
}

// jsxRun is where text or an attribute's value goes on that the parse has stopped at, and what ends it.
func jsxRun(n Node) (start int, stops string) {
	switch n.Kind {
	case KindStringFragment, KindHTMLCharacterReference:
		return int(n.End), "\"'\n"
	case KindError:
		return int(n.Start), "\"'\n"
	case KindJSXText, KindJSXOpeningElement, KindJSXClosingElement, KindJSXSelfClosingElement, KindJSXExpression:
		return int(n.End), "<{}>"
	}
	return 0, ""
}
