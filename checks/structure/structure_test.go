package structure_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sentinel/checks/checktest"
	"sentinel/checks/structure"
	"sentinel/internal/change"
)

func TestExamples(t *testing.T) { checktest.Run(t, structure.Check()) }

func TestTheExtensionSelectsTheLanguage(t *testing.T) {
	languages := map[string]string{
		".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
		".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".d.ts": "typescript", ".tsx": "tsx",
	}
	check := structure.Check()
	for extension, want := range languages {
		o := checktest.File(t, check, "src/a"+extension, []byte("eval(text);\n"))
		var document struct{ Language string }
		if err := json.Unmarshal(o.Document, &document); err != nil {
			t.Fatal(err)
		}
		if document.Language != want || len(o.Findings) != 1 {
			t.Errorf("%s: language %q and %d findings, want %q and one", extension, document.Language, len(o.Findings), want)
		}
	}
	for _, path := range []string{"a.py", "a.json", "js", "a.js.txt", "a", "src.js/README"} {
		if check.Match(change.File{Path: path}) {
			t.Errorf("%s is matched, and has no grammar", path)
		}
	}
}

func TestLongListsAreCutAndCounted(t *testing.T) {
	var b strings.Builder
	for i := range 130 {
		fmt.Fprintf(&b, "import \"m%d\"; eval(%d);\n", i, i)
	}
	o := checktest.File(t, structure.Check(), "a.js", []byte(b.String()))
	var document struct {
		Forbidden []any
		Facts     struct {
			Imports     []struct{ Module string }
			DynamicCode []struct{ Lines []int }
		}
		Omitted map[string]int
		Summary struct{ Operations int }
	}
	if err := json.Unmarshal(o.Document, &document); err != nil {
		t.Fatal(err)
	}
	imports, lines := document.Facts.Imports, document.Facts.DynamicCode[0].Lines
	if len(imports) != 100 || imports[0].Module != "m0" || len(lines) != 100 || len(document.Forbidden) != 100 {
		t.Errorf("%d imports, %d lines, %d forbidden, want the first 100 of each", len(imports), len(lines), len(document.Forbidden))
	}
	if got := fmt.Sprint(document.Omitted); got != "map[dynamicCode:30 forbidden:30 imports:30]" {
		t.Errorf("omitted = %s", got)
	}
	if len(o.Findings) != 130 || document.Summary.Operations != 130 {
		t.Errorf("%d findings and %d operations, want all 130", len(o.Findings), document.Summary.Operations)
	}
}
