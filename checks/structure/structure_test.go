package structure_test

import (
	"encoding/json"
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
