package syntax

import "strings"

// Language is a language with a grammar.
type Language string

// The languages.
const (
	JavaScript Language = "javascript" // JSX included
	TypeScript Language = "typescript"
	TSX        Language = "tsx"
)

// LanguageOf is the language of the file at path, by its extension in any case, as file systems that do not
// tell cases apart let compilers read it. It reports whether there is one.
func LanguageOf(path string) (Language, bool) {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return "", false
	}
	switch strings.ToLower(path[dot:]) {
	case ".js", ".mjs", ".cjs", ".jsx":
		return JavaScript, true
	case ".ts", ".mts", ".cts":
		return TypeScript, true
	case ".tsx":
		return TSX, true
	}
	return "", false
}
