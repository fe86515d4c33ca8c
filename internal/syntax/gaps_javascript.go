package syntax

import "regexp"

// maskAssert turns the older `assert` of imports into the `with` that the grammars know.
func maskAssert(m *masker, i int) {
	if !m.kind(i-1, stringToken) || !m.is(i+1, "{") {
		return
	}
	if m.exports(i - 1) {
		maskExportAttributes(m, i)
	} else if m.is(i-2, "from", "import") {
		m.put(m.tokens[i].start, "with  ")
	}
}

// maskExportAttributes hides the attributes of a re-export, if nothing but words and strings is in them.
func maskExportAttributes(m *masker, i int) {
	if !m.exports(i-1) || !m.is(i+1, "{") || m.match[i+1] < 0 {
		return
	}
	for j := i + 2; j < m.match[i+1]; j++ {
		if !m.kind(j, word) && !m.kind(j, stringToken) && !m.is(j, ":", ",") {
			return
		}
	}
	m.blank(i, m.match[i+1])
}

// exports reports whether the string token i is the module of `export ... from`.
func (m *masker) exports(i int) bool {
	if !m.kind(i, stringToken) || !m.is(i-1, "from") {
		return false
	}
	j := i - 2
	switch {
	case m.is(j, "}") && m.match[j] >= 0:
		j = m.match[j] - 1
	case m.is(j, "*"):
		j--
	case m.is(j-1, "as") && m.is(j-2, "*"):
		j -= 3
	}
	return m.is(j, "export") || m.is(j, "type") && m.is(j-1, "export")
}

// maskImportPhase hides `defer` and `source`, which say when a module is run but not which.
func maskImportPhase(m *masker, i int) {
	if m.is(i+1, "defer") && m.is(i+2, "*") || m.is(i+1, "source") && m.kind(i+2, word) && m.is(i+3, "from") {
		m.blank(i+1, i+1)
	}
}

// maskUsing turns `using` and `await using` into `const`.
func maskUsing(m *masker, i int) {
	if !m.modifies(i) || !m.is(i+2, "=", ":", "of", ",", ";") {
		return
	}
	m.put(m.tokens[i].start, "const")
	if m.is(i-1, "await") && !m.tokens[i].newLine {
		m.blank(i-1, i-1)
	}
}

func maskAccessor(m *masker, i int) {
	if m.modifies(i) && m.parent[i] >= 0 && m.is(m.parent[i], "{") {
		m.blank(i, i)
	}
}

// maskDecorator turns @(x) into the statement ;[x]; which in a class is a field with a computed name.
// What is called in x stays a call.
func maskDecorator(m *masker, i int) {
	if !m.is(i+1, "(") || m.match[i+1] < 0 || m.is(m.parent[i], "(") {
		return
	}
	closing := m.tokens[m.match[i+1]]
	end := "]"
	switch after := m.text[closing.end:]; {
	case len(after) > 0 && (after[0] == ' ' || after[0] == '\t'):
		end = "];"
	case len(after) > 0 && after[0] != '\n' && after[0] != '\r':
		return
	}
	m.put(m.tokens[i].start, ";")
	m.put(m.tokens[i+1].start, "[")
	m.put(closing.start, end)
}

// maskPrivateField puts the semicolon that may be left out after a private field. A private name at the
// beginning of a line or member is a field, if it is not a property of what is on the line before.
func maskPrivateField(m *masker, i int) {
	if !m.tokens[i].newLine || !m.kind(i-1, word) || m.at(i - 1)[0] != '#' {
		return
	}
	if m.is(i-2, "{", "}", ";", "static") || m.tokens[i-1].newLine && !m.is(i-2, ".") {
		m.separate(i)
	}
}

// maskArrowFunction puts the semicolon that may be left out after an arrow function with a block. Such a function
// can be neither called nor indexed as it stands, so what begins the next line is a statement of its own.
func maskArrowFunction(m *masker, i int) {
	if m.tokens[i].newLine && m.is(i-1, "}") && m.match[i-1] >= 0 && m.is(m.match[i-1]-1, "=>") {
		m.separate(i)
	}
}

var escapes = regexp.MustCompile(`\\(?s:u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|.)`)

// maskTemplateEscape hides the backslash of \u and \x without digits, which only tagged templates may have.
func maskTemplateEscape(m *masker, i int) {
	if !m.kind(i, templateText) || !m.tagged(m.tokens[i].open) {
		return
	}
	text := m.text[m.tokens[i].start:m.tokens[i].end]
	for _, found := range escapes.FindAllIndex(text, -1) {
		if e := string(text[found[0]:found[1]]); e == `\u` || e == `\x` {
			m.put(m.tokens[i].start+found[0], "_")
		}
	}
}

// tagged reports whether the template that begins with token i is an argument of what stands before it.
func (m *masker) tagged(i int) bool {
	if m.is(i-1, "return", "yield", "await", "typeof", "case", "throw", "in", "of", "else", "do", "void", "delete", "default") {
		return false
	}
	return m.kind(i-1, word) || m.is(i-1, ")", "]")
}
