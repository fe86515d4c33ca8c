package syntax

import "strconv"

// Field is the role of a node in its parent, the same number in every grammar; 0 is none. Only children of
// kinds where a role is needed have one, see kindTable.
type Field uint8

// The fields, named as in the grammars.
const (
	FieldNone Field = iota
	FieldAlias
	FieldAlternative
	FieldArgument
	FieldArguments
	FieldAttribute
	FieldBody
	FieldCondition
	FieldConsequence
	FieldConstructor
	FieldDeclaration
	FieldDecorator
	FieldFinalizer
	FieldFunction
	FieldHandler
	FieldIncrement
	FieldIndex
	FieldInitializer
	FieldKey
	FieldKind
	FieldLabel
	FieldLeft
	FieldModule
	FieldName
	FieldObject
	FieldOperator
	FieldOptionalChain
	FieldParameter
	FieldParameters
	FieldPattern
	FieldProperty
	FieldReturnType
	FieldRight
	FieldSource
	FieldType
	FieldTypeArguments
	FieldTypeParameters
	FieldValue

	fieldCount
)

var fieldNames = [fieldCount]string{
	FieldAlias:          "alias",
	FieldAlternative:    "alternative",
	FieldArgument:       "argument",
	FieldArguments:      "arguments",
	FieldAttribute:      "attribute",
	FieldBody:           "body",
	FieldCondition:      "condition",
	FieldConsequence:    "consequence",
	FieldConstructor:    "constructor",
	FieldDeclaration:    "declaration",
	FieldDecorator:      "decorator",
	FieldFinalizer:      "finalizer",
	FieldFunction:       "function",
	FieldHandler:        "handler",
	FieldIncrement:      "increment",
	FieldIndex:          "index",
	FieldInitializer:    "initializer",
	FieldKey:            "key",
	FieldKind:           "kind",
	FieldLabel:          "label",
	FieldLeft:           "left",
	FieldModule:         "module",
	FieldName:           "name",
	FieldObject:         "object",
	FieldOperator:       "operator",
	FieldOptionalChain:  "optional_chain",
	FieldParameter:      "parameter",
	FieldParameters:     "parameters",
	FieldPattern:        "pattern",
	FieldProperty:       "property",
	FieldReturnType:     "return_type",
	FieldRight:          "right",
	FieldSource:         "source",
	FieldType:           "type",
	FieldTypeArguments:  "type_arguments",
	FieldTypeParameters: "type_parameters",
	FieldValue:          "value",
}

// String is the field's name in the grammars.
func (f Field) String() string {
	if f >= fieldCount {
		return "field " + strconv.Itoa(int(f))
	}
	return fieldNames[f]
}
