package tools

import (
	"encoding/json"
	"fmt"
	"math"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// valuesOf reads the arguments of a call. They have been held against the schema that was made of the same list.
func valuesOf(arguments []checks.Argument, raw json.RawMessage) (checks.Values, error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, refusef(finding.ErrorArguments, "", "the arguments are not a JSON object")
	}
	values := checks.Values{}
	for _, a := range arguments {
		text, ok := given[a.Name]
		if !ok {
			continue
		}
		v, err := valueOf(a.Type, text)
		if err != nil {
			return nil, refusef(finding.ErrorArguments, "", "%s is not %s", a.Name, a.Type)
		}
		values[a.Name] = v
	}
	return values, nil
}

func valueOf(t checks.ArgumentType, text json.RawMessage) (any, error) {
	switch t {
	case checks.ArgumentString:
		return decoded[string](text)
	case checks.ArgumentStrings:
		return decoded[[]string](text)
	case checks.ArgumentBoolean:
		return decoded[bool](text)
	case checks.ArgumentInteger:
		n, err := decoded[float64](text) // 5.0 is an integer to JSON Schema
		if err == nil && n != math.Trunc(n) {
			err = fmt.Errorf("%v is not whole", n)
		}
		return int(n), err
	}
	return nil, fmt.Errorf("unknown type %q", t)
}

func decoded[T any](text json.RawMessage) (T, error) {
	var v T
	err := json.Unmarshal(text, &v)
	return v, err
}
