package tools

import (
	"context"

	"sentinel/checks"
	"sentinel/internal/explain"
	"sentinel/internal/finding"
	"sentinel/internal/mcp"
)

// maxExplained is the most bytes of an explanation. None is near it; a check's prose is a few thousand.
const maxExplained = 32 << 10

// explainTool is "explain": it looks at nothing, and needs no root.
func (d *door) explainTool() mcp.Tool {
	arguments := []checks.Argument{{
		Name: "topic", Type: checks.ArgumentString, Required: true, Min: 1, Description: "such as structure/process-exec, structure or W_SHALLOW_CLONE",
	}}
	input, _ := inputSchema(arguments) // of constants
	return mcp.Tool{
		Name:        "explain",
		Title:       "Explain a rule",
		Description: "What a rule, check or code in an answer means, why it matters and what to do.",
		Toolsets:    []string{Core},
		Input:       input,
		ReadOnly:    true, Idempotent: true,
		Call: func(_ context.Context, call mcp.Call) (mcp.Answer, error) {
			v, err := valuesOf(arguments, call.Arguments)
			if err != nil {
				return mcp.Answer{}, tool{}.told(err, nil, nil)
			}
			topic := v.Text("topic")
			text, known := explain.Topic(topic, d.list)
			if !known {
				hint := "the tool check lists in rules what it found"
				if near := explain.Nearest(topic, d.list); near != "" {
					hint = "did you mean " + near + "?"
				}
				return mcp.Answer{}, tool{}.told(refusef(finding.ErrorArguments, hint, "no rule, check or code is called %q", topic), nil, nil)
			}
			return mcp.Answer{Text: text[:min(len(text), maxExplained)]}, nil
		},
	}
}
