package syntax

// Language is a language with a grammar.
type Language string

// The languages.
const (
	JavaScript Language = "javascript" // JSX included
	TypeScript Language = "typescript"
	TSX        Language = "tsx"
)
