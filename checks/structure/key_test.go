package structure_test

import (
	"strings"
	"testing"

	"sentinel/checks/checktest"
	"sentinel/checks/structure"
)

// keyOf is the key of the one finding that a text gives.
func keyOf(t *testing.T, path, text string) string {
	t.Helper()
	o := checktest.File(t, structure.Check(), path, []byte(text))
	if len(o.Keys) != 1 {
		t.Fatalf("%s: %d findings, want one: %v", text, len(o.Keys), o.Findings)
	}
	return o.Keys[0]
}

func TestKeysSurviveWhatDoesNotChangeACall(t *testing.T) {
	const original = `import { exec } from "child_process"; exec("git log " + file, { cwd: top }, (e) => { done(e) });`
	same := map[string]string{
		"lines above":      "// a comment\n\nconst x = 1;\n" + original,
		"line breaks":      "import { exec } from \"child_process\";\nexec(\n  \"git log \" + file,\n  {\n    cwd: top,\n  },\n  (e) => {\n    done(e);\n  },\n);",
		"quotes":           `import { exec } from "child_process"; exec('git log ' + file, { cwd: top }, (e) => { done(e) });`,
		"a comment inside": `import { exec } from "child_process"; exec("git log " + file, /* why */ { cwd: top }, (e) => { done(e) });`,
		"another spelling": `const run = require("node:child_process").exec; run("git log " + file, { cwd: top }, (e) => { done(e) });`,
		"the callback":     `import { exec } from "child_process"; exec("git log " + file, { cwd: top }, (e) => { if (e) throw e; done() });`,
	}
	want := keyOf(t, "a.js", original)
	for name, text := range same {
		if got := keyOf(t, "sub/b.mjs", text); got != want {
			t.Errorf("%s changes the key: %q, want %q", name, got, want)
		}
	}
}

func TestKeysTellDifferentCallsApart(t *testing.T) {
	texts := []string{
		`require("child_process").exec("git log")`,
		`require("child_process").exec("git push")`,
		`require("child_process").exec("git" + log)`,
		`require("child_process").exec("git", log)`,
		`require("child_process").exec("gitlog")`,
		`require("child_process").exec(git, log)`,
		`require("child_process").exec(git.log)`,
		`require("child_process").exec(git(log))`,
		`require("child_process").exec(gitlog)`,
		`require("child_process").execSync("git log")`,
		`f(require("child_process").exec)`,
		`exports.f = require("child_process").exec`,
		`require(git)`,
		`import(git)`,
	}
	seen := map[string]string{}
	for _, text := range texts {
		key := keyOf(t, "a.js", text)
		if other, ok := seen[key]; ok {
			t.Errorf("one key for two calls: %s and %s", other, text)
		}
		seen[key] = text
	}
}

// passed are expressions that a command is computed by; nothing in them is far enough down, or deep enough,
// to be left out of a key.
func passed(evil string) map[string]string {
	many := strings.Repeat("'a', ", 80)
	return map[string]string{
		"after many nodes":            `execSync("sh", [` + many + `"` + evil + `"])`,
		"after much text":             `execSync("` + strings.Repeat("x();", 2000) + evil + `")`,
		"in a block":                  `execSync([a, b].map(() => { return "` + evil + `" })[0])`,
		"in a function called there":  `execSync((() => { return "` + evil + `" })())`,
		"in a method of an argument":  `execSync({ toString() { return "` + evil + `" } })`,
		"deep inside":                 `execSync(` + strings.Repeat("f(", 500) + `"` + evil + `"` + strings.Repeat(")", 500) + `)`,
		"in a call in the arguments":  `execSync(fetch("` + evil + `"))`,
		"given to bind":               `execSync.bind(null, "` + evil + `")()`,
		"given to the bind before":    `const f = execSync.bind(null, "` + evil + `"), g = f.bind(null, {}); g()`,
		"next to what is handed on":   `run(execSync, "` + evil + `")`,
		"in a template":               "execSync(`a ${b} " + evil + "`)",
		"in the text of eval":         "eval(`" + strings.Repeat("x();", 2000) + evil + "`)",
		"in a function made a text":   `eval("(" + function () { ` + evil + ` } + ")()")`,
		"in a function given as text": `new Function(() => { ` + evil + ` })`,
		"the address of an import":    `import "data:text/javascript,` + evil + `"`,
		"the name of a member":        `require("child_process")["ex" + ` + evil + `]("x")`,
	}
}

func TestKeysChangeWithEverythingThatIsPassed(t *testing.T) {
	keys := func(text string) string {
		text = `const { execSync } = require("child_process"); ` + text
		if strings.Contains(text, "import ") {
			text = text[strings.Index(text, "import "):]
		}
		return strings.Join(checktest.File(t, structure.Check(), "a.js", []byte(text)).Keys, "\n")
	}
	after := passed("evil")
	for name, text := range passed("kind") {
		if before := keys(text); before == "" || before == keys(after[name]) {
			t.Errorf("%s: the key stays %q", name, before)
		}
	}
}

func TestKeysTellTheStructureOfArgumentsApart(t *testing.T) {
	texts := []string{
		`a, b`, `[a, b]`, `[a,, b]`, `[, a, b]`, `[a, b,,]`, `[[a], b]`, `[a, [b]]`, `"a", b`, `"a,b"`, `"a", "b"`, `["a", "b"]`, `["ab", ""]`,
		`(() => { a; (b) })()`, `(() => { a(b) })()`, `(() => { for (a;; b); })()`, `(() => { for (; a; b); })()`, `(() => { for (;; a, b); })()`,
		`(a, b) => 1`, `a, b => 1`, `a - -b`, `a--, b`, `a, --b`, "`a${b}`", `/a/, b`, `"/a/", b`, `a in b`, `ainb`, `{ a, b }`, `{ a: b }`, `{ "a b": 1 }`,
	}
	seen := map[string]string{}
	for _, text := range texts {
		key := keyOf(t, "a.js", `require("child_process").execSync(`+text+`)`)
		if other, ok := seen[key]; ok {
			t.Errorf("one key for %s and %s", other, text)
		}
		seen[key] = text
	}
}

func TestKeysSurviveFormatting(t *testing.T) {
	original := `[a, { "b": ['it\'s', {}, []] }].map((x) => { let y = x; /* c */ return y; })[0], ev\u0061l`
	formatted := "\n  [\n    a,\n    {\n      b: [\"it's\", { }, [ ],],\n    },\n  ].map(x => {\n    let y = x // d\n    return y\n  })[0],\n  eval, // e\n"
	const call = `require("child_process").execSync(`
	want := checktest.File(t, structure.Check(), "a.js", []byte(call+original+")")).Keys
	got := checktest.File(t, structure.Check(), "a.js", []byte(call+formatted+")")).Keys
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("formatting changes the key: %q, want %q", got, want)
	}
}
