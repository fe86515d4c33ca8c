package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// checkedTool is a tool whose schemas are compiled.
type checkedTool struct {
	Tool
	input  *jsonschema.Schema
	output *jsonschema.Schema // nil if the tool promises no structured result
}

// toolName is what every known client takes for a tool's name.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func check(t Tool) (*checkedTool, error) {
	switch {
	case !toolName.MatchString(t.Name):
		return nil, fmt.Errorf("the name has to match %s", toolName)
	case t.Description == "":
		return nil, errors.New("a description is missing")
	case t.Call == nil:
		return nil, errors.New("there is nothing to call")
	}
	checked := &checkedTool{Tool: t}
	var err error
	if checked.input, err = compile(t.Input); err != nil {
		return nil, fmt.Errorf("input schema: %w", err)
	}
	if allowed := checked.input.AdditionalProperties; allowed != false {
		return nil, errors.New(`input schema: "additionalProperties": false is missing`)
	}
	if t.Output == nil {
		return checked, nil
	}
	if checked.output, err = compile(t.Output); err != nil {
		return nil, fmt.Errorf("output schema: %w", err)
	}
	return checked, nil
}

// compile reads the schema of an object. What a schema refers to has to be in itself.
func compile(schema json.RawMessage) (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	const address = "tool:schema"
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	if err := compiler.AddResource(address, document); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(address)
	if err != nil {
		return nil, err
	}
	if compiled.Types == nil || compiled.Types.String() != "[object]" {
		return nil, errors.New(`"type": "object" is missing`)
	}
	return compiled, nil
}

// fits checks a JSON value; the error is a *jsonschema.ValidationError if it is JSON at all.
func fits(schema *jsonschema.Schema, value []byte) error {
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return err
	}
	return schema.Validate(decoded)
}
