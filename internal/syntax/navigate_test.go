//go:build cgo

package syntax

import (
	"slices"
	"testing"
)

func find(t *testing.T, tree *Tree, k Kind) int {
	t.Helper()
	i := slices.IndexFunc(tree.Nodes, func(n Node) bool { return n.Kind == k })
	if i < 0 {
		t.Fatalf("no %s in %s", k, outline(tree))
	}
	return i
}

func TestNavigation(t *testing.T) {
	tree := mustParse(t, JavaScript, "f(/* a */ b, c)")
	call := find(t, tree, KindCallExpression)
	function, arguments := tree.Child(call, FieldFunction), tree.Child(call, FieldArguments)
	if string(tree.NodeText(function)) != "f" || string(tree.NodeText(arguments)) != "(/* a */ b, c)" {
		t.Errorf("the call's parts are nodes %d and %d of %s", function, arguments, outline(tree))
	}
	if tree.Child(call, FieldBody) != -1 || tree.ChildOfKind(arguments, KindString) != -1 || tree.FirstChild(function) != -1 {
		t.Error("a child that is not there is found")
	}
	if first := tree.FirstChild(arguments); string(tree.NodeText(first)) != "b" {
		t.Errorf("the first argument is %q", tree.NodeText(first))
	}
	var texts []string
	for c := range tree.Children(arguments) {
		texts = append(texts, string(tree.NodeText(c)))
	}
	if want := []string{"/* a */", "b", "c"}; !slices.Equal(texts, want) {
		t.Errorf("the arguments' children are %q, want %q", texts, want)
	}
	for range tree.Children(arguments) {
		break // stopping early must not go on
	}
	if parents := tree.Parents(); parents[function] != int32(call) || parents[arguments] != int32(call) || parents[0] != -1 {
		t.Errorf("parents %v", parents)
	}
}

func TestNavigationAllocatesNothing(t *testing.T) {
	tree := mustParse(t, JavaScript, "f(a, b, c)")
	call := find(t, tree, KindCallExpression)
	if n := testing.AllocsPerRun(100, func() {
		for c := range tree.Children(tree.Child(call, FieldArguments)) {
			if string(tree.NodeText(c)) == "z" {
				t.Error("no z there")
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestStringValue(t *testing.T) {
	for _, c := range []struct {
		literal, value string
		ok             bool
	}{
		{`''`, "", true},
		{`'a"b'`, `a"b`, true},
		{`"node:fs"`, "node:fs", true},
		{`"\x66\u0073\u{2f}\163\0"`, "fs/s\x00", true},
		{`'\b\f\n\r\t\v\'\"\\\q'`, "\b\f\n\r\t\v'\"\\q", true},
		{`'\ud83d\ude00\ud83d!'`, "😀\ufffd!", true},
		{"'a\\\nb\\\r\nc'", "abc", true},
		{"'é\\é'", "éé", true},
		{`'\u{110000}'`, "", false},
		{"``", "", true},
		{"`a'b`", "a'b", true},
		{"`a\r\nb\\n`", "a\nb\n", true},
		{"`a${b}`", "", false},
		{"1", "", false},
	} {
		tree := mustParse(t, JavaScript, "x = "+c.literal)
		value, ok := tree.StringValue(tree.Child(find(t, tree, KindAssignmentExpression), FieldRight))
		if value != c.value || ok != c.ok {
			t.Errorf("%s: %q, %v, want %q, %v", c.literal, value, ok, c.value, c.ok)
		}
	}
}

func TestStringValueOfJSX(t *testing.T) {
	for text, want := range map[string]string{`<a b='c\n' />`: `c\n`, `<a b="c&amp;d" />`: ""} {
		tree := mustParse(t, TSX, text)
		if value, ok := tree.StringValue(find(t, tree, KindString)); value != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", text, value, ok)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for path, want := range map[string]Language{
		"a.js": JavaScript, "b/c.mjs": JavaScript, "a.cjs": JavaScript, "a.jsx": JavaScript, "A.JS": JavaScript,
		"a.ts": TypeScript, "a.d.ts": TypeScript, "a.mts": TypeScript, "a.cts": TypeScript, "a.test.tsx": TSX,
		"a.json": "", "js": "", "a.js/b": "", "": "", "a.": "", ".js": JavaScript,
	} {
		if got, ok := LanguageOf(path); got != want || ok != (want != "") {
			t.Errorf("LanguageOf(%q) = %q, %v, want %q", path, got, ok, want)
		}
	}
}

func TestNameText(t *testing.T) {
	for text, want := range map[string]string{
		`eval`: "eval", `ev\u0061l`: "eval", `\u{65}v\u{000061}l`: "eval", `\ud842\udfb7`: "𠮷", `é`: "é",
		`ev\u00`: `ev\u00`, `\u{}`: `\u{}`, `\u{110000}`: `\u{110000}`, `a\`: `a\`, `\u{`: `\u{`,
	} {
		tree := &Tree{Text: []byte(text), Nodes: []Node{{Kind: KindIdentifier, End: uint32(len(text)), Next: 1}}}
		if got := string(tree.NameText(0)); got != want {
			t.Errorf("%s is the name %q, want %q", text, got, want)
		}
	}
}
