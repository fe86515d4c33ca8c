package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/mcp"
)

// TestRepositoryTextIsData: a name that plays tricks on a reader is whole for programs, and plain to see for everybody.
func TestRepositoryTextIsData(t *testing.T) {
	root, o := fixture(t)
	name := "a\u202e\U000e0041b\x1b[2J.ts"
	if err := os.WriteFile(filepath.Join(root, "repo", name), []byte("eval(x)"), 0o666); err != nil {
		t.Skip("the file system takes no such name:", err)
	}
	answer, err := ask(t.Context(), serve(t, o)["check"], `{"dir":"repo"}`)
	if err != nil {
		t.Fatal(err)
	}
	raw := string(answer.Structured.(json.RawMessage))
	if strings.ContainsAny(raw+answer.Text, "\u202e\U000e0041\x1b") {
		t.Errorf("characters that are not shown come through:\n%q\n%q", raw, answer.Text)
	}
	var result finding.Result
	if err := json.Unmarshal([]byte(raw), &result); err != nil || len(result.Findings) == 0 || result.Findings[0].Path != name {
		t.Errorf("the path is not what it was: %v, %+v", err, result.Findings)
	}
}

func TestAnswersFitTheBudgetAndGoOn(t *testing.T) {
	root, o := fixture(t)
	for i := range 40 {
		path := filepath.Join(root, "repo", fmt.Sprintf("f%02d.ts", i))
		if err := os.WriteFile(path, []byte(strings.Repeat("eval(x);\n", 20)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	check := serve(t, o)["check"]
	seen, pages, cursor := 0, 0, ""
	for {
		answer, err := ask(t.Context(), check, fmt.Sprintf(`{"dir":"repo","cursor":%q}`, cursor))
		if err != nil {
			t.Fatal(err)
		}
		raw := answer.Structured.(json.RawMessage)
		var result struct {
			finding.Result
			Truncation truncation
		}
		if err := json.Unmarshal(raw, &result); err != nil {
			t.Fatal(err)
		}
		if len(raw) > summaryBudget || len(answer.Text) > maxText+200 {
			t.Errorf("page %d has %d bytes and %d of text", pages, len(raw), len(answer.Text))
		}
		if pages > 0 && strings.Count(answer.Text, "\n") > 1 {
			t.Errorf("page %d repeats the text of the first: %s", pages, answer.Text)
		}
		if result.Counts.Errors != 800 || !strings.Contains(answer.Text, "800 errors") {
			t.Errorf("page %d counts %d errors; its text: %s", pages, result.Counts.Errors, answer.Text)
		}
		seen += len(result.Findings)
		pages++
		cursor = result.Truncation.NextCursor
		if cursor == "" {
			break
		}
		if !strings.Contains(answer.Text, cursor) {
			t.Errorf("the text does not say how to go on: %s", answer.Text)
		}
	}
	if seen != 800 || pages < 2 {
		t.Errorf("%d findings on %d pages", seen, pages)
	}
}

func TestProgressIsTold(t *testing.T) {
	_, o := fixture(t)
	var mu sync.Mutex
	last := [2]float64{}
	_, err := serve(t, o)["check"].Call(t.Context(), mcp.Call{
		Arguments: json.RawMessage(`{"dir":"repo","scope":"all"}`),
		Roots:     func(context.Context) ([]string, error) { return nil, nil },
		Progress: func(done, total float64, _ string) {
			mu.Lock()
			defer mu.Unlock()
			last = [2]float64{done, total}
		},
	})
	if err != nil || last != [2]float64{1, 1} {
		t.Errorf("%v, progress %v", err, last)
	}
}

func TestExplainSaysWhatTheCommandLineSays(t *testing.T) {
	_, o := fixture(t)
	explain := serve(t, o)["explain"]
	for topic, want := range map[string]string{"process-exec": "# structure/process-exec", "guard": "## Rules", "E_CURSOR": "# E_CURSOR"} {
		answer, err := ask(t.Context(), explain, fmt.Sprintf(`{"topic":%q}`, topic))
		if err != nil || !strings.Contains(answer.Text, want) {
			t.Errorf("%s: %v, %q", topic, err, answer.Text)
		}
	}
	_, err := ask(t.Context(), explain, `{"topic":"proces-exec"}`)
	if err == nil || !strings.HasSuffix(err.Error(), "\nHint: did you mean process-exec?") {
		t.Errorf("a near miss: %v", err)
	}
}

// TestProposedContentOutsideOfARepository has the name that the caller gave it.
func TestProposedContentOutsideOfARepository(t *testing.T) {
	root, o := fixture(t)
	answer, err := ask(t.Context(), serve(t, o)["check_text"], `{"path":"new/q.ts","text":"eval(x)"}`)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(answer.Text, "`sentinel ") {
		t.Errorf("there is no command line to follow %s", answer.Text)
	}
	all := answer.Text + string(answer.Structured.(json.RawMessage))
	if strings.Contains(all, root) || !strings.Contains(answer.Text, "\nnew/q.ts:1:1 ") {
		t.Errorf("the answer is %s", all)
	}
}
