package report

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	infer "github.com/google/jsonschema-go/jsonschema"
	validate "github.com/santhosh-tekuri/jsonschema/v6"

	"sentinel/internal/finding"
)

const schemaDir = "../testdata/schema"

// TestResultSchema holds the published schema of the JSON report to the Go types: shape from reflection,
// descriptions and the values of fixed lists from the source.
func TestResultSchema(t *testing.T) {
	schemaOf[finding.Result](t, "result.schema.json", "Result of a sentinel run, version "+strconv.Itoa(finding.SchemaVersion))
}

// schemaOf holds one published schema to a type.
func schemaOf[T any](t *testing.T, file, title string) {
	t.Helper()
	schema, err := infer.For[T](&infer.ForOptions{TypeSchemas: map[reflect.Type]*infer.Schema{
		reflect.TypeFor[[]byte]():          {Type: "string", ContentEncoding: "base64"},
		reflect.TypeFor[json.RawMessage](): {},
	}})
	if err != nil {
		t.Fatal(err)
	}
	source := parseFinding(t)
	source.annotate(schema, reflect.TypeFor[T]())
	schema.Schema = "https://json-schema.org/draft/2020-12/schema"
	schema.Title = title
	schema.Description = "Keys may be added within a version; none is removed or changes its meaning."
	var out bytes.Buffer
	if err := encode(&out, schema); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join(schemaDir, file), out.Bytes())
}

func TestJSONIsValid(t *testing.T) {
	schema := compileSchema(t, "result.schema.json")
	for name, result := range map[string]finding.Result{"rich": rich(), "clean": clean(), "zero but for its levels": fewest()} {
		t.Run(name, func(t *testing.T) {
			checkAgainst(t, schema, render(t, "json", result, Options{}))
		})
	}
}

// TestSchemaRefuses shows that the schema says no: a schema that accepts everything passes TestJSONIsValid.
func TestSchemaRefuses(t *testing.T) {
	schema := compileSchema(t, "result.schema.json")
	for name, broken := range map[string][2]string{
		"an unknown level": {`"level": "error"`, `"level": "fatal"`},
		"a null list":      {`"warnings": []`, `"warnings": null`},
		"a missing key":    {`"counts"`, `"sums"`},
		"a number as text": {`"bytes": 812`, `"bytes": "812"`},
	} {
		document := string(render(t, "json", clean(), Options{}))
		if strings.Contains(broken[0], "level") {
			document = string(render(t, "json", rich(), Options{}))
		}
		changed := strings.Replace(document, broken[0], broken[1], 1)
		if changed == document {
			t.Fatalf("%s: nothing to break", name)
		}
		if schema.Validate(parse(t, []byte(changed))) == nil {
			t.Errorf("the schema accepts %s", name)
		}
	}
}

// fewest is a result whose engine filled in nothing that is not an enumeration.
func fewest() finding.Result {
	return finding.Result{
		Scope:   finding.Scope{Kind: finding.ScopeAll},
		Verdict: finding.Verdict{Outcome: finding.Passed, FailOn: "never"},
	}
}

func compileSchema(t *testing.T, name string) *validate.Schema {
	t.Helper()
	compiler := validate.NewCompiler()
	compiler.AssertFormat() // otherwise a "uri-reference" may be anything
	schema, err := compiler.Compile(filepath.Join(schemaDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func parse(t *testing.T, document []byte) any {
	t.Helper()
	v, err := validate.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func checkAgainst(t *testing.T, schema *validate.Schema, document []byte) {
	t.Helper()
	if err := schema.Validate(parse(t, document)); err != nil {
		t.Errorf("not valid: %v", err)
	}
}

// findingSource is what the source of package finding says beyond what reflection sees.
type findingSource struct {
	docs   map[string]string // "Type" or "Type.Field" -> comment
	values map[string][]any  // "Type" -> its constants, in order
}

func parseFinding(t *testing.T) findingSource {
	t.Helper()
	s := findingSource{docs: map[string]string{}, values: map[string][]any{}}
	files, err := filepath.Glob("../internal/finding/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok {
				s.read(d)
			}
		}
	}
	return s
}

func (s findingSource) read(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			s.docs[spec.Name.Name] = oneLine(d.Doc)
			if structure, ok := spec.Type.(*ast.StructType); ok {
				for _, field := range structure.Fields.List {
					for _, name := range field.Names {
						s.docs[spec.Name.Name+"."+name.Name] = oneLine(field.Doc, field.Comment)
					}
				}
			}
		case *ast.ValueSpec:
			typ, ok := spec.Type.(*ast.Ident)
			if !ok || len(spec.Values) != 1 {
				continue
			}
			if literal, ok := spec.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				value, _ := strconv.Unquote(literal.Value)
				s.values[typ.Name] = append(s.values[typ.Name], value)
			}
		}
	}
}

func oneLine(groups ...*ast.CommentGroup) string {
	var words []string
	for _, g := range groups {
		words = append(words, strings.Fields(g.Text())...)
	}
	return strings.Join(words, " ")
}

// annotate adds descriptions and enumerations, forbids null lists and allows further keys.
func (s findingSource) annotate(schema *infer.Schema, typ reflect.Type) {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	for _, name := range schema.Types { // of "null" or a type: the writer never writes null
		if name != "null" {
			schema.Type, schema.Types = name, nil
		}
	}
	switch typ.Kind() {
	case reflect.Slice:
		if schema.Items != nil {
			s.annotate(schema.Items, typ.Elem())
		}
	case reflect.Struct:
		schema.AdditionalProperties = nil
		for _, field := range reflect.VisibleFields(typ) {
			if field.Anonymous {
				continue
			}
			owner := typ
			if len(field.Index) > 1 {
				owner = typ.FieldByIndex(field.Index[:len(field.Index)-1]).Type
			}
			key, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			if key == "-" {
				continue
			}
			property := schema.Properties[key]
			s.annotate(property, field.Type)
			if field.Type.Kind() == reflect.Pointer && !strings.Contains(options, "omitempty") {
				property.Type, property.Types = "", []string{"null", property.Type}
			}
			if doc := s.docs[owner.Name()+"."+field.Name]; doc != "" {
				property.Description = doc
			}
		}
	case reflect.String:
		schema.Enum = s.values[typ.Name()]
	}
	if schema.Description == "" && typ.PkgPath() != "" {
		schema.Description = s.docs[typ.Name()]
	}
}
