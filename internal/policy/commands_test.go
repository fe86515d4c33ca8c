package policy

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestParseCommands(t *testing.T) {
	text := `
mcp:
  allow-validations: [test]
validations:
  test:
    argv: [go, test, "", "a b"]
    timeout: 5m
    description: unit tests
    environment: [GOFLAGS, _x1]
  lint.fast: {argv: [golangci-lint]}
`
	want := Config{
		MCPValidations: []string{"test"},
		Validations: map[string]Command{
			"test":      {Argv: []string{"go", "test", "", "a b"}, Timeout: 5 * time.Minute, Description: "unit tests", Environment: []string{"GOFLAGS", "_x1"}},
			"lint.fast": {Argv: []string{"golangci-lint"}},
		},
	}
	if got, err := ParseConfig("f", []byte(text), true, known); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	if v := want.Value("validations"); v != "[lint.fast: golangci-lint, test: go test  a b]" {
		t.Errorf("in words: %s", v)
	}
}

// A repository may name commands in its own file, and it is for the operator to allow them; what agents may run it
// may not say.
func TestRepositoryNamesCommandsButAllowsNone(t *testing.T) {
	if c, err := ParseConfig("f", []byte("validations: {test: {argv: [make]}}"), false, known); err != nil || len(c.Validations) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	_, err := ParseConfig("f", []byte("validations: {test: {argv: [make]}}\nmcp: {allow-validations: [test]}"), false, known)
	if want := "f:2:1: mcp is not for the repository to decide (set it by flag or in the user's configuration)"; err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

func TestParseCommandsSaysWhatIsWrong(t *testing.T) {
	const noName = " is not a name for a command (up to 64 letters, digits, - _ . and :, the first a letter or digit)"
	for text, want := range map[string]string{
		"validations: [a]":                                                      `f:1:14: validations has to be a mapping of keys to values`,
		"validations: {a: b}":                                                   `f:1:18: validations.a has to be a mapping of keys to values`,
		"validations: {a: {}}":                                                  `f:1:15: validations.a has no argv (write argv: [PROGRAM, ARGUMENT...])`,
		"validations: {a: {argv: []}}":                                          `f:1:25: validations.a.argv is empty (write argv: [PROGRAM, ARGUMENT...])`,
		"validations: {a: {argv: go}}":                                          `f:1:25: validations.a.argv has to be a list (write it as [a, b])`,
		"validations: {a: {argv: [go, 1]}}":                                     `f:1:30: an entry of validations.a.argv has to be a text (put it in quotes)`,
		"validations: {a: {argv: [go, \"a\\0b\"]}}":                             `f:1:30: an entry of validations.a.argv has a NUL character, which no argument can have (leave it out)`,
		"validations: {a: {argv: [go], timout: 1s}}":                            `f:1:31: unknown key of validations.a "timout" (did you mean timeout?)`,
		"validations: {a: {argv: [go], timeout: 300}}":                          `f:1:40: validations.a.timeout has to be a duration (write a number and a unit, such as 90s or 5m)`,
		"validations: {a: {argv: [go], timeout: -1s}}":                          `f:1:40: validations.a.timeout has to be more than nothing (write a number and a unit, such as 90s or 5m)`,
		"validations: {a: {argv: [go], timeout: 0s}}":                           `f:1:40: validations.a.timeout has to be more than nothing (write a number and a unit, such as 90s or 5m)`,
		"validations: {a: {argv: [go], timeout: 25h}}":                          `f:1:40: validations.a.timeout is over 24h0m0s, the longest time limit`,
		"validations: {a: {argv: [go], timeout: 9999999h}}":                     `f:1:40: validations.a.timeout has to be a duration (write a number and a unit, such as 90s or 5m)`,
		"validations: {a: {argv: [go], environment: [A=b]}}":                    `f:1:45: "A=b" is not the name of an environment variable (name a variable, without its value)`,
		"validations: {a: {argv: [go], description: \"x\\u202ey\"}}":            `f:1:44: validations.a.description has a character that is not shown: x\u{202e}y (write one line of text)`,
		"validations: {__proto__: {argv: [go]}}":                                `f:1:15: a command cannot have the name __proto__ (choose another)`,
		"validations: {constructor: {argv: [go]}}":                              `f:1:15: a command cannot have the name constructor (choose another)`,
		"validations: {prototype: {argv: [go]}}":                                `f:1:15: a command cannot have the name prototype (choose another)`,
		"validations: {\"argv:0\": {argv: [go]}}":                               `f:1:15: a command cannot have the name argv:0 (choose another)`,
		"validations: {a b: {argv: [go]}}":                                      `f:1:15: "a b"` + noName,
		"validations: {\"a\\u001bb\": {argv: [go]}}":                            `f:1:15: "a\\x1bb"` + noName,
		"validations: {-v: {argv: [go]}}":                                       `f:1:15: "-v"` + noName,
		"validations: {a: {argv: [go]}, a: {argv: [go]}}":                       `f:1:32: a is there twice`,
		"mcp: {allow-validations: [test]}":                                      `f:1:27: there is no validation "test" (define it under validations)`,
		"mcp: {allow: []}":                                                      `f:1:7: unknown key of mcp "allow" (one of: allow-validations)`,
		"mcp: {allow-validations: [tset]}\nvalidations: {test: {argv: [make]}}": `f:1:27: unknown validation "tset" (did you mean test?)`,
		"validations: {a: {argv: ['']}, b: {argv: [go], x: 1}}":                 "f:1:26: validations.a.argv: ",
	} {
		c, err := ParseConfig("f", []byte(text), true, known)
		if err == nil || !strings.HasPrefix(err.Error(), want) || !reflect.DeepEqual(c, Config{}) {
			t.Errorf("%s:\n%v\nwant:\n%s", text, err, want)
		}
	}
}

// Of a program only the name counts, found in PATH: a path would be the repository's to fill.
func TestProgramsAreNamedWithoutPathOrShell(t *testing.T) {
	for _, name := range strings.Split("./x|/bin/x|a\\b|a;b|a&b|a|a`b|a$b|a(b|a)b|a<b|a>b|a{b|a}b|a*b|a?b|a[b|a]b|a!b|a~b|a#b|a b|a\tb|", "|") {
		if name == "a" { // what the separator leaves of a|b
			name = "a|b"
		}
		text, err := json.Marshal(map[string]any{"validations": map[string]any{"t": map[string]any{"argv": []string{name}}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseConfig("f", text, true, known); err == nil || !strings.HasPrefix(err.Error(), "f:1:") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestSchemaNamesEveryKeyOfACommand(t *testing.T) {
	schema := commandSchema()["additionalProperties"].(map[string]any)["properties"].(map[string]any)
	if len(schema) != len(commandKeys()) {
		t.Errorf("%d keys in the schema, %d are read", len(schema), len(commandKeys()))
	}
	for _, key := range commandKeys() {
		if schema[key] == nil {
			t.Errorf("%s is not in the schema", key)
		}
	}
	pattern := commandSchema()["propertyNames"].(map[string]any)["pattern"].(string)
	if !regexp.MustCompile(pattern).MatchString("test") {
		t.Errorf("the schema refuses the name test: %s", pattern)
	}
}
