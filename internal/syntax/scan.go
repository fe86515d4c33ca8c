package syntax

import "bytes"

// token is a token of a file that the grammar did not understand everywhere.
type token struct {
	start, end int
	kind       tokenKind
	// newLine: a line break stands between the token before and this one.
	newLine bool
	// open is the index of the backquote that began the template, for templateText.
	open int
}

type tokenKind uint8

const (
	word         tokenKind = iota // names and keywords, with the # of private names
	punctuation                   // one byte, or =>
	stringToken                   // with its quotes
	templateText                  // what stands between backquotes and substitutions
	otherLiteral                  // regular expressions and JSX text
)

// scanner splits a text into tokens, without comments. What quotes and slashes mean depends on syntax, so for
// comments, strings, regular expressions and JSX text it goes by the parse there already is. Only templates it
// finds by itself, because a parse that lost its way in one takes code for text after it.
type scanner struct {
	text      []byte
	pos       int
	literals  []Node
	tokens    []token
	newLine   bool
	templates []openTemplate
}

// openTemplate is a template inside of whose substitution the scanner is.
type openTemplate struct {
	quote  int // index of its backquote
	braces int // open braces in the substitution
}

// scan gives the tokens of text; nodes are those of its parse.
func scan(text []byte, nodes []Node) []token {
	s := &scanner{text: text}
	for i := range nodes {
		switch nodes[i].Kind {
		case KindComment, KindHTMLComment, KindHashBangLine, KindString, KindRegex, KindJSXText:
			s.literals = append(s.literals, nodes[i])
		}
	}
	for s.pos < len(s.text) {
		if !s.literal() {
			s.next()
		}
	}
	return s.tokens
}

func (s *scanner) emit(kind tokenKind, end int) {
	s.tokens = append(s.tokens, token{start: s.pos, end: end, kind: kind, newLine: s.newLine})
	s.newLine = false
	s.pos = end
}

// literal takes what the parse knows to begin at this place.
func (s *scanner) literal() bool {
	for len(s.literals) > 0 && int(s.literals[0].Start) < s.pos {
		s.literals = s.literals[1:]
	}
	if len(s.literals) == 0 || int(s.literals[0].Start) != s.pos || s.literals[0].End == s.literals[0].Start {
		return false
	}
	end := int(s.literals[0].End)
	switch s.literals[0].Kind {
	case KindString:
		s.emit(stringToken, end)
	case KindRegex, KindJSXText:
		s.emit(otherLiteral, end)
	default:
		s.skip(end)
	}
	return true
}

// skip passes over blanks and comments.
func (s *scanner) skip(end int) {
	s.newLine = s.newLine || bytes.IndexByte(s.text[s.pos:end], '\n') >= 0
	s.pos = end
}

func (s *scanner) next() {
	rest := s.text[s.pos:]
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		s.skip(s.pos + 1)
	case bytes.HasPrefix(rest, []byte("//")):
		s.skip(s.pos + until(rest, "\n"))
	case bytes.HasPrefix(rest, []byte("/*")):
		s.skip(min(s.pos+until(rest, "*/")+2, len(s.text)))
	case isWordByte(c):
		end := s.pos
		for end < len(s.text) && isWordByte(s.text[end]) {
			end++
		}
		s.emit(word, end)
	case c == '"' || c == '\'':
		s.quoted(c)
	case c == '`':
		s.templates = append(s.templates, openTemplate{quote: len(s.tokens)})
		s.emit(punctuation, s.pos+1)
		s.template()
	case c == '{' || c == '}':
		s.brace(c)
	case bytes.HasPrefix(rest, []byte("=>")):
		s.emit(punctuation, s.pos+2)
	default:
		s.emit(punctuation, s.pos+1)
	}
}

// until is the offset of what in text, or the length of text.
func until(text []byte, what string) int {
	if i := bytes.Index(text, []byte(what)); i >= 0 {
		return i
	}
	return len(text)
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '#' || c >= 0x80
}

// quoted takes a string that the parse does not know, or a lone quote where none ends on the line.
func (s *scanner) quoted(quote byte) {
	for end := s.pos + 1; end < len(s.text) && s.text[end] != '\n'; end++ {
		switch s.text[end] {
		case '\\':
			end++
		case quote:
			s.emit(stringToken, end+1)
			return
		}
	}
	s.emit(punctuation, s.pos+1)
}

// brace follows the nesting inside of a substitution, whose end leads back into the template.
func (s *scanner) brace(c byte) {
	s.emit(punctuation, s.pos+1)
	if len(s.templates) == 0 {
		return
	}
	top := &s.templates[len(s.templates)-1]
	switch {
	case c == '{':
		top.braces++
	case top.braces > 0:
		top.braces--
	default:
		s.template()
	}
}

// template takes a template's text up to a substitution or its end.
func (s *scanner) template() {
	quote := s.templates[len(s.templates)-1].quote
	for end := s.pos; end < len(s.text); end++ {
		switch {
		case s.text[end] == '\\':
			end++
		case s.text[end] == '`':
			s.templateText(end, quote)
			s.templates = s.templates[:len(s.templates)-1]
			s.emit(punctuation, end+1)
			return
		case bytes.HasPrefix(s.text[end:], []byte("${")):
			s.templateText(end, quote)
			s.pos++ // the $; brackets match by their braces alone
			s.emit(punctuation, end+2)
			return
		}
	}
	s.templates = s.templates[:len(s.templates)-1]
	s.templateText(len(s.text), quote)
}

func (s *scanner) templateText(end, quote int) {
	if end > s.pos {
		s.emit(templateText, end)
		s.tokens[len(s.tokens)-1].open = quote
	}
}
