//go:build conformance

package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// What the fixtures show: one red pixel, and no sound at all.
const (
	pixel   = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
)

// addFixtures adds the tools, resources and prompts that the official conformance suite asks for by name, on the same
// transports, handler and options as the real tools.
func addFixtures(s *Server) {
	for _, option := range []server.ServerOption{
		server.WithResourceCapabilities(true, true),
		server.WithPromptCapabilities(true),
		server.WithCompletions(),
		server.WithLogging(),
		server.WithElicitation(),
	} {
		option(s.core)
	}
	s.core.EnableSampling()
	addContentFixtures(s)
	addServedFixtures(s)
	addAskingFixtures(s)
	addResourceFixtures(s)
	addPromptFixtures(s)
}

// fixture adds a tool that answers with any content.
func fixture(s *Server, name, properties string, call server.ToolHandlerFunc) {
	s.core.AddTool(protocol.Tool{
		Name:           name,
		Description:    "A fixture of the conformance suite.",
		RawInputSchema: json.RawMessage(`{"type":"object","properties":{` + properties + `}}`),
	}, call)
}

func addContentFixtures(s *Server) {
	text := func(text string) protocol.Content { return protocol.NewTextContent(text) }
	image := protocol.NewImageContent(pixel, "image/png")
	resource := func(uri, kind, text string) protocol.Content {
		return protocol.NewEmbeddedResource(protocol.TextResourceContents{URI: uri, MIMEType: kind, Text: text})
	}
	for name, content := range map[string][]protocol.Content{
		"test_simple_text":       {text("This is a simple text response for testing.")},
		"test_image_content":     {image},
		"test_audio_content":     {protocol.NewAudioContent(silence, "audio/wav")},
		"test_embedded_resource": {resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")},
		"test_multiple_content_types": {
			text("Multiple content types test:"), image,
			resource("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`),
		},
	} {
		fixture(s, name, "", func(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			return &protocol.CallToolResult{Content: content}, nil
		})
	}
}

// addServedFixtures adds the fixtures that can be tools of this package, and are served as such.
func addServedFixtures(s *Server) {
	for _, t := range []Tool{
		{
			Name:  "test_error_handling",
			Input: json.RawMessage(`{"type":"object","additionalProperties":false}`),
			Call: func(context.Context, Call) (Answer, error) {
				return Answer{Text: "This tool intentionally returns an error for testing", IsError: true}, nil
			},
		},
		{
			Name:  "test_tool_with_progress",
			Input: json.RawMessage(`{"type":"object","additionalProperties":false}`),
			Call: func(_ context.Context, c Call) (Answer, error) {
				for _, done := range []float64{0, 50, 100} {
					c.Progress(done, 100, "")
				}
				return Answer{Text: "progress reported"}, nil
			},
		},
		{
			Name: "json_schema_2020_12_tool",
			Input: json.RawMessage(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
				`"$defs":{"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},` +
				`"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"}},"additionalProperties":false}`),
			Call: func(context.Context, Call) (Answer, error) { return Answer{Text: "done"}, nil },
		},
	} {
		t.Description = "A fixture of the conformance suite."
		if err := s.add(t); err != nil {
			panic(err) // a fixture that cannot be served is a mistake in this file
		}
	}
	fixture(s, "test_tool_with_logging", "", func(ctx context.Context, _ protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			line := fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"test","data":%q}}`, text)
			if err := exchangeOf(ctx).send([]byte(line)); err != nil {
				return nil, err
			}
		}
		return protocol.NewToolResultText("Tool with logging executed successfully"), nil
	})
}

func addResourceFixtures(s *Server) {
	s.core.AddResource(protocol.NewResource("test://static-text", "static-text", protocol.WithMIMEType("text/plain")),
		func(context.Context, protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return []protocol.ResourceContents{protocol.TextResourceContents{
				URI: "test://static-text", MIMEType: "text/plain", Text: "This is the content of the static text resource.",
			}}, nil
		})
	s.core.AddResource(protocol.NewResource("test://static-binary", "static-binary", protocol.WithMIMEType("image/png")),
		func(context.Context, protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return []protocol.ResourceContents{protocol.BlobResourceContents{URI: "test://static-binary", MIMEType: "image/png", Blob: pixel}}, nil
		})
	s.core.AddResource(protocol.NewResource("test://watched-resource", "watched-resource", protocol.WithMIMEType("text/plain")),
		func(context.Context, protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return []protocol.ResourceContents{protocol.TextResourceContents{URI: "test://watched-resource", MIMEType: "text/plain", Text: "watched"}}, nil
		})
	s.core.AddResourceTemplate(protocol.NewResourceTemplate("test://template/{id}/data", "template", protocol.WithTemplateMIMEType("application/json")),
		func(_ context.Context, request protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			var id string
			if _, err := fmt.Sscanf(request.Params.URI, "test://template/%3s/data", &id); err != nil {
				return nil, err
			}
			return []protocol.ResourceContents{protocol.TextResourceContents{
				URI: request.Params.URI, MIMEType: "application/json",
				Text: fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, id, id),
			}}, nil
		})
}

func addPromptFixtures(s *Server) {
	user := func(content protocol.Content) protocol.PromptMessage {
		return protocol.PromptMessage{Role: protocol.RoleUser, Content: content}
	}
	add := func(name string, arguments []string, messages func(map[string]string) []protocol.PromptMessage) {
		options := []protocol.PromptOption{protocol.WithPromptDescription("A fixture of the conformance suite.")}
		for _, a := range arguments {
			options = append(options, protocol.WithArgument(a, protocol.ArgumentDescription("An argument."), protocol.RequiredArgument()))
		}
		s.core.AddPrompt(protocol.NewPrompt(name, options...), func(_ context.Context, request protocol.GetPromptRequest) (*protocol.GetPromptResult, error) {
			return &protocol.GetPromptResult{Messages: messages(request.Params.Arguments)}, nil
		})
	}
	add("test_simple_prompt", nil, func(map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{user(protocol.NewTextContent("This is a simple prompt for testing."))}
	})
	add("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(a map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{user(protocol.NewTextContent(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", a["arg1"], a["arg2"])))}
	})
	add("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(a map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{
			user(protocol.NewEmbeddedResource(protocol.TextResourceContents{URI: a["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing."})),
			user(protocol.NewTextContent("Please process the embedded resource above.")),
		}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []protocol.PromptMessage {
		return []protocol.PromptMessage{user(protocol.NewImageContent(pixel, "image/png")), user(protocol.NewTextContent("Please analyze the image above."))}
	})
}
