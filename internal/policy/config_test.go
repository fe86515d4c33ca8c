package policy

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

var known = Known{Checks: []string{"guard", "structure"}, Rules: []string{"structure/crypto", "structure/process-exec"}}

func TestParseConfig(t *testing.T) {
	text := `
# everything
baseline: ci/known
checks: [structure]
exclude:
  - vendor/**
  - "./docs"
fail-on: warning
fail-on-incomplete: True
rules:
  structure/crypto: off
  structure/process-exec: note
suppressions: base
`
	yes := true
	want := Config{
		Baseline: "ci/known", Checks: []string{"structure"}, Exclude: []string{"vendor/**", "docs"},
		Rules:  map[string]finding.Level{"structure/crypto": Off, "structure/process-exec": finding.Note},
		FailOn: finding.Warning, FailOnIncomplete: &yes, Suppressions: SuppressBase,
	}
	got, err := ParseConfig("f", []byte(text), true, known)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	for _, empty := range []string{"", "# nothing\n", "{}", "---\n"} {
		if got, err := ParseConfig("f", []byte(empty), false, known); err != nil || !reflect.DeepEqual(got, Config{}) {
			t.Errorf("%q: %+v, %v", empty, got, err)
		}
	}
}

func TestParseConfigSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"rulse: {}":                               "f:1:1: unknown key \"rulse\" (did you mean rules?)",
		"\n\nchecks: structure":                   "f:3:9: checks has to be a list (write it as [a, b])",
		"checks: [structur]":                      "f:1:10: unknown check \"structur\" (did you mean structure?)",
		"rules: {structure/cripto: note}":         "f:1:9: unknown rule \"structure/cripto\" (did you mean structure/crypto?)",
		"rules: {structure/crypto: of}":           "f:1:27: unknown value for structure/crypto \"of\" (did you mean off?)",
		"fail-on: never":                          "f:1:1: fail-on is not for the repository to decide (set it by flag or in the user's configuration)",
		"exclude: [/etc]":                         "f:1:11: \"/etc\" is not a pattern of paths (write it from the top of the repository, such as vendor/**)",
		"exclude: ['a[']":                         "f:1:11: \"a[\" is not a pattern of paths (write it from the top of the repository, such as vendor/**)",
		"baseline: ../x":                          "f:1:11: \"../x\" is not a path inside the repository (write it from the top of the repository)",
		"checks: [guard]\nchecks: [guard]":        "f:2:1: checks is there twice",
		"a: &x 1\nb: *x":                          "f:1:4: anchors and aliases are not supported (write the value out)\nf:2:4: anchors and aliases are not supported (write the value out)",
		"? [a]\n: b":                              "f:1:3: a key of a configuration has to be a text",
		"checks: !foo [guard]":                    "f:1:9: the tag !foo is not supported (leave it out)",
		"exclude: [./]":                           "f:1:11: \"./\" is not a pattern of paths (write it from the top of the repository, such as vendor/**)",
		"fail-on-incomplete: TRUE":                "f:1:1: fail-on-incomplete is not for the repository to decide (set it by flag or in the user's configuration)",
		"- a":                                     "f:1:1: a configuration has to be a mapping of keys to values",
		"checks: [":                               "f:1:1: not YAML: did not find expected node content",
		"{}\n---\n{}":                             "f:2:1: a second document (leave out what follows ---)",
		"checks: [1]":                             "f:1:10: an entry of checks has to be a text",
		"\x1b[31m: 1":                             "f: not YAML: control characters are not allowed",
		"exclude: [a]\nwrong: 1\nchecks: [x]":     "f:2:1: unknown key \"wrong\" (one of: baseline, checks, exclude, rules, validations)\nf:3:10: unknown check \"x\" (one of: guard, structure)",
		strings.Repeat("[", MaxConfigBytes):       "f: not YAML: exceeded max depth of 10000",
		strings.Repeat("# x\n", MaxConfigBytes/3): "f: 87380 bytes, a configuration has at most 65536",
	} {
		_, err := ParseConfig("f", []byte(text), false, known)
		var wrong *ConfigError
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("%.40q:\n%v\nwant:\n%s", text, err, want)
		}
	}
}

func TestManyProblemsAreCounted(t *testing.T) {
	_, err := ParseConfig("f", []byte("exclude: ["+strings.Repeat("/x, ", 1000)+"]"), false, known)
	if lines := strings.Split(err.Error(), "\n"); len(lines) != maxProblems+1 || lines[maxProblems] != "f: 980 more problems" {
		t.Errorf("%d lines, the last: %s", len(lines), lines[len(lines)-1])
	}
}

func TestExcluded(t *testing.T) {
	p := Default().Add(Config{Exclude: []string{"vendor/**", "docs", "*.gen.ts", "**/old/*.js"}}, "test")
	for path, want := range map[string]bool{
		"vendor/a/b.ts": true, "docs/a.ts": true, "docs": true, "a.gen.ts": true, "x/a.gen.ts": false,
		"a/b/old/c.js": true, "old/c.js": true, "old/d/c.js": false, "src/vendor/a.ts": false, "documents/a.ts": false,
	} {
		if _, got := p.Excluded(path); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}

func TestStrongerConfigurationStays(t *testing.T) {
	p := Default().
		Add(Config{Rules: map[string]finding.Level{"a/b": finding.Error}}, "operator").
		Add(Config{Rules: map[string]finding.Level{"a/b": Off, "a/c": Off}}, "repository")
	want := map[string]Override{"a/b": {finding.Error, "operator"}, "a/c": {Off, "repository"}}
	if !reflect.DeepEqual(p.Rules, want) {
		t.Errorf("%+v", p.Rules)
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("rules: {structure/crypto: off}\nexclude: [a/**]"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("? [x]\n: y"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig("f", data, true, known)
		if err != nil && !reflect.DeepEqual(c, Config{}) {
			t.Errorf("a broken file gives %+v", c)
		}
	})
}
