package structure_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sentinel/checks/checktest"
	"sentinel/checks/structure"
)

// execSpellings are ways to start a process. The call is on the line that ends in "//!".
var execSpellings = []string{
	`import { exec } from "child_process"; exec("x") //!`,
	`import { exec } from "node:child_process"; exec("x") //!`,
	`import { exec as run } from "child_process"; run("x") //!`,
	`import { "exec" as run } from "child_process"; run("x") //!`,
	`import cp from "child_process"; cp.exec("x") //!`,
	`import * as cp from "child_process"; cp.exec("x") //!`,
	`import cp, { spawn } from "child_process"; cp.exec("x") //!`,
	`const cp = require("child_process"); cp.exec("x") //!`,
	`require("child_process").exec("x") //!`,
	`require("child_process")["exec"]("x") //!`,
	`const cp = require("child_process"); cp["ex" + "ec"]("x") //!`,
	`const k = "ex"; const cp = require("child_process"); cp[` + "`${k}ec`" + `]("x") //!`,
	`const { exec } = require("child_process"); exec("x") //!`,
	`const { exec: run } = require("child_process"); run("x") //!`,
	`const { exec: run = null, ...rest } = require("child_process"); run("x") //!`,
	`const { spawn, ...rest } = require("child_process"); rest.exec("x") //!`,
	`const { ["ex" + "ec"]: run } = require("child_process"); run("x") //!`,
	`var cp = require("child_process"), run = cp.exec; run("x") //!`,
	"let run;\nrun = require('child_process').exec;\nrun('x') //!",
	"let exec;\n({ exec } = require('child_process'));\nexec('x') //!",
	"function f() {\n  run('x') //!\n}\nconst run = require('child_process').exec;",
	`const { promisify } = require("util"); const run = promisify(require("child_process").exec); run("x") //!`,
	`const util = require("util"); const { exec } = require("child_process"); util.promisify(exec)("x") //!`,
	`const cp = require("child_process"); const run = cp.exec.bind(cp); run("x") //!`,
	`const cp = require("child_process"); cp.exec.call(cp, "x") //!`,
	`const cp = require("child_process"); cp.exec.apply(cp, ["x"]) //!`,
	`const cp = require("child_process"); Reflect.apply(cp.exec, cp, ["x"]) //!`,
	`const cp = require("child_process"); cp?.exec?.("x") //!`,
	`const cp = require("child_process"); (0, cp.exec)("x") //!`,
	`const m = "child_process"; const cp = require(m); cp.exec("x") //!`,
	`const m = "child_" + "process"; require(m).exec("x") //!`,
	`require(["child", "process"].join("_")).exec("x") //!`,
	`const { exec } = await import("child_process"); exec("x") //!`,
	`(await import("node:child_process")).exec("x") //!`,
	`import("child_process").then(cp => cp.exec("x")) //!`,
	`import("child_process").then(({ exec }) => { exec("x") }) //!`,
	`import("child_process").then(function ({ default: cp }) { cp.exec("x") }) //!`,
	`process.mainModule.require("child_process").exec("x") //!`,
	`module.require("child_process").exec("x") //!`,
	`globalThis.process.mainModule.require("child_process").exec("x") //!`,
	`global.require("child_process").exec("x") //!`,
	`process.getBuiltinModule("child_process").exec("x") //!`,
	`const r = require; r("child_process").exec("x") //!`,
	"import { createRequire } from 'module';\nconst load = createRequire(import.meta.url);\nload('child_process').exec('x') //!",
	`const child_process_1 = __importDefault(require("child_process")); child_process_1.default.exec("x") //!`,
	`var import_child_process = __toESM(require("child_process")); (0, import_child_process.exec)("x") //!`,
	`(function (cp) { cp.exec("x") })(require("child_process")) //!`,
	`const run = process.env.X ? require("child_process").exec : null; run("x") //!`,
	`const run = opts.run || require("child_process").exec; run("x") //!`,
	`(function (x, cp) { cp.exec("x") }(1, require("child_process"))) //!`,
	`((x, { exec }) => exec("x"))(1, require("child_process")) //!`,
	"await $`ls` //!",
	"import { $ } from 'execa'; await $`ls` //!",
	`const run = allowed && require("child_process").exec; run("x") //!`,
	`function f(run = require("child_process").exec) { run("x") } //!`,
	`function f({ run = require("child_process").exec }) { run("x") } //!`,
	`const cp = require("child_process"); new cp.exec("x") //!`,
	`import { exec\u0053ync } from "child_process"; execSync("x") //!`,
	`import { execSync } from "child_process"; exec\u{53}ync("x") //!`,
	`require("child_process").ex\u0065c("x") //!`,
	`const { ex\u0065c: run } = require("child_process"); run("x") //!`,
	`r\u0065quire("child_process").exec("x") //!`,
	`require.call(null, "child_process").exec("x") //!`,
	`require.apply(null, ["child_process"]).exec("x") //!`,
	`require.bind(null)("child_process").exec("x") //!`,
	`require.bind(null, "child_process")().exec("x") //!`,
	`Reflect.apply(require, null, ["child_process"]).exec("x") //!`,
	`require("module").createRequire.call(null, "/")("child_process").exec("x") //!`,
	`require("module").prototype.require.call(module, "child_process").exec("x") //!`,
	`new (require("module"))().require("child_process").exec("x") //!`,
	`module.constructor.createRequire("/")("child_process").exec("x") //!`,
	`require(require("path").join("x", "..", "child_process")).exec("x") //!`,
	`import("NODE:child_process").then(cp => cp.exec("x")) //!`,
	`import(" node:child_process").then(cp => cp.exec("x")) //!`,
	`import("child_process").catch(() => {}).then(cp => cp.exec("x")) //!`,
	"import { exec } from 'child_process';\nconst f = () => {}\n(exec)('x') //!",
}

var typedExecSpellings = []string{
	`import cp = require("child_process"); cp.exec("x") //!`,
	`import * as cp from "child_process"; (cp as any).exec("x") //!`,
	`import * as cp from "child_process"; cp!.exec!("x") //!`,
	`import * as cp from "child_process"; (<any>cp).exec("x") //!`,
	`import { exec } from "child_process"; const run = exec satisfies Function; run("x") //!`,
	`import { type ExecOptions, exec } from "child_process"; exec("x") //!`,
	`declare const process: any; process.mainModule.require("child_process").exec("x") //!`,
	`declare function require(id: string): any; require("child_process").exec("x") //!`,
	`declare module "child_process" { function exec(): void } require("child_process").exec("x") //!`,
	`class A { constructor(private run = require("child_process").exec) { run("x") } } //!`,
	`namespace N { const cp = require("child_process"); export const f = () => cp.exec("x") } //!`,
	`import cp = require("child_process"); import ex = cp.exec; ex("x") //!`,
	`import * as cp from "child_process"; import ex = cp.exec; ex("x") //!`,
	`import * as cp from "child_process"; export import ex = cp.exec; ex("x") //!`,
	`import * as cp from "child_process"; namespace N { import all = cp; all.exec("x") } //!`,
	"import { exec } from 'child_process';\nconst f = async () => {}\n(exec)('x') //!",
}

func TestEverySpellingOfExecIsFound(t *testing.T) {
	check := structure.Check()
	for language, spellings := range map[string][]string{"js": execSpellings, "ts": typedExecSpellings} {
		for i, text := range spellings {
			o := checktest.File(t, check, fmt.Sprintf("src/%d.%s", i, language), []byte(text))
			want := 1 + strings.Count(text[:strings.Index(text, "//!")], "\n")
			found := false
			for _, f := range o.Findings {
				found = found || f.RuleID == "structure/process-exec" && f.Region.StartLine == want && strings.HasPrefix(f.Message, "c")
			}
			if !found {
				t.Errorf("not found on line %d: %s\n got %v", want, text, o.Findings)
			}
		}
	}
}

// harmless has none of the capabilities: the names mean something else.
var harmless = []string{
	`/a/.exec("a"); db.exec("x"); this.exec("x"); a.eval("x"); app.fetch("x")`,
	`function exec() {} exec("x")`,
	`function f(exec, eval_, fetch, require) { exec("x"); fetch("x"); require("child_process").exec("x") }`,
	`const f = (fetch) => fetch("x")`,
	`const f = fetch => fetch("x")`,
	`const f = ({ fetch, a: { require } }) => { fetch("x"); require(x) }`,
	`import { fetch } from "./mine.js"; fetch("x")`,
	`import { exec } from "./mine.js"; exec("x")`,
	`const { exec } = require("./mine"); exec("x")`,
	`import { exec } from "child_process"; { const exec = () => {}; exec("x") }`,
	`import { exec } from "child_process"; function f() { function exec() {} exec("x") }`,
	`import { exec } from "child_process"; function f(a) { for (const exec of a) exec("x") }`,
	`import { exec } from "child_process"; try {} catch (exec) { exec("x") }`,
	`import { exec } from "child_process"; const f = function exec() { exec() }`,
	`import { exec } from "child_process"; class A { exec() { this.exec() } }`,
	`import { exec } from "child_process"; switch (1) { case 1: let exec = () => {}; exec("x") }`,
	`import { exec } from "child_process"`,
	`import { exec } from "child_process"; export { exec } from "./mine.js"`,
	`const cp = require("child_process"); const run = cp.exec`,
	`function f() { var fetch = () => {}; if (1) { fetch("x") } }`,
	`function f() { if (1) { var fetch = () => {} } fetch("x") }`,
	`const has = globalThis.fetch && 1; f(has)`,
	`$(".a").exec("x"); $("x"); f($)`,
	`typeof fetch === "function"; if (globalThis.fetch) {} x instanceof WebSocket; typeof eval`,
	`setTimeout(() => {}, 10); setTimeout(f, 10)`,
	`const s = 'require("child_process").exec("x")' // exec("x")`,
	`a.b = { exec: 1, fetch() {}, eval: 2 }; label: for (;;) break label`,
	`const f = Function("return this")(); new Worker(new URL("./w.js", import.meta.url))`,
	`jest.mock("child_process"); props: { onClick: Function }; expect.any(Function)`,
	`require("./locale/" + "en"); require(require.resolve("./a")); const path = require("path"); require(path.join(__dirname, "a"))`,
	`import { join, posix } from "node:path"; require(join(__dirname, "a")); require(posix.join("./a", "b"))`,
	`var import_path = __toESM(require("path")); require(import_path.default.join(__dirname, "a"))`,
	`import { createRequire } from "module"; const r = createRequire(import.meta.url); r(r.resolve("./a"))`,
	`import { fileURLToPath } from "url"; require(fileURLToPath(new URL("./a", import.meta.url)))`,
	`const path = require("path"), top = __dirname; require(path.join(top, "vm")); require(path.join("./x", "vm"))`,
	`setTimeout.call(window, f, "text"); setTimeout.bind(window, f)("text"); f.catch(x); Object.constructor.name`,
	`importScripts("./a.js", "b.js"); import("npm:chalk@5"); new Worker(address); new Worker(new URL(name, import.meta.url))`,
	`const h\u0065lper = (e) => e; helper("x"); ev\u0061luate("x")`,
}

var typedHarmless = []string{
	`import type { exec } from "child_process"; declare const e: typeof exec`,
	`import { type exec } from "child_process"; let e: typeof exec`,
	`import type * as cp from "child_process"; let e: cp.exec`,
	`import { type exec } from "child_process"; exec("x"); import type cp from "child_process"; cp.exec("x")`,
	`export type * from "child_process"`,
	`type E = typeof import("child_process"); let x: import("child_process").ChildProcess`,
	`interface A { exec(eval: typeof eval): void; fetch: typeof fetch }`,
	`function f(cb: (exec: string) => void, e?: typeof globalThis.eval) {}`,
	`declare function exec(x: string): void; declare module "child_process" { export function exec(): void }`,
	`abstract class A { abstract exec(eval: string): void; protected fetch?: typeof fetch }`,
	`const a = x as typeof import("vm"); let y = z<typeof eval>(1)`,
	`export type { exec } from "child_process"; export { type exec as run } from "child_process"`,
	`enum fetch { eval = 1 } fetch.eval; namespace eval { } `,
}

func TestNamesThatMeanSomethingElseAreNotFound(t *testing.T) {
	check := structure.Check()
	for language, texts := range map[string][]string{"js": harmless, "ts": slices.Concat(typedHarmless, harmless)} {
		for _, text := range texts {
			o := checktest.File(t, check, "src/a."+language, []byte(text))
			for _, f := range o.Findings {
				t.Errorf("%s: %s\n gives %s: %s", language, text, f.RuleID, f.Message)
			}
		}
	}
}
