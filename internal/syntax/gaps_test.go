//go:build cgo

package syntax

import (
	"slices"
	"testing"
)

// gapExamples has for each gap, by its name, code that the TypeScript compiler accepts.
var gapExamples = []struct {
	gap   string
	lang  Language
	text  string
	calls []string
}{
	{"import x from 'm' assert {}", JavaScript, "import a from './a.json' assert { type: 'json' }; exec()", []string{"exec"}},
	{"import x from 'm' assert {}", JavaScript, "export { b } from './a.json' assert { type: 'json' }; exec()", []string{"exec"}},
	{"export * from 'm' with {}", JavaScript, "export * as ns from './a.json' with { type: 'json' }; exec()", []string{"exec"}},
	{"export * from 'm' with {}", TypeScript, "export { a } from 'm' with { type: 'json' }; exec()", []string{"exec"}},
	{"import defer * as x from 'm', import source x from 'm'", JavaScript, "import defer * as ns from './a.js'; exec()", []string{"exec"}},
	{"import defer * as x from 'm', import source x from 'm'", JavaScript, "import source wasm from './a.wasm'; exec()", []string{"exec"}},
	{"using x = y, await using x = y", JavaScript, "async function f() { using x = open(); await using y = await spawn(x); exec(y) }", []string{"open", "spawn", "exec"}},
	{"using x = y, await using x = y", JavaScript, "async function f() { for (await using x of list()) { exec(x) } }", []string{"list", "exec"}},
	{"accessor x = y", JavaScript, "class A { accessor x = exec(); static accessor #y = 2 }", []string{"exec"}},
	{"@(x) class", JavaScript, "@(foo.bar()) class A { @(exec('x')) m() { run() } }", []string{"foo.bar", "exec", "run"}},
	{"@(x) class", JavaScript, "@(foo ? a() : b())\nexport class A {}", []string{"a", "b"}},
	{"#x without a semicolon before [y]", JavaScript, "class A {\n  b = false\n  #a\n\n  [c] = exec()\n}", []string{"exec"}},
	{"#x without a semicolon before *y", JavaScript, "class A { #a\n  *b() { exec() } }", []string{"exec"}},
	{"an arrow function without a semicolon before [...y]", JavaScript, "const f = () => {}\n[...a, ...(b ? c : [])].forEach(x => exec(x))", []string{"[...a, ...(b ? c : [])].forEach", "exec"}},
	{"an arrow function without a semicolon before [...y]", TypeScript, "f = (): void => {\r\n}\r\n\r\n  [...a].map(exec)", []string{"[...a].map"}},
	{"escapes without a value in tagged templates", JavaScript, "const s = String.raw`\\u00 ${exec(`\\x41`)} \\xg`; g()", []string{"String.raw", "exec", "g"}},
	{"<in out T>", TypeScript, "interface A<in out T> { a: T } class B<in T, const in U extends string = 'a'> { m() { exec() } }", []string{"exec"}},
	{"<out T>", TypeScript, "type A<\n  out T,\n  out U = never\n> = T; exec()", []string{"exec"}},
	{"export type * from 'm'", TypeScript, "export type * from 'm'; export type * as ns from 'n'; exec()", []string{"exec"}},
	{"import('m').T<U>", TypeScript, "let x: import('m').A<import('n').B<C>>[] = import('real')", []string{"import"}},
	{"import('m').T<U>", TypeScript, "const f = (a: Map<import('m').A<B>, string>): import('n').C[] => import('real').then(x => exec(x))", []string{"import('real').then", "import", "exec"}},
	{"static [key: string]: T", TypeScript, "class A { static [k: string]: number; static readonly [k: symbol]: string; b = exec() }", []string{"exec"}},
	{"call signature without a semicolon before it", TypeScript, "declare const f: {\n  <A>(a: A): A\n  <A, B>(a: A, b: B): B\n}\nexec()", []string{"exec"}},
	{"f<<T>(x: T) => U>()", TypeScript, "f<<T extends number>(x: T) => string>(exec())", []string{"f", "exec"}},
	{"({ x: y }: T) => U as a type", TypeScript, "type A = ({ a: b }: X) => void; exec()", []string{"exec"}},
	{"({ x: y }: T) => U as a type", TypeScript, "declare const f: ({ a: { b } }?: X) => void; const g = ({ a: b }: X) => exec(b)", []string{"exec"}},
	{"escapes in template types", TypeScript, "type A = `a \\`b\\` ${B} \\n`; exec(`\\n`)", []string{"exec"}},
	{"keyof readonly T[]", TypeScript, "type A = { [K in keyof readonly any[]]?: boolean }; exec()", []string{"exec"}},
	{"export default function (): T", TypeScript, "export default function (a: string): void;\nexec()", []string{"exec"}},
	{"typeof undefined as a type", TypeScript, "let x: (typeof undefined | string)[] = exec()", []string{"exec"}},
	{"abstract as a name", TypeScript, "interface A { abstract?: boolean } class B { abstract = exec() }", []string{"exec"}},
	{"using as a name", TypeScript, "declare class A { using(using: Config['using']): this }\nfunction f(using: string) { exec(using) }", []string{"exec"}},
	{"override as the name of a variable", TypeScript, "const r = { ...(override['a'] as B<c, d> | undefined) }; exec()", []string{"exec"}},
	{"as as the name of a variable", TypeScript, "let as = exec(); as.foo()", []string{"exec", "as.foo"}},
	{"type as a name in export {}", TypeScript, "export { type, type B }; export { type as interface }; exec()", []string{"exec"}},
	{"type as the name of a type, before extends", TypeScript, "type A<type> = (type extends 'b' ? 1 : never) | 2; exec()", []string{"exec"}},
	{"in as the name of a property", TypeScript, "interface A {\n  a: string\n  in?: string\n}\nexec()", []string{"exec"}},
	{"instanceof as the name of a property", TypeScript, "interface A {\n  a: string\n  instanceof: string\n}\nexec()", []string{"exec"}},
	{"in2 as the name of a property", TypeScript, "interface A {\n  a: string\n  in2?: string\n}\nexec()", []string{"exec"}},
	{"any and the like as names of parameters and namespaces", TypeScript, "let x: { y: (any) => void } = exec(); type A = number.module", []string{"exec"}},
	{ampersandGap, JavaScript, "const x = <a href='a?b=1&c=2' title=\"x & y\">tom & jerry can't & won't {exec()} &amp; & more</a>; run()", []string{"exec", "run"}},
	{ampersandGap, TSX, "const x: import('m').A<B> = <><b>{a & b}</b> & <i/>&</>; exec()", []string{"exec"}},
}

const ampersandGap = "a bare ampersand in JSX"

func TestGapsAreUnderstood(t *testing.T) {
	for _, example := range gapExamples {
		t.Run(example.gap, func(t *testing.T) {
			budget := TimeLimit
			if _, hasError, err := parseOnce(example.lang, []byte(example.text), &budget); err != nil || !hasError {
				t.Errorf("the grammar has no gap here (error %v): %s", err, example.text)
			}
			tree := mustParse(t, example.lang, example.text)
			checkTree(t, tree)
			if !tree.Complete {
				t.Errorf("not understood from %d on: %s\n%s", tree.ErrorOffset, example.text, outline(tree))
			}
			if got := calls(tree); !slices.Equal(got, example.calls) {
				t.Errorf("calls %q, want %q: %s", got, example.calls, example.text)
			}
		})
	}
}

func TestTypesAreNotTakenForCode(t *testing.T) {
	for _, text := range []string{
		"f<typeof import('m')>('m')",
		"f<typeof import('m')['a']>('m')",
		"f<typeof import('m').a.b>('m')",
		"f<typeof import('m', { with: { a: 'b' } })>('m')",
		"x = f() as unknown as import('m').T",
		"x = f() as import('m')",
		"x = f() satisfies import('m').T.U",
		"x = f() as typeof import('m')",
		"x = <import('m').T>f()",
	} {
		tree := mustParse(t, TypeScript, text)
		checkTree(t, tree)
		if got := calls(tree); !tree.Complete || !slices.Equal(got, []string{"f"}) {
			t.Errorf("%s: Complete %v, calls %q\n%s", text, tree.Complete, got, outline(tree))
		}
	}
}

func TestEachGapHasAnExample(t *testing.T) {
	tested := map[string]bool{}
	for _, example := range gapExamples {
		tested[example.gap] = true
	}
	for _, g := range gaps {
		if !tested[g.name] {
			t.Errorf("no example for the gap %q", g.name)
		}
	}
}

func TestHiddenFactsAreRestored(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{
			"export type * from 'm'",
			`(program (export_statement ("type") ("*") source:(string (string_fragment))))`,
		},
		{
			"export type * as ns from 'm'",
			`(program (export_statement ("type") (namespace_export ("*") (identifier)) source:(string (string_fragment))))`,
		},
		{
			"let x: import('m').A<B>",
			`(program (lexical_declaration ("let") (variable_declarator name:(identifier) type:(type_annotation ` +
				`(generic_type (nested_type_identifier (call_expression function:(import) arguments:(arguments ` +
				`(string (string_fragment)))) (type_identifier)) (type_arguments (type_identifier)))))))`,
		},
		{
			"export default function (): void;",
			`(program (export_statement declaration:(function_signature ("default") parameters:(formal_parameters) ` +
				`return_type:(type_annotation (predefined_type)))))`,
		},
	} {
		tree := mustParse(t, TypeScript, c.text)
		checkTree(t, tree)
		if got := outline(tree); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestRestoredNodesHaveTheirText(t *testing.T) {
	tree := mustParse(t, TypeScript, "\nlet x: import( \"m\" ).A<B>[]; export type * from 'n'")
	want := map[Kind]string{KindCallExpression: `import( "m" )`, KindImport: "import", KindArguments: `( "m" )`, KindTokenType: "type"}
	for i, n := range tree.Nodes {
		if text, ok := want[n.Kind]; ok {
			if string(tree.NodeText(i)) != text || n.Row != 1 {
				t.Errorf("%s is %q in row %d, want %q in row 1", n.Kind, tree.NodeText(i), n.Row, text)
			}
			delete(want, n.Kind)
		}
		if value, ok := tree.StringValue(i); ok && value != "m" && value != "n" {
			t.Errorf("a string has the value %q", value)
		}
	}
	if len(want) > 0 {
		t.Errorf("no nodes of the kinds %v", want)
	}
}

// What an author may write to make the second pass hide a call. Where it is code, it must stay one, or the
// file must not be called understood.
func TestNoCallIsHidden(t *testing.T) {
	const dirty = "\nexport type * from 'gap'\n" // makes the second pass run
	for _, c := range []struct {
		text string
		want string
	}{
		{"exec\n('rm')", "exec"},
		{"f({ a: exec\n('rm') })", "exec"},
		{"a: { exec\n <T>('rm') }", "exec"},
		{"const f = () => { exec\n <T>('rm') }", "exec"},
		{"x = { exec\n('rm') {} }\ny = exec\n<T>('rm')", "exec<T>"},
		{"const x = y ? z : { a() { exec\n('rm') } }", "exec"},
		{"import('m').A", "import"},
		{"x = import('m').A < import('n').B > c", "import"},
		{"let y = z as any, x = import('m')[0]", "import"},
		{"const f = () => import('m').A", "import"},
		{"`\\u0041${exec('rm')}`", "exec"},
		{"x = `\\`${exec('rm')}\\``", "exec"},
		{"f<<T>(x), exec('rm')", "exec"},
		{"const f = ({ a: exec }: X) => exec('rm')", "exec"},
		{"class A { static [exec('rm')]: number }", "exec"},
		{"class A { static [k = exec('rm')]: number }", "exec"},
		{"x = a & exec('rm')", "exec"},
		{"class A { #x = this.\n#y\n [exec('rm')] }", "exec"},
		{"type A = { b: string }; (exec)('rm')", "(exec)"},
		{"using\n(exec('rm'))", "exec"},
		{"accessor\nexec('rm')", "exec"},
		{"a < in\nexec('rm')", "exec"},
		{"// import('x') \\u\n'import(\"y\").Z<'; exec('rm')", "exec"},
	} {
		tree := mustParse(t, TypeScript, c.text+dirty)
		checkTree(t, tree)
		if tree.Complete && !slices.Contains(calls(tree), c.want) {
			t.Errorf("the call of %s is hidden: %s\n%s", c.want, c.text, outline(tree))
		}
	}
}

func TestBindingsOfCodeStay(t *testing.T) {
	tree := mustParse(t, TypeScript, "export type * from 'gap'; x ? y : ({ a: b }: X) => b()")
	if i := find(t, tree, KindPairPattern); string(tree.NodeText(i)) != "a: b" || !tree.Complete {
		t.Errorf("Complete %v, the pattern is %q", tree.Complete, tree.NodeText(i))
	}
}

func TestBrokenCodeStaysIncomplete(t *testing.T) {
	for _, c := range []struct {
		lang Language
		text string
	}{
		{JavaScript, "f("},
		{JavaScript, "const = 1"},
		{JavaScript, "x = `\\u00`"},
		{JavaScript, "x = & y"},
		{JavaScript, "&"},
		{JavaScript, "let x: string = 1"},
		{TypeScript, "class A<out> extends B<out C> {"},
		{TypeScript, "let x: B<out C>"},
		{TypeScript, "declare const out X: number"},
		{TypeScript, "let x: import('m')Y"},
		{TypeScript, "let x: import('m'\").Y<Z>"},
		{TypeScript, "interface A { b: c }\nf(\n(a: b): c"},
		{TypeScript, "const x = <div/>"},
		{TSX, "const x = <a>tom & jerry</b"},
	} {
		tree := mustParse(t, c.lang, c.text)
		if tree.Complete {
			t.Errorf("%s is called understood\n%s", c.text, outline(tree))
		}
	}
}
