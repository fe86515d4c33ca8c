package structure_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sentinel/checks"
	"sentinel/checks/checktest"
	"sentinel/checks/structure"
	"sentinel/internal/syntax"
)

// canaries are texts that nothing the check says may repeat.
const canaries = `// CANARYcomment
/* CANARYblock */
import { exec } from "child_process";
const s = "CANARYstring", t = ` + "`CANARYtemplate ${exec(\"CANARYargument\")} CANARYtail`" + `;
const r = /CANARYregex/;
function body() { return "CANARYbody" + 'CANARYquoted'; }
exec("CANARYcommand", { env: { KEY: "CANARYvalue" } }, () => { CANARYcall("CANARYinner") });
eval("CANARYcode"); new Function("CANARYcode");
const o = { "CANARYkey": 1, k: "CANARYproperty" };
fetch("https://CANARYhost.example/");
app.post("/kept-route", "CANARYmiddleware", handler);
const e = process.env.KEPT_VARIABLE;
import "data:text/javascript,CANARYimported"; export * from "data:text/javascript,CANARYexported";
import("data:text/javascript,CANARYdynamic"); const { [CANARYcomputed]: x, ["CANARYliteral"]: y } = o;
setTimeout("CANARYtimer"); require("CANARY" + name); cp["CANARYmember"]("x"); new Worker("data:,CANARYworker");
export const keptExport = require("kept-module");
`

func TestNothingButNamesIsRepeated(t *testing.T) {
	o := checktest.File(t, structure.Check(), "a.js", []byte(canaries))
	said := string(o.Document) + fmt.Sprint(o.Findings, o.Keys, o.Incomplete)
	if i := strings.Index(said, "CANARY"); i >= 0 {
		t.Errorf("repeats text of the file: ...%s...", said[max(0, i-60):min(len(said), i+60)])
	}
	for _, kept := range []string{"kept-module", "/kept-route", "KEPT_VARIABLE", "keptExport", "child_process"} {
		if !strings.Contains(said, kept) {
			t.Errorf("%s is missing", kept)
		}
	}
	if len(o.Findings) < 5 {
		t.Errorf("only %d findings: the canaries prove nothing", len(o.Findings))
	}
}

func TestHostileNamesAreClipped(t *testing.T) {
	long := strings.Repeat("x", 500)
	text := "import a from \"" + long + "\u202e\"; process.env[\"A\u200b" + long + "\"]; exports[\"" + long + "\"] = 1;\n" +
		"app.get(\"/" + long + "\", f); import { exec as " + long + " } from 'child_process'; " + long + "(); require('" + long + ".node')"
	o := checktest.File(t, structure.Check(), "a.js", []byte(text))
	said := string(o.Document) + fmt.Sprint(o.Findings)
	if strings.Contains(said, strings.Repeat("x", checks.ClipLength+1)) || strings.ContainsAny(said, "\u202e\u200b") {
		t.Errorf("repeats a name whole: %s", said)
	}
	if len(o.Findings) != 2 {
		t.Errorf("got %d findings, want 2", len(o.Findings))
	}
}

func TestANameOfTooManyValuesIsIncomplete(t *testing.T) {
	text := "let f;"
	for _, name := range strings.Fields("appendFile chmod chown copyFile cp link mkdir mkdtemp rename rm symlink truncate unlink utimes write writeFile writev") {
		text += " f = require('fs')." + name + ";"
	}
	o := checktest.File(t, structure.Check(), "a.js", []byte(text+" f(x)"))
	if len(o.Findings) == 0 || len(o.Incomplete) != 1 {
		t.Errorf("%d findings, incomplete %v: want what was followed, and that not all was", len(o.Findings), o.Incomplete)
	}
}

// hostile are texts that are cheap to write and dear to analyse, if anything but linear work is done on them.
func hostile() map[string]string {
	const n = 8_000
	return map[string]string{
		"nested calls of eval":        strings.Repeat("eval(", n/4) + strings.Repeat(")", n/4),
		"nested parentheses":          strings.Repeat("(", n) + "eval" + strings.Repeat(")", n) + "('x')",
		"nested blocks":               strings.Repeat("{", n) + "eval(1)" + strings.Repeat("}", n),
		"nested functions":            strings.Repeat("function fetch(){", n/4) + "fetch()" + strings.Repeat("}", n/4),
		"nested arrows":               strings.Repeat("fetch=>", n/2) + "fetch()",
		"nested patterns":             "var " + strings.Repeat("{a:", n/4) + "b" + strings.Repeat("}", n/4) + " = process",
		"nested rest":                 "var " + strings.Repeat("[...", n/4) + "eval" + strings.Repeat("]", n/4) + " = x; eval(1)",
		"a long sum":                  "require('a'" + strings.Repeat("+'b'", n) + ")",
		"a right-nested sum":          "require(" + strings.Repeat("'b'+(", n/4) + "'a'" + strings.Repeat(")", n/4) + ")",
		"doubling constants":          doubling(60),
		"a long chain of members":     "process" + strings.Repeat(".a", n),
		"a long chain of calls":       "fetch" + strings.Repeat("()", n/2),
		"a long or":                   "x = " + strings.Repeat("eval || ", n/2) + "eval",
		"a long sequence":             "x = (" + strings.Repeat("eval, ", n/2) + "eval)",
		"many sequences in a row":     strings.Repeat("(0,1,2,3,4,5,6,7,8,9,eval)(1);", n/10),
		"a huge array":                "x = [" + strings.Repeat("eval,", n) + "]",
		"a huge object":               "new Worker(x, {" + strings.Repeat("a: eval,", n/2) + "eval: true})",
		"many aliases":                aliases(n / 20),
		"aliases in a circle":         "a = b; b = c; c = a; " + strings.Repeat("a = eval; b(); ", n/10),
		"many values of one name":     "let f; " + strings.Repeat("f = fetch; f = eval; f = require; f(x); ", n/20),
		"many requires":               strings.Repeat("require(x);", n/2),
		"many routes":                 strings.Repeat("app.get('/x', f);", n/4),
		"a long chain of routes":      "app.route('/x')" + strings.Repeat(".get(f)", n/4),
		"nested classes":              strings.Repeat("class A { m() { ", n/8) + "eval(1)" + strings.Repeat("}}", n/8),
		"nested optional calls":       strings.Repeat("eval?.(", n/8) + strings.Repeat(")", n/8),
		"nested imports":              strings.Repeat("import(", n/4) + "'a'" + strings.Repeat(")", n/4),
		"one minified line":           strings.Repeat("var a=require('fs');a.rm(b);function c(d){return d?e(d):fetch(d)};", n/8),
		"all kinds of broken text":    strings.Repeat("({[`${/'\"eval(require(", n/50),
		"nested calls of exec":        "x = require('child_process').exec; " + strings.Repeat("x(", n/2) + strings.Repeat(")", n/2),
		"callbacks in callbacks":      "x = require('child_process').exec; " + strings.Repeat("x(a, () => {", n/8) + strings.Repeat("})", n/8),
		"much handed on at once":      "f(() => {}, " + strings.Repeat("eval, ", n/2) + "eval)",
		"computed members in others":  "x = require('child_process'); " + strings.Repeat("x[", n/4) + "a" + strings.Repeat("]()", n/4),
		"nested tags":                 strings.Repeat("$`${", n/4) + strings.Repeat("}`", n/4),
		"a long chain of binds":       "eval" + strings.Repeat(".bind(0, 1)", n/4) + "()",
		"many binds in a row":         "let f0 = eval;" + binds(n/80),
		"addresses that begin alike":  "const a = 'https:'" + strings.Repeat("+b", n/8) + ";" + strings.Repeat("import(a);", n/80),
		"nested arrow statements":     strings.Repeat("()=>{}\n(", n/8) + "eval" + strings.Repeat(")", n/8),
		"names with escapes":          strings.Repeat("\\u{0061};", n/4) + "(" + strings.Repeat("\\u{0061}.", n/4) + "b)(eval)",
		"constructors of constructor": "x" + strings.Repeat(".constructor", n/4) + "('x')",
	}
}

func binds(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "let f%d = f%d.bind(0, 1); f%d();", i, i-1, i)
	}
	return b.String()
}

func doubling(n int) string {
	var b strings.Builder
	b.WriteString("const a0 = 'x'; ")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "const a%d = a%d + a%d; ", i, i-1, i-1)
	}
	fmt.Fprintf(&b, "require(a%d)", n)
	return b.String()
}

func aliases(n int) string {
	var b strings.Builder
	b.WriteString("const a0 = eval; ")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "const a%d = a%d; ", i, i-1)
	}
	fmt.Fprintf(&b, "a%d(1)", n)
	return b.String()
}

func TestHostileTextsAreCheap(t *testing.T) {
	check := structure.Check()
	for name, text := range hostile() {
		for _, language := range []syntax.Language{syntax.JavaScript, syntax.TypeScript} {
			tree, err := syntax.Parse(language, []byte(text))
			if err != nil {
				t.Logf("%s: %v", name, err) // the parser's own limits are another package's matter
				continue
			}
			f := checks.NewFile("a.js", 0, []byte(text), func() (*syntax.Tree, error) { return tree, nil })
			start := time.Now()
			if err := check.File(context.Background(), f); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			// A few milliseconds on an idle machine; anything quadratic takes seconds.
			if d := time.Since(start); d > time.Second {
				t.Errorf("%s in %s: %v for %d nodes", name, language, d, len(tree.Nodes))
			}
			if len(f.Output().Incomplete) > 0 && tree.Complete {
				t.Errorf("%s in %s: %s", name, language, f.Output().Incomplete[0].Reason)
			}
		}
	}
}

// TestCutOffTexts runs everything the other tests analyse with its end cut off, wherever that is, as a
// half-written file has it: a tree then lacks children that a whole one always has.
func TestCutOffTexts(t *testing.T) {
	check := structure.Check()
	for path, texts := range map[string][]string{
		"a.js": slices.Concat([]string{canaries}, execSpellings, harmless),
		"a.ts": slices.Concat(typedExecSpellings, typedHarmless),
	} {
		for _, text := range texts {
			for end := range text {
				checktest.File(t, check, path, []byte(text[:end]))
			}
		}
	}
}

func FuzzStructure(f *testing.F) {
	for _, text := range slices.Concat([]string{canaries}, execSpellings, typedExecSpellings, harmless, typedHarmless) {
		f.Add(text)
	}
	check := structure.Check()
	f.Fuzz(func(t *testing.T, text string) {
		for _, path := range []string{"a.js", "a.ts", "a.tsx"} {
			first := checktest.File(t, check, path, []byte(text))
			second := checktest.File(t, check, path, []byte(text))
			if fmt.Sprint(first) != fmt.Sprint(second) || !bytes.Equal(first.Document, second.Document) {
				t.Errorf("%s: two runs differ:\n%v\n%v", path, first, second)
			}
		}
	})
}
