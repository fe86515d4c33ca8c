//go:build conformance

package mcp

import (
	"context"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// addAskingFixtures adds the fixtures that ask the client something by mcp-go's own ways, which no tool of sentinel does.
func addAskingFixtures(s *Server) {
	fixture(s, "test_sampling", `"prompt":{"type":"string"}`, func(ctx context.Context, request protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		result, err := s.core.RequestSampling(ctx, protocol.CreateMessageRequest{CreateMessageParams: protocol.CreateMessageParams{
			Messages:  []protocol.SamplingMessage{{Role: protocol.RoleUser, Content: protocol.NewTextContent(request.GetString("prompt", ""))}},
			MaxTokens: 100,
		}})
		if err != nil {
			return protocol.NewToolResultError(err.Error()), nil
		}
		text, _ := result.Content.(protocol.TextContent)
		return protocol.NewToolResultText("LLM response: " + text.Text), nil
	})
	field := func(kind string, more ...any) map[string]any {
		f := map[string]any{"type": kind}
		for i := 0; i < len(more); i += 2 {
			f[more[i].(string)] = more[i+1]
		}
		return f
	}
	titled := []any{
		map[string]any{"const": "value1", "title": "First Option"},
		map[string]any{"const": "value2", "title": "Second Option"},
		map[string]any{"const": "value3", "title": "Third Option"},
	}
	plain := []string{"option1", "option2", "option3"}
	elicitation(s, "test_elicitation", map[string]any{
		"username": field("string", "description", "User's response"),
		"email":    field("string", "description", "User's email address"),
	}, "username", "email")
	elicitation(s, "test_elicitation_sep1034_defaults", map[string]any{
		"name":     field("string", "default", "John Doe"),
		"age":      field("integer", "default", 30),
		"score":    field("number", "default", 95.5),
		"status":   field("string", "enum", []string{"active", "inactive", "pending"}, "default", "active"),
		"verified": field("boolean", "default", true),
	})
	elicitation(s, "test_elicitation_sep1330_enums", map[string]any{
		"untitledSingle": field("string", "enum", plain),
		"titledSingle":   field("string", "oneOf", titled),
		"legacyEnum":     field("string", "enum", []string{"opt1", "opt2", "opt3"}, "enumNames", []string{"Option One", "Option Two", "Option Three"}),
		"untitledMulti":  field("array", "items", field("string", "enum", plain)),
		"titledMulti":    field("array", "items", map[string]any{"anyOf": titled}),
	})
}

// elicitation adds a tool that asks the user for an object with the properties given.
func elicitation(s *Server, name string, properties map[string]any, required ...string) {
	fixture(s, name, `"message":{"type":"string"}`, func(ctx context.Context, request protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		schema := map[string]any{"type": "object", "properties": properties}
		if len(required) > 0 {
			schema["required"] = required
		}
		result, err := s.core.RequestElicitation(ctx, protocol.ElicitationRequest{Params: protocol.ElicitationParams{
			Message: request.GetString("message", "Provide your information"), RequestedSchema: schema,
		}})
		if err != nil {
			return protocol.NewToolResultError(err.Error()), nil
		}
		return protocol.NewToolResultText(fmt.Sprintf("User response: action=%s, content=%v", result.Action, result.Content)), nil
	})
}
