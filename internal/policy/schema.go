package policy

import (
	"slices"

	"sentinel/internal/finding"
)

// Schema is the JSON schema of a configuration file, for editors. It has all keys; those that are not for a
// repository say so.
func Schema(known Known) map[string]any {
	properties := map[string]any{}
	for _, k := range Keys() {
		s := k.schema(known)
		s["description"] = k.Description
		if k.Operator {
			s["description"] = k.Description + " (only in the user's configuration)"
		}
		properties[k.Name] = s
	}
	return map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"title":                "Configuration of sentinel",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           properties,
	}
}

func (k Key) schema(known Known) map[string]any {
	switch k.Name {
	case "checks":
		return map[string]any{"type": "array", "items": map[string]any{"enum": known.Checks}}
	case "exclude":
		return map[string]any{"type": "array", "items": map[string]any{"type": "string", "minLength": 1}}
	case "fail-on-incomplete":
		return map[string]any{"type": "boolean"}
	case "mcp":
		names := map[string]any{"type": "array", "items": map[string]any{"type": "string", "minLength": 1}}
		return map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{"allow-validations": names}}
	case "validations":
		return commandSchema()
	case "rules":
		rules := map[string]any{}
		for _, id := range known.Rules {
			rules[id] = map[string]any{"enum": k.Choices}
		}
		return map[string]any{"type": "object", "additionalProperties": false, "properties": rules}
	}
	if k.Choices != nil {
		return map[string]any{"enum": k.Choices}
	}
	return map[string]any{"type": "string", "minLength": 1}
}

// Value is one key of a configuration in words, "" for one that is not set.
func (c Config) Value(key string) string {
	switch key {
	case "baseline":
		return c.Baseline
	case "checks":
		return join(c.Checks)
	case "exclude":
		return join(c.Exclude)
	case "fail-on":
		return string(c.FailOn)
	case "fail-on-incomplete":
		if c.FailOnIncomplete == nil {
			return ""
		}
		return map[bool]string{true: "true", false: "false"}[*c.FailOnIncomplete]
	case "mcp":
		return join(c.MCPValidations)
	case "rules":
		var list []string
		for id, level := range c.Rules {
			list = append(list, id+": "+string(level))
		}
		slices.Sort(list)
		return join(list)
	case "suppressions":
		return string(c.Suppressions)
	case "validations":
		return join(words(c.Validations))
	}
	return ""
}

func join(list []string) string {
	if len(list) == 0 {
		return ""
	}
	text := ""
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += finding.Printable(s)
	}
	return "[" + text + "]"
}
