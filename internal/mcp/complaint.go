package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"sentinel/internal/policy"
)

// maxQuoted is how many bytes of a wrong value a complaint repeats: enough to know it again.
const maxQuoted = 60

// complaintsIn are the mistakes that a validation found, one line each, in no order.
func complaintsIn(schema *jsonschema.Schema, invalid *jsonschema.ValidationError) []string {
	var below []string
	for _, cause := range invalid.Causes {
		below = append(below, complaintsIn(schema, cause)...)
	}
	switch invalid.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if len(below) > 0 {
			slices.Sort(below)
			return []string{strings.Join(slices.Compact(below), ", or ")}
		}
	}
	if len(below) > 0 {
		return below
	}
	return complaints(at(schema, invalid.InstanceLocation), invalid)
}

// complaints puts one mistake into words.
func complaints(schema *jsonschema.Schema, invalid *jsonschema.ValidationError) []string {
	name := fieldName(invalid.InstanceLocation)
	switch k := invalid.ErrorKind.(type) {
	case *kind.Required:
		return missing(schema, invalid.InstanceLocation, k.Missing)
	case *kind.AdditionalProperties:
		return unknown(schema, invalid.InstanceLocation, k.Properties)
	case *kind.Type:
		return one("%s is %s, has to be %s", name, article(k.Got), join(k.Want, article))
	case *kind.Enum:
		return one("%s is %s, has to be one of %s", name, quote(k.Got), quoteAll(k.Want))
	case *kind.Const:
		return one("%s is %s, has to be %s", name, quote(k.Got), quote(k.Want))
	case *kind.Pattern:
		return one("%s is %s, has to match %s", name, quote(k.Got), k.Want)
	case *kind.UniqueItems:
		return one("%s has the same item twice, at %d and %d", name, k.Duplicates[0], k.Duplicates[1])
	}
	if text, ok := size(invalid.ErrorKind); ok {
		return one("%s %s", name, text)
	}
	// The library's own words for what tools' schemas rarely say.
	return one("%s: %s", name, invalid.ErrorKind.LocalizedString(message.NewPrinter(language.English)))
}

// size puts into words that a value is too large or too small; false if that is not what is wrong.
func size(k jsonschema.ErrorKind) (string, bool) {
	switch k := k.(type) {
	case *kind.Minimum:
		return fmt.Sprintf("is %s, has to be at least %s", number(k.Got), number(k.Want)), true
	case *kind.Maximum:
		return fmt.Sprintf("is %s, has to be at most %s", number(k.Got), number(k.Want)), true
	case *kind.ExclusiveMinimum:
		return fmt.Sprintf("is %s, has to be more than %s", number(k.Got), number(k.Want)), true
	case *kind.ExclusiveMaximum:
		return fmt.Sprintf("is %s, has to be less than %s", number(k.Got), number(k.Want)), true
	case *kind.MinLength:
		return fmt.Sprintf("has %s, has to have at least %d", count(k.Got, "character"), k.Want), true
	case *kind.MaxLength:
		return fmt.Sprintf("has %s, has to have at most %d", count(k.Got, "character"), k.Want), true
	case *kind.MinItems:
		return fmt.Sprintf("has %s, has to have at least %d", count(k.Got, "item"), k.Want), true
	case *kind.MaxItems:
		return fmt.Sprintf("has %s, has to have at most %d", count(k.Got, "item"), k.Want), true
	}
	return "", false
}

func missing(schema *jsonschema.Schema, location, names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, fieldName(append(slices.Clone(location), name))+" is missing"+typeOf(property(schema, name)))
	}
	return all
}

func unknown(schema *jsonschema.Schema, location, names []string) []string {
	var allowed []string
	if schema != nil {
		allowed = slices.Sorted(maps.Keys(schema.Properties))
	}
	var all []string
	for _, name := range names {
		text := "there is no field " + quote(fieldName(append(slices.Clone(location), name)))
		if near := policy.Nearest(name, allowed); near != "" {
			text += ", did you mean " + near + "?"
		}
		all = append(all, text)
	}
	return all
}

// at is the schema of the value at a location, nil where that is not plain.
func at(schema *jsonschema.Schema, location []string) *jsonschema.Schema {
	for _, step := range location {
		for schema != nil && schema.Ref != nil {
			schema = schema.Ref
		}
		if schema == nil {
			return nil
		}
		if next := property(schema, step); next != nil {
			schema = next
		} else {
			schema = schema.Items2020
		}
	}
	return schema
}

func property(schema *jsonschema.Schema, name string) *jsonschema.Schema {
	if schema == nil {
		return nil
	}
	return schema.Properties[name]
}

// fieldName is a location as a programmer writes it: options.paths[2].
func fieldName(location []string) string {
	if len(location) == 0 {
		return "arguments"
	}
	var b strings.Builder
	for i, step := range location {
		if _, err := strconv.Atoi(step); err == nil && i > 0 {
			b.WriteString("[" + step + "]")
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(clip(step))
	}
	return b.String()
}

func one(format string, args ...any) []string { return []string{fmt.Sprintf(format, args...)} }

func quote(v any) string {
	if s, ok := v.(string); ok {
		return `"` + clip(s) + `"`
	}
	text, err := json.Marshal(v)
	if err != nil {
		return clip(fmt.Sprint(v))
	}
	return clip(string(text))
}

func quoteAll(values []any) string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = quote(v)
	}
	return strings.Join(all, ", ")
}

func clip(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	cut := maxQuoted
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}

func article(typeName string) string {
	switch typeName {
	case "null":
		return "null"
	case "object", "array", "integer":
		return "an " + typeName
	}
	return "a " + typeName
}

func join(words []string, each func(string) string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = each(w)
	}
	return strings.Join(all, " or ")
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return clip(r.Num().String())
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
