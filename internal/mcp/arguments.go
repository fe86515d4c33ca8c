package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sentinel/internal/finding"
)

// maxComplaints is how many mistakes in one call's arguments are named. A model mends a few at a time; the rest is
// counted.
const maxComplaints = 5

// checkArguments holds the arguments of a call against the tool's schema. The error says in one line what is wrong
// with which field, and what is allowed.
func (t *checkedTool) checkArguments(arguments json.RawMessage) error {
	err := fits(t.input, arguments)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return &ToolError{Code: string(finding.ErrorArguments), Message: "the arguments are not JSON"}
	}
	return &ToolError{
		Code:    string(finding.ErrorArguments),
		Message: explain(t.input, invalid),
		Hint:    usage(t.input),
	}
}

// explain is what is wrong with a value, in one line.
func explain(schema *jsonschema.Schema, invalid *jsonschema.ValidationError) string {
	complaints := complaintsIn(schema, invalid)
	slices.Sort(complaints)
	complaints = slices.Compact(complaints)
	more := ""
	if len(complaints) > maxComplaints {
		more = fmt.Sprintf("; and %d more", len(complaints)-maxComplaints)
		complaints = complaints[:maxComplaints]
	}
	return finding.Printable(strings.Join(complaints, "; ") + more)
}

// usage lists the fields of an object, those it has to have first.
func usage(schema *jsonschema.Schema) string {
	if len(schema.Properties) == 0 {
		return "the tool takes no arguments"
	}
	var optional []string
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		if !slices.Contains(schema.Required, name) {
			optional = append(optional, name+typeOf(schema.Properties[name]))
		}
	}
	var required []string
	for _, name := range schema.Required {
		required = append(required, name+typeOf(schema.Properties[name]))
	}
	switch {
	case len(required) == 0:
		return "the arguments are, all optional, " + strings.Join(optional, ", ")
	case len(optional) == 0:
		return "the arguments are " + strings.Join(required, ", ")
	}
	return "the arguments are " + strings.Join(required, ", ") + ", and optionally " + strings.Join(optional, ", ")
}

// typeOf is the type that a schema asks for, to be put behind a field's name.
func typeOf(schema *jsonschema.Schema) string {
	if schema == nil || schema.Types == nil {
		return ""
	}
	return " (" + strings.Join(schema.Types.ToStrings(), " or ") + ")"
}
