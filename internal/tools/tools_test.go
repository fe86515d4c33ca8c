package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sentinel/checks"
	"sentinel/checks/all"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/gittest"
	"sentinel/internal/mcp"
	"sentinel/internal/policy"
)

// fixture is a repository in a folder that is served.
func fixture(t *testing.T) (root string, options Options) {
	t.Helper()
	repo := gittest.New(t)
	repo.Commit("a.ts", "export const a = 1;\n")
	root = repo.Outside
	other := repo.At(filepath.Join(root, "broken"))
	repo.Must(os.Mkdir(other.Dir, 0o777))
	other.Git("init", "-q")
	other.Commit(".sentinel.yaml", "checks: [nothing]\n")
	return root, Options{
		Roots: []string{root}, Checks: all.Checks(), Toolsets: []string{All},
		Today: func() string { return "2026-01-02" },
		Request: engine.Request{
			Policy: policy.Default(), LockDir: t.TempDir(), CacheDir: t.TempDir(),
			Validations: engine.Validations{
				Known:   map[string]policy.Command{"true": {Argv: []string{"true"}, Description: "passes"}, "false": {Argv: []string{"false"}}},
				Exposed: []string{"true", "false"},
			},
		},
	}
}

// serve makes the tools by name.
func serve(t *testing.T, o Options) map[string]mcp.Tool {
	t.Helper()
	list, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]mcp.Tool{}
	for _, tool := range list {
		tools[tool.Name] = tool
	}
	return tools
}

// ask calls a tool the way the server does.
func ask(ctx context.Context, tool mcp.Tool, arguments string, roots ...string) (mcp.Answer, error) {
	return tool.Call(ctx, mcp.Call{
		Arguments: json.RawMessage(arguments),
		Progress:  func(float64, float64, string) {},
		Roots:     func(context.Context) ([]string, error) { return roots, nil },
	})
}

func TestAnnotationsFollowFromTheKindOfCheck(t *testing.T) {
	_, o := fixture(t)
	for name, tool := range serve(t, o) {
		acts := name == "run_validations"
		if tool.ReadOnly == acts || tool.Idempotent == acts || tool.OpenWorld {
			t.Errorf("%s: read-only %t, idempotent %t, open world %t", name, tool.ReadOnly, tool.Idempotent, tool.OpenWorld)
		}
	}
}

// TestACheckBringsItsTools: no other line than the check's own makes an agent able to ask for it.
func TestACheckBringsItsTools(t *testing.T) {
	_, o := fixture(t)
	o.Checks = append(o.Checks, &checks.Check{
		Name: "zeal", Change: func(context.Context, *checks.Change) error { return nil },
		Tools: []checks.Tool{{
			Name: "measure_zeal", Description: "Measure zeal.", Toolsets: []string{"memory"},
			Arguments: []checks.Argument{{Name: "much", Type: checks.ArgumentInteger, Min: 1, Max: 9}},
			Ask: func(checks.Values) (checks.Ask, error) {
				return checks.Ask{Path: "repo", Spec: change.Spec{Kind: finding.ScopeStaged}}, nil
			},
			Answer: func(r finding.Result, v checks.Values) (any, string, error) {
				return map[string]any{"much": v.Number("much", 5), "coverage": len(r.Coverage)}, "zeal", nil
			},
		}},
	})
	o.Toolsets = []string{"memory"}
	tools := serve(t, o)
	if len(tools) != 1 {
		t.Fatalf("the toolset has %d tools", len(tools))
	}
	answer, err := ask(t.Context(), tools["measure_zeal"], `{"much":7}`)
	if err != nil || answer.Text != "zeal" || string(answer.Structured.(json.RawMessage)) != `{"coverage":1,"much":7}` {
		t.Errorf("%v %s %s", err, answer.Text, answer.Structured)
	}
	if want := `{"type":"object","properties":{"much":{"type":"integer","minimum":1,"maximum":9}},"additionalProperties":false}`; string(tools["measure_zeal"].Input) != want {
		t.Errorf("input schema\n got %s\nwant %s", tools["measure_zeal"].Input, want)
	}
}

// TestNoArgumentIsACommand: what runs is chosen among names that the operator listed.
func TestNoArgumentIsACommand(t *testing.T) {
	_, o := fixture(t)
	forbidden := regexp.MustCompile(`(?i)command|argv|args|shell|exec|script|env|cmd|program|binary|cwd`)
	for name, tool := range serve(t, o) {
		var schema object
		if err := json.Unmarshal(tool.Input, &schema); err != nil {
			t.Fatal(err)
		}
		for property := range schema.Properties {
			if forbidden.MatchString(property) {
				t.Errorf("%s has the argument %s", name, property)
			}
		}
		if schema.Additional || schema.Type != "object" {
			t.Errorf("%s takes more than its arguments", name)
		}
	}
}

func TestValidationsAreAnEnumOfWhatIsListed(t *testing.T) {
	_, o := fixture(t)
	var schema object
	if err := json.Unmarshal(serve(t, o)["run_validations"].Input, &schema); err != nil {
		t.Fatal(err)
	}
	list := schema.Properties["validations"]
	if !slices.Equal(list.Items.Enum, []string{"false", "true"}) || list.MinItems != 1 || !slices.Contains(schema.Required, "validations") {
		t.Errorf("validations is %+v of %+v", list, list.Items)
	}
	for _, none := range [][]string{nil, {}} {
		o.Request.Validations.Exposed = none
		if _, there := serve(t, o)["run_validations"]; there {
			t.Errorf("with %#v listed there is still a tool", none)
		}
	}
}

// TestEveryErrorIsFitForAClient: one line with a code, one with a hint; no path that the caller did not send, no place
// in our code.
func TestEveryErrorIsFitForAClient(t *testing.T) {
	root, o := fixture(t)
	if err := os.MkdirAll(filepath.Join(root, "spoiled", ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	fit := regexp.MustCompile(`^E_[A-Z_]+: [^\n]{1,501}(\nHint: [^\n]{1,501})?$`)
	inside := regexp.MustCompile(`\.go:\d|goroutine|panic|0x[0-9a-f]{6}`)
	tools := serve(t, o)
	for _, test := range []struct{ tool, arguments, code string }{
		{"check", `{"dir":"../x"}`, "E_PATH_OUTSIDE_ROOT"},
		{"check", `{"dir":"` + strings.Repeat("x", 5000) + `"}`, "E_NOT_A_REPO"},
		{"check", `{"dir":"\u0000"}`, "E_ARGS"},
		{"check", `{"dir":"nothing"}`, "E_NOT_A_REPO"},
		{"check", `{"dir":"repo/a.ts"}`, "E_NOT_A_REPO"},
		{"check", `{"dir":"."}`, "E_NOT_A_REPO"},
		{"check", `{"dir":"spoiled"}`, "E_NOT_A_REPO"},
		{"check", `{"dir":"broken"}`, "E_CONFIG_INVALID"},
		{"check", `{"dir":"repo","scope":"base"}`, "E_ARGS"},
		{"check", `{"dir":"repo","scope":"range"}`, "E_ARGS"},
		{"check", `{"dir":"repo","scope":"range","range":"main"}`, "E_ARGS"},
		{"check", `{"dir":"repo","scope":"staged","base":"main"}`, "E_ARGS"},
		{"check", `{"dir":"repo","base":"nothing"}`, "E_BASE_REF_UNKNOWN"},
		{"check", `{"dir":"repo","base":"--output=x"}`, "E_BASE_REF_UNKNOWN"},
		{"check", `{"dir":"repo","range":"a\u001b[31m..b\u202e"}`, "E_BASE_REF_UNKNOWN"},
		{"check", `{"dir":"repo","paths":["../other"]}`, "E_ARGS"},
		{"check", `{"dir":"repo","cursor":"12-0123456789abcdef"}`, "E_CURSOR"},
		{"check", `{"scope":"files","paths":["nothing.ts"]}`, ""},
		{"check", `[]`, "E_ARGS"},
		{"check", `{"paths":"x"}`, "E_ARGS"},
		{"check_text", `{"path":"../x.ts","text":""}`, "E_PATH_OUTSIDE_ROOT"},
		{"check_text", `{"path":"repo/","text":""}`, "E_ARGS"},
		{"check_text", `{"path":"repo","text":""}`, "E_ARGS"},
		{"explain", `{"topic":"nothing\u0007"}`, "E_ARGS"},
		{"inspect_repository", `{"repo_path":"nothing"}`, "E_NOT_A_REPO"},
		{"inspect_repository", `{"repo_path":"repo","base_ref":"nothing"}`, "E_BASE_REF_UNKNOWN"},
		{"inspect_repository", `{"repo_path":"repo","base_ref":"main","scopes":["staged"]}`, "E_ARGS"},
		{"run_validations", `{"repo_path":"..","validations":["true"]}`, "E_PATH_OUTSIDE_ROOT"},
		{"analyze_file", `{"path":"nothing.ts"}`, ""},
		{"analyze_file", `{"path":"repo"}`, ""},
		{"analyze_file", `{"path":"../x.ts"}`, "E_PATH_OUTSIDE_ROOT"},
		{"analyze_directory", `{"path":"repo/a.ts"}`, ""},
		{"analyze_directory", `{"cursor":"nonsense"}`, ""},
	} {
		answer, err := ask(t.Context(), tools[test.tool], test.arguments)
		told := (*mcp.ToolError)(nil)
		if !errors.As(err, &told) {
			t.Errorf("%s %.80s: %v, %+v", test.tool, test.arguments, err, answer)
			continue
		}
		text := told.Error()
		if !fit.MatchString(text) || inside.MatchString(text) || strings.Contains(text, root) || strings.Contains(text, "/") && !strings.Contains(test.arguments, "/") && strings.Contains(text, " /") {
			t.Errorf("%s %.80s is told:\n%s", test.tool, test.arguments, text)
		}
		if test.code != "" && told.Code != test.code || told.Code == "E_INTERNAL" {
			t.Errorf("%s %.80s: %s, want %s", test.tool, test.arguments, text, test.code)
		}
		if review, ok := told.Structured.(finding.Review); strings.HasPrefix(test.tool, "inspect") || test.tool == "run_validations" {
			if !ok || review.OK || len(review.Diagnostics) != 1 || review.Diagnostics[0].Severity != finding.SeverityFatal || review.Diagnostics[0].Code != finding.DiagnosticCode(test.code) {
				t.Errorf("%s %s: the review is %+v", test.tool, test.arguments, told.Structured)
			}
		}
	}
}

// TestBadNewsIsNoError: a tool failed only if it could not work.
func TestBadNewsIsNoError(t *testing.T) {
	root, o := fixture(t)
	tools := serve(t, o)
	if err := os.WriteFile(filepath.Join(root, "repo", "bad.ts"), []byte(`import {exec} from "node:child_process"; exec("x");`), 0o666); err != nil {
		t.Fatal(err)
	}
	answer, err := ask(t.Context(), tools["check"], `{"dir":"repo"}`)
	if err != nil || answer.IsError || !strings.Contains(string(answer.Structured.(json.RawMessage)), `"outcome":"blocked"`) {
		t.Errorf("findings that block: %v, isError %t, %s", err, answer.IsError, answer.Structured)
	}
	answer, err = ask(t.Context(), tools["run_validations"], `{"repo_path":"repo","validations":["true","false"]}`)
	if err != nil || answer.IsError || !strings.Contains(string(answer.Structured.(json.RawMessage)), `"ok":false`) ||
		!strings.HasPrefix(answer.Text, "Review FAILED: ") || strings.Count(answer.Text, "\n") > 3 {
		t.Errorf("a validation that fails: %v, isError %t, %s", err, answer.IsError, answer.Text)
	}
}

// TestLookingWritesNothing: neither content nor times of anything in the repository change, the index's included.
func TestLookingWritesNothing(t *testing.T) {
	root, o := fixture(t)
	tools := serve(t, o)
	before := times(t, root)
	for _, call := range [][2]string{
		{"check", `{"dir":"repo"}`}, {"check", `{"dir":"repo","scope":"all","detail":"full"}`}, {"check", `{"scope":"files"}`},
		{"check_text", `{"path":"repo/a.ts","text":"eval(x)"}`}, {"check_text", `{"path":"repo/new/b.ts","text":"eval(x)"}`},
		{"inspect_repository", `{"repo_path":"repo"}`}, {"analyze_directory", `{}`}, {"analyze_file", `{"path":"repo/a.ts"}`},
	} {
		if _, err := ask(t.Context(), tools[call[0]], call[1]); err != nil {
			t.Errorf("%s %s: %v", call[0], call[1], err)
		}
	}
	if after := times(t, root); before != after {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

// times lists everything in a folder with its size and time of change.
func times(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			b.WriteString(path + " " + info.ModTime().Format(time.RFC3339Nano) + " " + info.Mode().String() + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestACallEndsWhenItIsCancelled(t *testing.T) {
	_, o := fixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, arguments := range map[string]string{
		"check": `{"dir":"repo"}`, "inspect_repository": `{"repo_path":"repo"}`, "run_validations": `{"repo_path":"repo","validations":["true"]}`,
	} {
		if answer, err := ask(ctx, serve(t, o)[name], arguments); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %+v", name, err, answer)
		}
	}
}

// TestCallsAtOnce: a client sends many calls at once, and each gets the answer that it would get alone.
func TestCallsAtOnce(t *testing.T) {
	_, o := fixture(t)
	tools := serve(t, o)
	calls := [][2]string{
		{"check", `{"dir":"repo","scope":"all"}`}, {"check_text", `{"path":"repo/a.ts","text":"eval(x)"}`},
		{"inspect_repository", `{"repo_path":"repo"}`}, {"analyze_directory", `{}`},
		{"explain", `{"topic":"guard"}`}, {"check", `{"dir":"nothing"}`},
	}
	say := func(call [2]string) string {
		answer, err := ask(t.Context(), tools[call[0]], call[1])
		return fmt.Sprintf("%s %s %v", answer.Text, answer.Structured, err)
	}
	var alone []string
	for _, call := range calls {
		alone = append(alone, say(call))
	}
	var wait sync.WaitGroup
	for range 4 {
		for i, call := range calls {
			wait.Go(func() {
				if got := say(call); got != alone[i] {
					t.Errorf("%v: among others\n%s\nalone\n%s", call, got, alone[i])
				}
			})
		}
	}
	wait.Wait()
}
