package report

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	infer "github.com/google/jsonschema-go/jsonschema"

	"sentinel/internal/finding"
)

// TestJSONLSchema holds the published schema of a line to the Go types, as TestResultSchema does.
func TestJSONLSchema(t *testing.T) {
	source := parseFinding(t)
	schema := &infer.Schema{
		Schema:      "https://json-schema.org/draft/2020-12/schema",
		Title:       "A line of a sentinel jsonl report, version 1",
		Description: "Kinds and keys may be added within a version; none is removed or changes its meaning. The first line is a header, the last one a summary.",
		OneOf: []*infer.Schema{
			lineSchema[headerLine](t, source, "header"),
			lineSchema[gainLine](t, source, "gain"),
			lineSchema[findingLine](t, source, "finding"),
			lineSchema[suppressedLine](t, source, "suppressed"),
			lineSchema[incompleteLine](t, source, "incomplete"),
			lineSchema[skipLine](t, source, "skip"),
			lineSchema[faultLine](t, source, "fault"),
			lineSchema[summaryLine](t, source, "summary"),
		},
	}
	var out bytes.Buffer
	if err := encode(&out, schema); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join(schemaDir, "jsonl.schema.json"), out.Bytes())
}

func lineSchema[T any](t *testing.T, source findingSource, kind string) *infer.Schema {
	t.Helper()
	schema, err := infer.For[T](&infer.ForOptions{TypeSchemas: map[reflect.Type]*infer.Schema{
		reflect.TypeFor[[]byte](): {Type: "string", ContentEncoding: "base64"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	source.annotate(schema, reflect.TypeFor[T]())
	schema.Title = kind
	schema.Properties["kind"] = &infer.Schema{Enum: []any{kind}}
	return schema
}

// TestJSONLIsValid: every line is one object of the schema, in an order that a reader can rely on, and nothing of
// the json report is missing but what the summary counts.
func TestJSONLIsValid(t *testing.T) {
	schema := compileSchema(t, "jsonl.schema.json")
	for name, r := range map[string]finding.Result{"rich": rich(), "clean": clean(), "fewest": fewest()} {
		t.Run(name, func(t *testing.T) {
			document := string(render(t, "jsonl", r, Options{}))
			lines := strings.Split(strings.TrimSuffix(document, "\n"), "\n")
			kinds := map[string]int{}
			for i, line := range lines {
				checkAgainst(t, schema, []byte(line))
				var v struct{ Kind string }
				if err := json.Unmarshal([]byte(line), &v); err != nil {
					t.Fatal(err)
				}
				if (v.Kind == "header") != (i == 0) || (v.Kind == "summary") != (i == len(lines)-1) {
					t.Errorf("line %d is a %s", i+1, v.Kind)
				}
				kinds[v.Kind]++
			}
			for kind, want := range map[string]int{"gain": len(r.Capabilities), "finding": len(r.Findings), "suppressed": len(r.Suppressed),
				"incomplete": len(r.Incomplete), "skip": len(r.Skips), "fault": len(r.Faults)} {
				if kinds[kind] != want {
					t.Errorf("%d lines of kind %s, want %d", kinds[kind], kind, want)
				}
			}
		})
	}
	if last := string(render(t, "jsonl", rich(), Options{})); !strings.HasSuffix(last, `"leftOut":{"rules":4,"documents":1}}`+"\n") {
		t.Errorf("what is left out is not counted: %s", last[len(last)-200:])
	}
}
