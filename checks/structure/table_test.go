package structure

import (
	"fmt"
	"strings"
	"testing"

	"sentinel/internal/syntax"
)

// spelling writes a member of a row as code: m for the module, and then what follows it.
func spelling(module, member string) string {
	if module == "" {
		return member
	}
	code := fmt.Sprintf("require(%q)", module)
	for part := range strings.SplitSeq(member, ".") {
		name, called := strings.CutSuffix(part, "()")
		if name != "default" {
			code += "." + name
		}
		if called {
			code += "()"
		}
	}
	return code
}

// TestEveryRowOfTheTableIsFound catches rows that hide each other and members that cannot be reached.
func TestEveryRowOfTheTableIsFound(t *testing.T) {
	catalog := newCatalog()
	rows := dangerous
	for _, f := range fsFunctions {
		rows = append(rows, row{does: f.does, modules: fsModules, members: f.names, when: f.when})
	}
	for _, r := range rows {
		modules := strings.Fields(r.modules)
		if r.modules == "" {
			modules = []string{""}
		}
		for _, module := range modules {
			for member := range strings.FieldsSeq(r.members) {
				if r.when == always {
					expectCall(t, catalog, r.does, spelling(module, member)+"(x)")
				}
			}
		}
	}
}

func expectCall(t *testing.T, c *catalog, does operation, code string) {
	t.Helper()
	tree, err := syntax.Parse(syntax.JavaScript, []byte(code))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range analyse(c, tree).sortedSignals() {
		if s.does == does {
			return
		}
		got = append(got, s.message)
	}
	t.Errorf("%s is not found as operation %d, got %v", code, does, got)
}
