package mcp

// ToolError is a failure that a tool explains to the client. It is answered with isError set and the text
//
//	CODE: message
//	Hint: hint
type ToolError struct {
	// Code names the kind of failure for programs, such as E_PATH_OUTSIDE_ROOT.
	Code string
	// Message says what was wrong and where, in one line.
	Message string
	// Hint says what to do about it, in one line; it may be empty.
	Hint string
	// Structured goes with the answer, if not nil, and fits the tool's Output schema.
	Structured any
}

// Error is the text that the client is shown.
func (e *ToolError) Error() string {
	text := e.Code + ": " + e.Message
	if e.Hint != "" {
		text += "\nHint: " + e.Hint
	}
	return text
}
