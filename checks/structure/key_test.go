package structure_test

import (
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
