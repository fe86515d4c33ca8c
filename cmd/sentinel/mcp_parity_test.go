package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"

	"github.com/rogpeppe/go-internal/testscript"

	"sentinel/checks/all"
)

// mcpParity is `mcp-parity ARGUMENTS FLAG...`: for no check by name and for each that only looks, `sentinel check
// [CHECK] FLAG... --report json` and the tool check with the arguments say the same.
func mcpParity(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: mcp-parity ARGUMENTS FLAG...")
	}
	c, end, err := startMCP(ts.MkAbs("."), environOf(ts), []string{"--toolsets", "all"}, ts.Stderr())
	ts.Check(err)
	defer func() { ts.Check(end()) }()
	names := []string{""}
	for _, check := range all.Checks() {
		if check.Gate == nil {
			names = append(names, check.Name)
		}
	}
	for _, name := range names {
		arguments := map[string]any{"detail": "full"}
		ts.Check(json.Unmarshal([]byte(args[0]), &arguments))
		words := slices.Concat([]string{"check", "--report", "json"}, args[1:])
		if name != "" {
			arguments["checks"], words = []string{name}, slices.Insert(words, 1, name)
		}
		c.mustEqual(ts, "check", arguments, reported(ts, words, nil))
	}
	// By default an agent gets less of the same.
	arguments := map[string]any{}
	ts.Check(json.Unmarshal([]byte(args[0]), &arguments))
	c.mustEqual(ts, "check", arguments, summarized(reported(ts, slices.Concat([]string{"check", "--report", "json"}, args[1:]), nil)))
}

// mcpParityText is `mcp-parity-text PATH FILE`: the same for the content of FILE, proposed for PATH.
func mcpParityText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mcp-parity-text PATH FILE")
	}
	c, end, err := startMCP(ts.MkAbs("."), environOf(ts), nil, ts.Stderr())
	ts.Check(err)
	defer func() { ts.Check(end()) }()
	text := []byte(ts.ReadFile(args[1]))
	want := reported(ts, []string{"check", "--report", "json", "--stdin", "--stdin-path", args[0]}, text)
	c.mustEqual(ts, "check_text", map[string]any{"path": args[0], "text": string(text)}, summarized(want))
}

// mcpParityReview is `mcp-parity-review CONFIG TOOL ARGUMENTS WORD...`: a tool of the server gives the review that
// `sentinel check WORD... --report review` gives, both with a configuration.
func mcpParityReview(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: mcp-parity-review CONFIG TOOL ARGUMENTS WORD...")
	}
	c, end, err := startMCP(ts.MkAbs("."), environOf(ts), []string{"--config", args[0]}, ts.Stderr())
	ts.Check(err)
	defer func() { ts.Check(end()) }()
	arguments := map[string]any{}
	ts.Check(json.Unmarshal([]byte(args[2]), &arguments))
	words := slices.Concat([]string{"check"}, args[3:], []string{"--config", args[0], "--report", "review"})
	c.mustEqual(ts, args[1], arguments, reported(ts, words, nil))
}

// mustEqual compares an answer, all pages of it, with what it has to be.
func (c *mcpClient) mustEqual(ts *testscript.TestScript, tool string, arguments map[string]any, want any) {
	got, err := c.whole(tool, arguments)
	if err != nil {
		ts.Fatalf("%s %s: %v", tool, oneLine(arguments), err)
	}
	if difference := differs("", scrubbed(want), scrubbed(got)); difference != "" {
		ts.Fatalf("%s %s:\n%s", tool, oneLine(arguments), difference)
	}
}

// summarized is what an agent gets unless it asks for all: no documents, and of the rules those that something was found
// of, without their prose.
func summarized(v any) any {
	result := v.(map[string]any)
	delete(result, "documents")
	found := map[any]bool{}
	for _, f := range result["findings"].([]any) {
		found[f.(map[string]any)["ruleId"]] = true
	}
	rules := []any{}
	for _, r := range result["rules"].([]any) {
		rule := r.(map[string]any)
		for _, prose := range []string{"help", "bad", "good"} {
			delete(rule, prose)
		}
		if found[rule["id"]] {
			rules = append(rules, rule)
		}
	}
	result["rules"] = rules
	return result
}

// reported is what the command line reports as JSON, whatever the exit code.
func reported(ts *testscript.TestScript, words []string, stdin []byte) any {
	cmd := exec.Command(os.Args[0])
	cmd.Args = append([]string{"sentinel"}, words...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), environOf(ts)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(stdin), &stderr
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	var v any
	if err := json.Unmarshal(out, &v); err != nil {
		ts.Fatalf("sentinel %q: %v\n%s", words, err, stderr.Bytes())
	}
	return v
}

// whole calls a tool until there is no more, and puts the pages together.
func (c *mcpClient) whole(name string, arguments map[string]any) (any, error) {
	var whole map[string]any
	for {
		answer, err := c.call(name, arguments)
		if err != nil {
			return nil, err
		}
		if answer.isError {
			return nil, errors.New(answer.text)
		}
		page, ok := answer.structured.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("structuredContent is %T", answer.structured)
		}
		cut, _ := page["truncation"].(map[string]any)
		if _, review := page["ok"]; !review { // which has one of its own, of which all is one page
			delete(page, "truncation")
		}
		if whole == nil {
			whole = page
		} else {
			for key, value := range page {
				if list, ok := value.([]any); ok && key != "coverage" {
					whole[key] = append(whole[key].([]any), list...)
				}
			}
		}
		next, more := cut["nextCursor"]
		if !more {
			return whole, nil
		}
		arguments["cursor"] = next
	}
}

// differs says where two JSON values differ, "" for nowhere.
func differs(where string, want, got any) string {
	a, isMap := want.(map[string]any)
	b, both := got.(map[string]any)
	if !isMap || !both {
		if reflect.DeepEqual(want, got) {
			return ""
		}
		return fmt.Sprintf("%s:\n the command line says %s\n structuredContent is  %s", where, oneLine(want), oneLine(got))
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			return fmt.Sprintf("%s.%s is only in structuredContent", where, key)
		}
	}
	for key := range a {
		if d := differs(where+"."+key, a[key], b[key]); d != "" {
			return d
		}
	}
	return ""
}

func oneLine(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	const most = 2000
	return string(text[:min(len(text), most)])
}
