package structure_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sentinel/checks"
	"sentinel/checks/structure"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
)

// tool is one of the check's tools.
func tool(t testing.TB, name string) checks.Tool {
	t.Helper()
	for _, tool := range structure.Check().Tools {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return checks.Tool{}
}

// ask calls a tool as the server does, over the folder root.
func ask(t testing.TB, root, name string, v checks.Values) (structured json.RawMessage, text string, err error) {
	t.Helper()
	asked := tool(t, name)
	request, err := asked.Ask(v)
	if err != nil {
		return nil, "", err
	}
	result, err := run(request, root)
	if err != nil {
		return nil, "", err
	}
	answer, text, err := asked.Answer(result, v)
	if err != nil {
		return nil, "", err
	}
	structured, err = json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return structured, text, nil
}

func run(asked checks.Ask, root string) (finding.Result, error) {
	asked.Spec.Root = root
	if asked.Path != "" {
		asked.Spec.Paths = []string{asked.Path}
	}
	request := engine.Request{Dir: root, Scope: asked.Spec, Checks: []string{"structure"}, Documents: true}
	return engine.Run(context.Background(), request, []*checks.Check{structure.Check()})
}

// answered is an answer that has to be there.
func answered[A any](t testing.TB, root, name string, v checks.Values) (answer A, text string) {
	t.Helper()
	structured, text, err := ask(t, root, name, v)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := json.Unmarshal(structured, &answer); err != nil {
		t.Fatal(err)
	}
	return answer, text
}

// codeOf is the code that a refusal has.
func codeOf(err error) finding.DiagnosticCode {
	var f *finding.Failure
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

// write makes files below root, by their paths.
func write(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
}

// folder makes a folder with files.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, root, files)
	return root
}

// fileMap and folderMap are the answers of the tools, as a client reads them.
type fileMap struct {
	AnalysisStatus, Language string
	Mission                  struct{ Target string }
	World                    struct{ Risk, RiskFloor string }
	Constraints              []string
	Forbidden                []struct {
		Code string
		Line int
	}
	Facts map[string][]any
}

type folderMap struct {
	Analyzed                 int
	Truncated                bool
	RiskCounts, StatusCounts map[string]int
	Incomplete               []string
	Skipped                  struct {
		TooLarge, Unreadable, SymlinkPaths []string
		Symlinks                           int
		Other                              []struct{ Path, Reason string }
	}
	Files []struct{ Path, AnalysisStatus, Language, Risk string }
	Total struct {
		Files                    int
		RiskCounts, StatusCounts map[string]int
	}
	Omitted    int
	NextCursor string
}
