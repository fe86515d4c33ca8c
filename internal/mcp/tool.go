// Package mcp serves tools over the Model Context Protocol, on stdio and on streamable HTTP. It knows nothing of
// what the tools do: it checks what goes in and what comes out, keeps the order of what is sent, and loses no answer.
package mcp

import (
	"context"
	"encoding/json"
)

// Tool is one tool as this package serves it.
type Tool struct {
	Name, Title, Description string
	// Toolsets are the names of the groups that the tool is in.
	Toolsets []string
	// Input is the JSON Schema of the arguments: an object that allows no additional properties.
	Input json.RawMessage
	// Output is the JSON Schema of Answer.Structured; nil when the tool promises none.
	Output json.RawMessage
	// ReadOnly, Idempotent and OpenWorld are the annotations that clients see. No tool is destructive, and all four
	// annotations are always sent, because what a client assumes without them is the worst.
	ReadOnly, Idempotent, OpenWorld bool
	// Call answers one call, whose arguments fit Input. It is called from many goroutines at once, but only one call at
	// a time runs of all tools that are not ReadOnly. It returns soon after its context ends.
	Call func(ctx context.Context, call Call) (Answer, error)
}

// Call is what a tool is handed.
type Call struct {
	// Arguments is a JSON object that fits the tool's Input schema.
	Arguments json.RawMessage
	// Progress tells the client how far the call is. It is never nil, and does nothing when the client did not ask
	// or the call is over. done has to grow from one report to the next; a total of 0 or less is unknown.
	Progress func(done, total float64, message string)
	// Roots asks the client which local folders it works in: absolute paths, in the client's order. It is never nil,
	// and returns (nil, nil) when the client has no roots to ask for.
	Roots func(ctx context.Context) ([]string, error)
}

// Answer is what a tool says.
type Answer struct {
	// Text is for the model: short, and not the same JSON again.
	Text string
	// Structured is the result for programs. It fits the tool's Output schema, and may be nil if there is none.
	Structured any
	// IsError means that the tool failed, not that the news is bad.
	IsError bool
}
