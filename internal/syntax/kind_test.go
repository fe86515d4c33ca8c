//go:build cgo

package syntax

import (
	"strings"
	"testing"
)

// kindExamples are texts and nodes that are in them, each as its kind and its text.
var kindExamples = []struct {
	lang  Language
	text  string
	nodes []string
}{
	{JavaScript, "#!/usr/bin/env node\n", []string{"hash_bang_line #!/usr/bin/env node"}},
	{JavaScript, "import a, { b as c } from 'm'", []string{
		"program import a, { b as c } from 'm'", "import_statement import a, { b as c } from 'm'", "import_clause a, { b as c }",
		"named_imports { b as c }", "import_specifier b as c", "identifier a", "string 'm'", "string_fragment m",
	}},
	{JavaScript, "import * as a from 'm' with { type: 'json' }", []string{
		`namespace_import * as a`, `"*" *`, "import_attribute with { type: 'json' }", "object { type: 'json' }",
	}},
	{JavaScript, "export * as ns from 'm'", []string{"export_statement export * as ns from 'm'", "namespace_export * as ns"}},
	{JavaScript, "export { a as default }", []string{"export_clause { a as default }", "export_specifier a as default"}},
	{JavaScript, "export default import('m')", []string{`"default" default`, "call_expression import('m')", "import import", "arguments ('m')"}},
	{JavaScript, "import.meta.url; new.target", []string{"member_expression import.meta.url", "property_identifier url", "meta_property new.target"}},
	{TypeScript, "import fs = require('fs')", []string{"import_require_clause fs = require('fs')"}},
	{TypeScript, "import a = b.c", []string{"import_alias import a = b.c", "nested_identifier b.c"}},
	{TypeScript, "import type { A } from 'm'", []string{`"type" type`}},

	{JavaScript, "if (a) { b } else c", []string{"if_statement if (a) { b } else c", "parenthesized_expression (a)", "statement_block { b }", "expression_statement b", "else_clause else c"}},
	{JavaScript, "a: while (b) { break a; continue }", []string{
		"labeled_statement a: while (b) { break a; continue }", "statement_identifier a", "while_statement while (b) { break a; continue }",
		"break_statement break a;", "continue_statement continue",
	}},
	{JavaScript, "var a; let b; const c = d", []string{
		"variable_declaration var a;", `"var" var`, "lexical_declaration let b;", `"let" let`, "lexical_declaration const c = d", `"const" const`, "variable_declarator c = d",
	}},
	{JavaScript, "switch (a) { case 1: b; default: c }", []string{
		"switch_statement switch (a) { case 1: b; default: c }", "switch_body { case 1: b; default: c }", "switch_case case 1: b;", "switch_default default: c", "number 1",
	}},
	{JavaScript, "for (let i = 0; i < 1; i++) {}", []string{"for_statement for (let i = 0; i < 1; i++) {}", "binary_expression i < 1", "operator <", "update_expression i++", "operator ++"}},
	{JavaScript, "for (const a of b) c", []string{"for_in_statement for (const a of b) c", `"of" of`}},
	{JavaScript, "for (const a in b) c", []string{`"in" in`}},
	{JavaScript, "do a; while (b)", []string{"do_statement do a; while (b)"}},
	{JavaScript, "try {} catch (e) {} finally {}", []string{"try_statement try {} catch (e) {} finally {}", "catch_clause catch (e) {}", "finally_clause finally {}"}},
	{JavaScript, "with (a) b", []string{"with_statement with (a) b"}},
	{JavaScript, "() => { debugger; throw a; return b }", []string{"debugger_statement debugger;", "throw_statement throw a;", "return_statement return b"}},

	{JavaScript, "async function a(b) {} ", []string{"function_declaration async function a(b) {}", `"async" async`, "formal_parameters (b)"}},
	{JavaScript, "function* a() { yield b }", []string{"generator_function_declaration function* a() { yield b }", "yield_expression yield b"}},
	{JavaScript, "x = function () {}, y = function* () {}", []string{"function_expression function () {}", "generator_function function* () {}", "sequence_expression x = function () {}, y = function* () {}"}},
	{JavaScript, "class A extends B { static #c = d; get e() {} set f(g) {} static { h } }", []string{
		"class_declaration class A extends B { static #c = d; get e() {} set f(g) {} static { h } }", "class_heritage extends B",
		"class_body { static #c = d; get e() {} set f(g) {} static { h } }", "field_definition static #c = d", `"static" static`,
		"private_property_identifier #c", "method_definition get e() {}", `"get" get`, `"set" set`, "class_static_block static { h }",
	}},
	{TypeScript, "class A extends B<C> { d = e }", []string{"extends_clause extends B<C>", "field_definition d = e"}},
	{JavaScript, "x = class {}", []string{"class class {}"}},
	{JavaScript, "@a() class B {}", []string{"decorator @a()"}},
	{TypeScript, "abstract class A { abstract b(): void }", []string{"abstract_class_declaration abstract class A { abstract b(): void }", "abstract_method_signature abstract b(): void"}},
	{TypeScript, "function a(b: string, c?: d) {}", []string{"required_parameter b: string", "optional_parameter c?: d"}},

	{JavaScript, "a?.b[0](...c)", []string{"optional_chain ?.", "subscript_expression a?.b[0]", "spread_element ...c"}},
	{JavaScript, "new A(this, super.b)", []string{"new_expression new A(this, super.b)", "this this", "super super"}},
	{JavaScript, "a + b || c && d ?? e", []string{`"+" +`, `"||" ||`, `"&&" &&`, `"??" ??`}},
	{JavaScript, "a = b; a += b; a ||= b; a &&= b; a ??= b", []string{
		"assignment_expression a = b", "augmented_assignment_expression a += b", `"+=" +=`, `"||=" ||=`, `"&&=" &&=`, `"??=" ??=`,
	}},
	{JavaScript, "typeof a, void b, delete c.d", []string{"unary_expression typeof a", `"typeof" typeof`, `"void" void`, `"delete" delete`}},
	{JavaScript, "a ? b : c", []string{"ternary_expression a ? b : c"}},
	{JavaScript, "async a => await b", []string{"arrow_function async a => await b", "await_expression await b"}},
	{TypeScript, "a as B; c satisfies D; e!; <F>g; h<I>", []string{
		"as_expression a as B", "satisfies_expression c satisfies D", "non_null_expression e!", "type_assertion <F>g", "instantiation_expression h<I>",
	}},
	{JavaScript, "x = { a: b, [c]: d, e, ...f }", []string{"pair a: b", "computed_property_name [c]", "shorthand_property_identifier e", "spread_element ...f"}},
	{JavaScript, "x = [a, /b/g, 1, true, false, null, undefined]", []string{"array [a, /b/g, 1, true, false, null, undefined]", "regex /b/g", "true true", "false false", "null null", "undefined undefined"}},
	{JavaScript, "const { a, b: c, d = 1, ...e } = f, [g = 2] = h", []string{
		"object_pattern { a, b: c, d = 1, ...e }", "shorthand_property_identifier_pattern a", "pair_pattern b: c", "object_assignment_pattern d = 1",
		"rest_pattern ...e", "array_pattern [g = 2]", "assignment_pattern g = 2",
	}},
	{JavaScript, "`a${b}\\n`", []string{"template_string `a${b}\\n`", "template_substitution ${b}", "escape_sequence \\n"}},
	{TypeScript, "using x = y", []string{`"using" using`}},

	{TSX, "x = <A.B c={d} e='f&amp;'>g{h}<i /></A.B>", []string{
		"jsx_element <A.B c={d} e='f&amp;'>g{h}<i /></A.B>", "jsx_opening_element <A.B c={d} e='f&amp;'>", "jsx_closing_element </A.B>",
		"jsx_attribute c={d}", "jsx_expression {d}", "html_character_reference &amp;", "jsx_text g", "jsx_self_closing_element <i />",
	}},
	{JavaScript, "x = <a:b />", []string{"jsx_namespace_name a:b"}},

	{TypeScript, "enum A { b = 1 }", []string{"enum_declaration enum A { b = 1 }", "enum_body { b = 1 }", "enum_assignment b = 1"}},
	{TypeScript, "namespace A {} module B {} declare module 'm' {}", []string{"internal_module namespace A {}", "module module B {}", "ambient_declaration declare module 'm' {}"}},

	{TypeScript, "interface A<B> extends C { d: E; f(): G; [h: string]: I }", []string{
		"interface_declaration interface A<B> extends C { d: E; f(): G; [h: string]: I }", "type_parameters <B>", "extends_type_clause extends C",
		"method_signature f(): G", "index_signature [h: string]: I",
	}},
	{TypeScript, "type A = B.C<D>; type E = typeof f; type G = keyof H; type I = 1", []string{
		"type_alias_declaration type A = B.C<D>;", "nested_type_identifier B.C", "type_identifier D", "generic_type B.C<D>", "type_arguments <D>",
		"type_query typeof f", "index_type_query keyof H", "literal_type 1",
	}},
	{TypeScript, "function a(b): b is string\nfunction c(d): asserts d {}\n", []string{
		"function_signature function a(b): b is string", "type_predicate_annotation : b is string", "type_predicate b is string", "predefined_type string", "asserts_annotation : asserts d",
	}},
	{TypeScript, "class A implements B { c: D }", []string{"implements_clause implements B", "type_annotation : D"}},
	{TypeScript, "type A = [b[], c?, ...d] | (E & { f })", []string{
		"tuple_type [b[], c?, ...d]", "array_type b[]", "optional_type c?", "rest_type ...d", "union_type [b[], c?, ...d] | (E & { f })",
		"parenthesized_type (E & { f })", "intersection_type E & { f }", "object_type { f }",
	}},
	{TypeScript, "type A = (a) => b; type C = new () => d; type E = F extends infer G ? this : H[I]", []string{
		"function_type (a) => b", "constructor_type new () => d", "conditional_type F extends infer G ? this : H[I]", "infer_type infer G", "this_type this", "lookup_type H[I]",
	}},
	{TypeScript, "type A = readonly b[] | `c${d}` | *; let x: ?y", []string{"readonly_type readonly b[] | `c${d}` | *", "template_literal_type `c${d}`", "existential_type *", "flow_maybe_type ?y"}},
	{JavaScript, "a // b\n/* c */", []string{"comment // b", "comment /* c */"}},
	{JavaScript, "<!-- a\n", []string{"html_comment <!-- a"}},
	{JavaScript, "f(1])", []string{"ERROR ]"}},
	{JavaScript, "if (a { b }", []string{"MISSING "}},
}

func TestKinds(t *testing.T) {
	seen := map[Kind]bool{}
	for _, example := range kindExamples {
		tree := mustParse(t, example.lang, example.text)
		checkTree(t, tree)
		have := map[string]bool{}
		for i, n := range tree.Nodes {
			have[n.Kind.String()+" "+string(tree.NodeText(i))] = true
			seen[n.Kind] = true
		}
		for _, want := range example.nodes {
			if !have[want] {
				t.Errorf("%s: %q has no node %q\n%s", example.lang, example.text, want, outline(tree))
			}
		}
	}
	for k := KindError; k < kindCount; k++ {
		if !seen[k] {
			t.Errorf("no example has a node of the kind %s", k)
		}
	}
}

func TestFieldsAreTheSameInEachGrammar(t *testing.T) {
	const text = "const a = f(b + c, d.e, g[h]), { i: j } = new K(l = m); k: for (const n of o) p => q"
	want := outline(mustParse(t, JavaScript, text))
	for _, lang := range []Language{TypeScript, TSX} {
		if got := outline(mustParse(t, lang, text)); got != want {
			t.Errorf("%s\n got %s\nwant %s", lang, got, want)
		}
	}
	for _, part := range []string{
		"name:(identifier) value:(call_expression function:(identifier) arguments:(arguments",
		`left:(identifier) operator:("+") right:(identifier)`, "object:(identifier) property:(property_identifier)",
		"object:(identifier) index:(identifier)", "key:(property_identifier) value:(identifier)", "constructor:(identifier)",
		"label:(statement_identifier)", "parameter:(identifier) body:(identifier)", `kind:("const") left:(identifier)`,
	} {
		if !strings.Contains(want, part) {
			t.Errorf("no %s in %s", part, want)
		}
	}
}
