package syntax

import "bytes"

// edit replaces the bytes from at on by as many others.
type edit struct {
	at      int
	text    string
	place   place
	restore restore
}

func (e edit) end() int { return e.at + len(e.text) }

// place says where an edit must turn out to be for it to hold; 0 is anywhere.
type place uint8

const (
	// insideType is for edits which hide more than a keyword, or part two lines: they could hide a call if
	// they were made in code.
	insideType place = iota + 1
	// typeParameter is before the name of a type parameter.
	typeParameter
)

// restore says what is put back into the tree for an edit that hid a fact; 0 is nothing.
type restore uint8

const (
	typeToken    restore = iota + 1 // the token `type`
	importCall                      // import("m") of a type
	defaultToken                    // the token `default`, where a name was put for it
)

// apply is text with the edits made.
func apply(text []byte, edits []edit) []byte {
	masked := bytes.Clone(text)
	for _, e := range edits {
		copy(masked[e.at:], e.text)
	}
	return masked
}

// masker looks for the gaps in a text.
type masker struct {
	text   []byte
	tokens []token
	// match is the index of the other bracket of (), [] and {}, parent that of the innermost open bracket
	// around a token; -1 is none.
	match, parent []int
	edits         []edit
}

func newMasker(text []byte, nodes []Node) *masker {
	m := &masker{text: text, tokens: scan(text, nodes)}
	m.match = make([]int, len(m.tokens))
	m.parent = make([]int, len(m.tokens))
	var open []int
	for i := range m.tokens {
		m.match[i], m.parent[i] = -1, -1
		if len(open) > 0 {
			m.parent[i] = open[len(open)-1]
		}
		switch m.at(i) {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) > 0 && pairs(m.at(open[len(open)-1]), m.at(i)) {
				top := open[len(open)-1]
				m.match[i], m.match[top], m.parent[i] = top, i, m.parent[top]
				open = open[:len(open)-1]
			}
		}
	}
	return m
}

func pairs(open, closing string) bool {
	return open+closing == "()" || open+closing == "[]" || open+closing == "{}"
}

// at is the text of token i if it is a word or punctuation, and empty for literals and outside of the file.
func (m *masker) at(i int) string {
	if i < 0 || i >= len(m.tokens) || m.tokens[i].kind > punctuation {
		return ""
	}
	return string(m.text[m.tokens[i].start:m.tokens[i].end])
}

// is reports whether token i is one of the texts.
func (m *masker) is(i int, texts ...string) bool {
	at := m.at(i)
	if at == "" {
		return false
	}
	for _, text := range texts {
		if at == text {
			return true
		}
	}
	return false
}

func (m *masker) kind(i int, kind tokenKind) bool {
	return i >= 0 && i < len(m.tokens) && m.tokens[i].kind == kind
}

// connectives are the words which may stand between two operands, or after a name.
var connectives = []string{"in", "of", "instanceof", "as", "satisfies", "extends", "implements", "is"}

// modifies reports whether token i stands directly before a name on its line, as only keywords do.
func (m *masker) modifies(i int) bool {
	return m.kind(i+1, word) && !m.tokens[i+1].newLine && !m.is(i+1, connectives...) && !m.is(i-1, ".")
}

func (m *masker) put(at int, text string) { m.edits = append(m.edits, edit{at: at, text: text}) }

// last is the edit made last.
func (m *masker) last() *edit { return &m.edits[len(m.edits)-1] }

// blank puts blanks in the place of the tokens from i to j and what is between them, but keeps line ends.
func (m *masker) blank(i, j int) {
	at, end := m.tokens[i].start, m.tokens[j].end
	m.put(at, string(bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return r
		}
		return ' '
	}, asciiOnly(m.text[at:end]))))
}

// asciiOnly has a byte for each byte of text.
func asciiOnly(text []byte) []byte {
	plain := bytes.Clone(text)
	for i, c := range plain {
		if c >= 0x80 {
			plain[i] = ' '
		}
	}
	return plain
}

// rename puts another name in the place of tokens i to j. Names are read from the original text, so this
// changes no fact.
func (m *masker) rename(i, j int) {
	at, end := m.tokens[i].start, m.tokens[j].end
	m.put(at, string(bytes.Repeat([]byte("_"), end-at)))
}

// separate puts a semicolon in the place of a blank before token i, or of a line end if there is no blank.
func (m *masker) separate(i int) bool {
	place := -1
	for at := m.tokens[i].start - 1; at >= m.tokens[i-1].end; at-- {
		switch m.text[at] {
		case ' ', '\t':
			m.put(at, ";")
			return true
		case '\n', '\r':
			place = at
		default:
			return false // a comment
		}
	}
	if place >= 0 {
		m.put(place, ";")
	}
	return place >= 0
}
