package syntax

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// maskVariance hides the variance of a type parameter.
func maskVariance(m *masker, i int) {
	if m.modifies(i) && m.is(i-1, "<", ",", "in", "const") || m.is(i, "in") && m.is(i-1, "<", ",") && m.is(i+1, "out", "const") {
		m.blank(i, i)
		m.last().place = typeParameter
	}
}

// maskExportTypeStar hides the `type` for restoreFacts to put back.
func maskExportTypeStar(m *masker, i int) {
	if m.is(i-1, "export") && m.is(i+1, "*") {
		m.blank(i, i)
		m.last().restore = typeToken
	}
}

// maskImportType puts a name in the place of import("m"), which the grammars know in few places of types.
func maskImportType(m *masker, i int) {
	end := m.importEnd(i)
	if end < 0 || m.is(i-1, ".", "await", "return", "yield") || m.is(i-1, "=>", "=") && !m.is(end+1, ".", "[") ||
		m.is(end+1, ".") && m.is(end+2, "then", "catch", "finally") {
		return
	}
	if m.kind(end+1, word) && m.tokens[end+1].start == m.tokens[end].end {
		return // what follows would become part of the name
	}
	m.rename(i, end)
	m.last().place, m.last().restore = insideType, importCall
}

// importEnd is the closing parenthesis of an import that begins with token i: import("m") or
// import("m", {...}), on one line. It is -1 for anything else.
func (m *masker) importEnd(i int) int {
	if !m.is(i+1, "(") || !m.kind(i+2, stringToken) {
		return -1
	}
	end := i + 3
	if m.is(end, ",") && m.is(end+1, "{") && m.match[end+1] >= 0 {
		end = m.match[end+1] + 1
	}
	if m.match[i+1] != end || bytes.IndexByte(m.text[m.tokens[i].start:m.tokens[end].end], '\n') >= 0 {
		return -1
	}
	return end
}

func maskStaticIndex(m *masker, i int) {
	bracket := i + 1
	if m.is(bracket, "readonly") {
		bracket++
	}
	if m.is(bracket, "[") && m.kind(bracket+1, word) && m.is(bracket+2, ":") {
		m.blank(i, i)
	}
}

// maskCallSignature puts the semicolon that may be left out before a generic call signature on its own line.
func maskCallSignature(m *masker, i int) {
	open := m.parent[i]
	if !m.tokens[i].newLine || open < 0 || !m.is(open, "{") || !m.memberEnds(i-1) || !m.holdsMembers(open) {
		return
	}
	if m.separate(i) {
		m.last().place = insideType
	}
}

// memberEnds reports whether a member of a type may end with token i.
func (m *masker) memberEnds(i int) bool {
	return m.kind(i, word) && !m.is(i, "extends", "keyof", "typeof", "infer", "readonly", "is", "new", "as", "in") || m.kind(i, stringToken) || m.is(i, ")", "]", "}", ">", "`")
}

// holdsMembers reports whether the brace may begin an interface's body or an object type.
func (m *masker) holdsMembers(brace int) bool {
	if m.is(brace-1, ":", "&", "|", "<", ",", "=", "(", "=>", "extends", "as", "satisfies") {
		return true
	}
	return m.declares(brace, "interface")
}

// declares reports whether token i is in the head of a declaration with that keyword:
// interface X<T> extends Y<U> {
func (m *masker) declares(i int, keyword string) bool {
	for i--; i >= 0 && !m.is(i, ";", "{", "}"); i-- {
		if m.is(i, keyword) {
			return true
		}
	}
	return false
}

// maskDoubleAngle hides the type parameters of a function type that is the first type argument: the grammars
// take << for an operator.
func maskDoubleAngle(m *masker, i int) {
	if !m.is(i+1, "<") || m.tokens[i].end != m.tokens[i+1].start || !m.kind(i-1, word) {
		return
	}
	depth := 0
	for j := i + 1; j < len(m.tokens) && !m.is(j, "(", ")", ";", "{", "}"); j++ {
		switch m.at(j) {
		case "<":
			depth++
		case ">":
			depth--
		}
		if depth == 0 {
			if m.is(j+1, "(") {
				m.blank(i+1, j)
				m.last().place = insideType
			}
			return
		}
	}
}

// maskPatternParameter puts a name in the place of a pattern in the parameters of a function type.
func maskPatternParameter(m *masker, i int) {
	open, end := m.parent[i], m.match[i]
	if end < 0 || !m.is(i-1, "(", ",") || !m.is(open, "(") || m.match[open] < 0 || !m.is(m.match[open]+1, "=>") {
		return
	}
	if !m.is(end+1, ":") && !(m.is(end+1, "?") && m.is(end+2, ":")) {
		return
	}
	if !m.is(open-1, ":", "|", "&", "<") && !(m.is(open-1, "=") && m.declares(open, "type")) {
		return
	}
	for j := i + 1; j < end; j++ {
		if !m.kind(j, word) && !m.is(j, ",", ":", ".", "{", "}", "[", "]") {
			return
		}
	}
	m.blank(i, end)
	m.last().text = "_" + m.last().text[1:]
	m.last().place = insideType
}

// maskTypeEscape hides escapes, which the grammars know only in the templates of code.
func maskTypeEscape(m *masker, i int) {
	if !m.kind(i, templateText) || !m.is(m.tokens[i].open-1, "=", ":", "|", "&", "<", ",", "?", "[", "extends", "as") {
		return
	}
	for _, found := range escapes.FindAllIndex(m.text[m.tokens[i].start:m.tokens[i].end], -1) {
		m.put(m.tokens[i].start+found[0], strings.Repeat("_", found[1]-found[0]))
		m.last().place = insideType
	}
}

// defaultSignature gives a name to the function of `export default function (): T;`, which it takes from the
// letters of `default`.
const defaultSignature = "function _______"

func maskDefaultSignature(m *masker, i int) {
	if m.is(i-1, "export") && m.is(i+1, "function") && m.is(i+2, "(") &&
		string(m.text[m.tokens[i].start:m.tokens[i+1].end]) == "default function" {
		m.put(m.tokens[i].start, defaultSignature)
		m.last().place, m.last().restore = insideType, defaultToken
	}
}

func maskKeyofReadonly(m *masker, i int) {
	if m.is(i-1, "keyof") {
		m.blank(i, i)
		m.last().place = insideType
	}
}

func maskTypeofUndefined(m *masker, i int) {
	if m.is(i-1, "typeof") {
		m.rename(i, i)
		m.last().place = insideType
	}
}

func maskAbstractName(m *masker, i int) {
	if m.is(i+1, "?", "!", ":", "=", ";", "(") {
		m.rename(i, i)
	}
}

func maskUsingName(m *masker, i int) {
	if m.is(i+1, ":", ")", ",", "?", "(", "=", ".") || m.is(i-1, ".") {
		m.rename(i, i)
	}
}

// maskOverrideName renames what the grammars take for the modifier of a parameter.
func maskOverrideName(m *masker, i int) {
	if m.is(i-1, "(") && m.is(i+1, "[", ".") {
		m.rename(i, i)
	}
}

func maskAsName(m *masker, i int) {
	if m.is(i-1, "let", "const", "var") && m.is(i+1, "=", ":", ";", ",") {
		m.rename(i, i)
	}
}

// maskTypeName renames the `type` that is exported under its own or another name.
func maskTypeName(m *masker, i int) {
	if open := m.parent[i]; !m.is(open, "{") || !m.is(open-1, "export") || !m.is(i-1, "{", ",") {
		return
	}
	if m.is(i+1, ",", "}") || m.is(i+1, "as") && m.kind(i+2, word) && m.is(i+3, ",", "}") {
		m.rename(i, i)
	}
}

func maskTypeVariable(m *masker, i int) {
	if m.is(i+1, "extends") && m.is(i-1, "(", "<", ",", "=", ":", "?", "|", "&", "[", "=>") {
		m.rename(i, i)
	}
}

// maskPropertyName renames a property that has the name of an operator.
func maskPropertyName(m *masker, i int) {
	if m.tokens[i].newLine && (m.is(i+1, ":") || m.is(i+1, "?") && m.is(i+2, ":")) {
		m.rename(i, i)
	}
}

// The scanner of the grammars looks for `in` at the beginning of a line without looking where the word ends.
var keywordPrefix = regexp.MustCompile(`^(?:in|instanceof)[0-9_$]`)

func maskKeywordPrefix(m *masker, i int) {
	if m.kind(i, word) && m.tokens[i].newLine && keywordPrefix.MatchString(m.at(i)) {
		m.rename(i, i)
	}
}

var predefined = []string{"any", "unknown", "never", "string", "number", "boolean", "symbol", "object"}

// maskPredefinedName renames a namespace, and the parameter of a function type without a type of its own, that
// have the name of a predefined type: any.T, (any) => T.
func maskPredefinedName(m *masker, i int) {
	if !slices.Contains(predefined, m.at(i)) {
		return
	}
	open := m.parent[i]
	parameter := m.is(i-1, "(", ",") && m.is(i+1, ")", ",", "?", ":") &&
		m.is(open, "(") && m.match[open] >= 0 && m.is(m.match[open]+1, "=>")
	if parameter || m.is(i+1, ".") && !m.is(i-1, ".") {
		m.rename(i, i)
	}
}
