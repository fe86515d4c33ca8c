package tools

import (
	"encoding/json"

	"sentinel/checks"
)

// object is the JSON Schema of a tool's arguments. Maps are written in the order of their keys.
type object struct {
	Type       string              `json:"type"`
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required,omitempty"`
	Additional bool                `json:"additionalProperties"`
}

type property struct {
	Type        checks.ArgumentType `json:"type"`
	Description string              `json:"description,omitempty"`
	Enum        []string            `json:"enum,omitempty"`
	Items       *property           `json:"items,omitempty"`
	MinLength   int                 `json:"minLength,omitempty"`
	MinItems    int                 `json:"minItems,omitempty"`
	Minimum     *int                `json:"minimum,omitempty"`
	Maximum     *int                `json:"maximum,omitempty"`
}

func inputSchema(arguments []checks.Argument) (json.RawMessage, error) {
	schema := object{Type: "object", Properties: map[string]property{}}
	for _, a := range arguments {
		schema.Properties[a.Name] = propertyOf(a)
		if a.Required {
			schema.Required = append(schema.Required, a.Name)
		}
	}
	return json.Marshal(schema)
}

func propertyOf(a checks.Argument) property {
	p := property{Type: a.Type, Description: a.Description}
	switch a.Type {
	case checks.ArgumentStrings:
		p.Items, p.MinItems = &property{Type: checks.ArgumentString, Enum: a.Enum}, a.Min
	case checks.ArgumentString:
		p.Enum, p.MinLength = a.Enum, a.Min
	case checks.ArgumentInteger:
		if a.Min != 0 || a.Max != 0 {
			p.Minimum, p.Maximum = &a.Min, &a.Max
		}
	}
	return p
}

// outputSchema is a tool's own, nil if it promises nothing.
func outputSchema(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
