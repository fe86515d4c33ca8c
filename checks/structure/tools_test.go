package structure_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

const dangerous = "import { exec } from \"node:child_process\";\n\nexec(\"echo hello\");\n"

func TestCodeOfTheSpecificationsExampleIsCritical(t *testing.T) {
	code, text := answered[fileMap](t, "", "analyze_code", checks.Values{
		"target": "src/danger.ts", "language": "typescript", "code": dangerous,
	})
	if code.World.Risk != "critical" || code.Language != "typescript" || code.Mission.Target != "src/danger.ts" {
		t.Errorf("answer = %+v", code)
	}
	if len(code.Forbidden) != 1 || code.Forbidden[0].Line != 3 || !slices.Equal(code.Constraints, []string{"do not execute"}) {
		t.Errorf("forbidden = %+v, constraints = %q", code.Forbidden, code.Constraints)
	}
	if !strings.HasPrefix(text, "src/danger.ts: typescript, 3 lines, understood whole\nrisk: critical\ncritical: child_process.exec at 3:1") {
		t.Errorf("text = %s", text)
	}
}

// The language is the one that is asked for, else that of the target, else JavaScript.
func TestCodeIsInTheLanguageThatIsAskedFor(t *testing.T) {
	const typed, jsx = "let n: number = 1;\n", "const a = <b>{c}</b>;\n"
	for _, test := range []struct{ code, target, language, want, status string }{
		{typed, "a.ts", "", "typescript", "complete"},
		{typed, "", "", "javascript", "incomplete"},
		{typed, "", "typescript", "typescript", "complete"},
		{typed, "a.js", "typescript", "typescript", "complete"},
		{typed, "a.ts", "javascript", "javascript", "incomplete"},
		{typed, "notes.txt", "", "javascript", "incomplete"},
		{jsx, "a.ts", "", "typescript", "incomplete"},
		{jsx, "a.ts", "tsx", "tsx", "complete"},
		{jsx, "a.tsx", "", "tsx", "complete"},
		{"", "../../etc/passwd", "tsx", "tsx", "complete"},
	} {
		v := checks.Values{"code": test.code, "target": test.target}
		if test.language != "" {
			v["language"] = test.language
		}
		got, _ := answered[fileMap](t, "", "analyze_code", v)
		if got.Language != test.want || got.AnalysisStatus != test.status {
			t.Errorf("target %q, language %q: %s, %s, want %s, %s",
				test.target, test.language, got.Language, got.AnalysisStatus, test.want, test.status)
		}
		if test.target != "" && got.Mission.Target != test.target {
			t.Errorf("target %q, language %q: mission %q", test.target, test.language, got.Mission.Target)
		}
	}
}

func TestWhatAFileToolRefuses(t *testing.T) {
	root := folder(t, map[string]string{
		"a.py": "import os\n", "README": "", "in/b.ts": "", "most.js": strings.Repeat(" ", syntax.MaxBytes),
		"over.js": strings.Repeat(" ", syntax.MaxBytes+1),
		"lfs.js":  "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("0", 64) + "\nsize 1\n",
	})
	if err := os.Symlink("in/b.ts", filepath.Join(root, "link.ts")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for path, want := range map[string]finding.DiagnosticCode{
		"a.py": finding.ErrorUnsupported, "README": finding.ErrorUnsupported, "in": finding.ErrorNotAFile,
		"nowhere.ts": finding.ErrorNotFound, "over.js": finding.ErrorTooLarge, "lfs.js": finding.ErrorNotAFile,
		"link.ts": finding.ErrorNotAFile, "../a.ts": finding.ErrorOutsideRoot, "most.js": "",
	} {
		_, _, err := ask(t, root, "analyze_file", checks.Values{"path": path})
		if got := codeOf(err); got != want || want == "" && err != nil {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error has several lines: %q", path, err)
		}
	}
	_, _, err := ask(t, root, "analyze_directory", checks.Values{"path": "in/b.ts"})
	if codeOf(err) != finding.ErrorNotAFolder {
		t.Errorf("a file as a folder: %v", err)
	}
	_, _, err = ask(t, root, "analyze_code", checks.Values{"code": strings.Repeat(" ", syntax.MaxBytes+1)})
	if codeOf(err) != finding.ErrorTooLarge {
		t.Errorf("too much code: %v", err)
	}
	for _, cursor := range []string{"x", "bG93", "!", "Y3JhenkgYQ"} {
		if _, _, err := ask(t, root, "analyze_directory", checks.Values{"cursor": cursor}); codeOf(err) != finding.ErrorCursor {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

// A file gives the same document whichever way it is asked for, and the one that a report has.
func TestToolsSayWhatTheReportSays(t *testing.T) {
	root := folder(t, map[string]string{"src/a.ts": dangerous, "b.js": "let x = (\n"})
	request, err := tool(t, "analyze_directory").Ask(checks.Values{})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := run(request, root)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range whole.Documents {
		got, _, err := ask(t, root, "analyze_directory", checks.Values{})
		if d.Path != "" {
			got, _, err = ask(t, root, "analyze_file", checks.Values{"path": d.Path})
		}
		if err != nil || string(got) != string(d.Data) {
			t.Errorf("%q: %v\n%s\nwant\n%s", d.Path, err, got, d.Data)
		}
		if d.Path == "src/a.ts" {
			code, _, err := ask(t, root, "analyze_code", checks.Values{"target": d.Path, "code": dangerous})
			if err != nil || string(code) != string(d.Data) {
				t.Errorf("code: %v\n%s\nwant\n%s", err, code, d.Data)
			}
		}
	}
}

// No comment, body or other string of a file is in an answer; names are.
func TestAnswersCopyNamesAndNoText(t *testing.T) {
	source := `// CANARY-comment
import { exec } from "m-CANARY-module-ok";
import cp from "child_process";
app.get("/route-ok", () => "CANARY-body");
export function exported_ok() { return process.env.VARIABLE_OK + "CANARY-string" + ` + "`CANARY-template`" + `; }
cp.exec("CANARY-command");
`
	root := folder(t, map[string]string{"a.js": source})
	file, fileText, err := ask(t, root, "analyze_file", checks.Values{"path": "a.js"})
	if err != nil {
		t.Fatal(err)
	}
	all, allText, err := ask(t, root, "analyze_directory", checks.Values{})
	if err != nil {
		t.Fatal(err)
	}
	answers := string(file) + fileText + string(all) + allText
	if n := strings.Count(answers, "CANARY"); n != strings.Count(answers, "m-CANARY-module-ok") {
		t.Errorf("text of the file is in an answer:\n%s", answers)
	}
	for _, name := range []string{"m-CANARY-module-ok", "/route-ok", "exported_ok", "VARIABLE_OK"} {
		if !strings.Contains(string(file), name) || !strings.Contains(fileText, name) {
			t.Errorf("%s is not in the answer:\n%s\n%s", name, file, fileText)
		}
	}
}

func TestTextIsShortWhateverIsInAFile(t *testing.T) {
	var b strings.Builder
	for range 400 {
		b.WriteString("require('child_process').exec(x); app.get('/" + strings.Repeat("r", 300) + "', f);\n")
	}
	files := map[string]string{}
	for i := range 60 {
		files[strings.Repeat("long/", 20)+string(rune('a'+i%26))+strings.Repeat("x", i)+".js"] = b.String()
	}
	root := folder(t, files)
	_, text, err := ask(t, root, "analyze_directory", checks.Values{})
	if n := utf8.RuneCountInString(text); err != nil || n > 1200 || !strings.Contains(text, "more in files") {
		t.Errorf("%d characters, %v: %s", n, err, text)
	}
	_, text, err = ask(t, root, "analyze_code", checks.Values{"code": b.String()})
	if n := utf8.RuneCountInString(text); err != nil || n > 1200 || !strings.Contains(text, "more in forbidden") {
		t.Errorf("%d characters, %v: %s", n, err, text)
	}
}

// What agents pay for in every conversation, whether they use the tools or not.
func TestDefinitionsAreCheap(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, name := range []string{"analyze_code", "analyze_file", "analyze_directory"} {
		d := tool(t, name)
		text := d.Name + d.Title + d.Description + d.Output
		if !json.Valid([]byte(d.Output)) {
			t.Errorf("%s: the output schema is not JSON", name)
		}
		for _, a := range d.Arguments {
			text += `{"type":"","description":"","enum":[]}` + a.Name + a.Description + strings.Join(a.Enum, `","`)
		}
		n, err := codec.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	if total > 850 {
		t.Errorf("the definitions have %d tokens", total)
	}
}
