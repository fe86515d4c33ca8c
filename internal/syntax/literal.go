package syntax

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// StringValue is the value of node i if it is a string, or a template without substitutions. Escapes are
// decoded; half of a surrogate pair becomes U+FFFD. It reports false for other nodes, for escapes that have no
// value, and for HTML character references of JSX.
func (t *Tree) StringValue(i int) (string, bool) {
	kind := t.Nodes[i].Kind
	if kind != KindString && kind != KindTemplateString {
		return "", false
	}
	only := i + 1
	if t.Nodes[i].Next == uint32(only) {
		return "", true
	}
	if t.Nodes[i].Next == uint32(only)+1 && t.Nodes[only].Kind == KindStringFragment && kind == KindString {
		return string(t.NodeText(only)), true
	}
	var b strings.Builder
	for c := range t.Children(i) {
		switch t.Nodes[c].Kind {
		case KindStringFragment:
			fragment := string(t.NodeText(c))
			if kind == KindTemplateString {
				fragment = normalizeLines(fragment)
			}
			b.WriteString(fragment)
		case KindEscapeSequence:
			if !unescape(&b, string(t.NodeText(c))) {
				return "", false
			}
		default:
			return "", false
		}
	}
	return joinSurrogates(b.String()), true
}

// NameText is the name that the identifier at node i is: its text, with \u escapes decoded. An escape without a
// value stays as it is.
func (t *Tree) NameText(i int) []byte {
	text := t.NodeText(i)
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for s := string(text); s != ""; {
		size := 1
		switch {
		case strings.HasPrefix(s, `\u{`) && strings.IndexByte(s, '}') > 0:
			size = strings.IndexByte(s, '}') + 1
		case strings.HasPrefix(s, `\u`) && len(s) >= len(`\u0000`):
			size = len(`\u0000`)
		}
		if size == 1 || !unescapeHex(&b, s[1:size]) {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return []byte(joinSurrogates(b.String()))
}

// normalizeLines does what the language does in templates: any line end is one line feed.
func normalizeLines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// unescape adds the value of one escape sequence, and reports whether it has one.
func unescape(b *strings.Builder, escape string) bool {
	if len(escape) < 2 || escape[0] != '\\' {
		return false
	}
	body := escape[1:]
	switch c := body[0]; {
	case c == 'x' || c == 'u':
		return unescapeHex(b, body)
	case '0' <= c && c <= '7':
		n, err := strconv.ParseUint(body, 8, 16)
		b.WriteRune(rune(n))
		return err == nil
	case c == '\r' || c == '\n' || body == "\u2028" || body == "\u2029":
		return true // a line continuation
	}
	if i := strings.IndexByte("bfnrtv", body[0]); i >= 0 {
		b.WriteByte("\b\f\n\r\t\v"[i])
	} else {
		b.WriteString(body)
	}
	return true
}

// unescapeHex adds the value of xHH, uHHHH or u{H...}.
func unescapeHex(b *strings.Builder, body string) bool {
	digits := strings.TrimSuffix(strings.TrimPrefix(body[1:], "{"), "}")
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || n > utf8.MaxRune {
		return false
	}
	if r := rune(n); utf16.IsSurrogate(r) {
		// Kept in the form that joinSurrogates looks for.
		b.Write([]byte{0xED, byte(0x80 | r>>6&0x3F), byte(0x80 | r&0x3F)})
	} else {
		b.WriteRune(r)
	}
	return true
}

// joinSurrogates turns pairs of escaped surrogates into the character they mean, and others into U+FFFD.
// Surrogates in s have the three bytes that UTF-8 would give them if it allowed them.
func joinSurrogates(s string) string {
	if strings.IndexByte(s, 0xED) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		high, ok := surrogate(s)
		if !ok {
			_, size := utf8.DecodeRuneInString(s)
			b.WriteString(s[:size])
			s = s[size:]
			continue
		}
		s = s[3:]
		low, _ := surrogate(s)
		r := utf16.DecodeRune(high, low)
		if r != utf8.RuneError {
			s = s[3:]
		}
		b.WriteRune(r)
	}
	return b.String()
}

func surrogate(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}
