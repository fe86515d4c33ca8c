package proc

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// meant are the characters that a shell gives a meaning to, and that nobody means literally in a command line.
const meant = ";&|$`><*?[{~!#("

// Split cuts a command line into arguments: spaces and tabs part them, single and double quotes group, \" and \\
// stand for " and \ between double quotes, and parts that touch are one argument. There is no shell, and a line that
// looks as if there were one is refused, even between quotes, rather than run as something else than what was meant.
// An error names the character and its position, in characters from 1.
func Split(line string) ([]string, error) {
	if strings.Trim(line, " \t") == "" {
		return nil, errors.New("the command is empty")
	}
	if !utf8.ValidString(line) {
		return nil, errors.New("the command is not UTF-8")
	}
	s := splitter{text: []rune(line)}
	for s.at < len(s.text) {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	if s.quote != 0 {
		return nil, fmt.Errorf("the quote %q at position %d is never closed", string(s.quote), s.opened)
	}
	s.finish()
	if s.args[0] == "" {
		return nil, errors.New("the program's name is empty")
	}
	return s.args, nil
}

type splitter struct {
	text []rune
	at   int
	args []string

	word   strings.Builder
	inWord bool // an empty pair of quotes is a word, too
	quote  rune // the one that is open, 0 for none
	opened int  // its position, from 1
}

// step takes one character, or two that belong together.
func (s *splitter) step() error {
	r := s.text[s.at]
	if err := refused(r, s.at+1); err != nil {
		return err
	}
	s.at++
	switch {
	case s.quote == '"' && r == '\\' && s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\\'):
		s.word.WriteRune(s.text[s.at])
		s.at++
	case s.quote != 0 && r == s.quote:
		s.quote = 0
	case s.quote != 0:
		s.word.WriteRune(r)
	case r == '\'' || r == '"':
		s.quote, s.opened, s.inWord = r, s.at, true
	case r == ' ' || r == '\t':
		s.finish()
	case r == '\\':
		return fmt.Errorf(`the character "\" at position %d is not allowed outside quotes: there is no shell that would take it for an escape; put it between single quotes`, s.at)
	default:
		s.inWord = true
		s.word.WriteRune(r)
	}
	return nil
}

func (s *splitter) finish() {
	if s.inWord {
		s.args = append(s.args, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}

func refused(r rune, position int) error {
	var what string
	switch {
	case strings.ContainsRune(meant, r):
		what = fmt.Sprintf("the character %q", string(r))
	case r == '\n' || r == '\r':
		what = "a line break"
	case r == 0:
		what = "a NUL character"
	default:
		return nil
	}
	return fmt.Errorf("%s at position %d is not allowed: there is no shell, so it would not mean what it means there; put what needs a shell into a script", what, position)
}

// CheckName says what is wrong with the program's name in a command of a configuration. It has to be a plain name
// that is looked for in PATH: what has a path separator depends on where it is run, and what has shell syntax or a
// space was meant for a shell.
func CheckName(name string) error {
	if name == "" {
		return errors.New("the program's name is empty")
	}
	for i, r := range []rune(name) {
		switch {
		case r == '/' || r == '\\':
			return fmt.Errorf("the program's name %q has a path separator at position %d: give a name that is looked for in PATH", name, i+1)
		case unicode.IsSpace(r):
			return fmt.Errorf("the program's name %q has a space at position %d: each argument is an entry of its own", name, i+1)
		case unicode.IsControl(r):
			return fmt.Errorf("the program's name %q has a control character at position %d", name, i+1)
		case isUnseen(r):
			return fmt.Errorf("the program's name %q has the character %U at position %d, which is not shown", name, r, i+1)
		case strings.ContainsRune(meant+`)]}'"`, r):
			return fmt.Errorf("the program's name %q has the character %q at position %d: there is no shell that would give it a meaning", name, string(r), i+1)
		}
	}
	return nil
}
