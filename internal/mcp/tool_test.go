package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestArgumentsThatDoNotFit(t *testing.T) {
	called := false
	mixed := tool("mixed", "", func(context.Context, Call) (Answer, error) { called = true; return Answer{}, nil })
	mixed.Input = json.RawMessage(`{"type":"object","additionalProperties":false,"required":["code"],"properties":{
		"code":{"type":"string","minLength":1},
		"language":{"type":"string","enum":["javascript","typescript"]},
		"max_files":{"type":"integer","minimum":1,"maximum":1000},
		"scopes":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"string","enum":["staged","unstaged"]}},
		"ratio":{"type":"number","exclusiveMinimum":0.5},
		"name":{"type":"string","maxLength":3,"pattern":"^[a-z]*$"},
		"version":{"const":1},
		"either":{"anyOf":[{"type":"string"},{"type":"array"}]},
		"nested":{"type":"object","additionalProperties":false,"properties":{"depth":{"type":"boolean"}}}}}`)
	s, _ := mustServer(t, mixed, tool("bare", "", nothing))
	c := connect(t, s)
	for _, test := range []struct{ arguments, want string }{
		{`{}`, `code is missing (string)`},
		{`null`, `code is missing (string)`},
		{`[]`, `arguments is an array, has to be an object`},
		{`{"code":""}`, `code has 0 characters, has to have at least 1`},
		{`{"code":1}`, `code is a number, has to be a string`},
		{`{"code":null}`, `code is null, has to be a string`},
		{`{"code":"x","langauge":"typescript"}`, `there is no field "langauge", did you mean language?`},
		{`{"code":"x","zzz":1}`, `there is no field "zzz"`},
		{`{"code":"x","CODE":"y"}`, `there is no field "CODE"`},
		{`{"code":"x","language":"cobol"}`, `language is "cobol", has to be one of "javascript", "typescript"`},
		{`{"code":"x","max_files":0}`, `max_files is 0, has to be at least 1`},
		{`{"code":"x","max_files":1001}`, `max_files is 1001, has to be at most 1000`},
		{`{"code":"x","max_files":1.5}`, `max_files is a number, has to be an integer`},
		{`{"code":"x","scopes":[]}`, `scopes has 0 items, has to have at least 1`},
		{`{"code":"x","scopes":["staged","odd"]}`, `scopes[1] is "odd", has to be one of "staged", "unstaged"`},
		{`{"code":"x","scopes":["staged","staged"]}`, `scopes has the same item twice, at 0 and 1`},
		{`{"code":"x","ratio":0.5}`, `ratio is 0.5, has to be more than 0.5`},
		{`{"code":"x","name":"abcd"}`, `name has 4 characters, has to have at most 3`},
		{`{"code":"x","name":"A"}`, `name is "A", has to match ^[a-z]*$`},
		{`{"code":"x","version":2}`, `version is 2, has to be 1`},
		{`{"code":"x","either":1}`, `either is a number, has to be a string, or either is a number, has to be an array`},
		{`{"code":"x","nested":{"depth":"no"}}`, `nested.depth is a string, has to be a boolean`},
		{`{"code":"x","nested":{"dept":true}}`, `there is no field "nested.dept", did you mean depth?`},
		{`{"code":1,"a":1,"b":1,"c":1,"d":1,"e":1}`, `code is a number, has to be a string; there is no field "a"; there is no field "b"; there is no field "c"; there is no field "d"; and 1 more`},
		{`{"code":"x","language":"` + "\u202e" + strings.Repeat("é", 100) + `\u0000"}`, `language is "\u{202e}` + strings.Repeat("é", 28) + `...", has to be one of "javascript", "typescript"`},
	} {
		c.send(callLine("1", "mixed", test.arguments))
		m := parse(t, c.next())
		if m.Result == nil || !m.Result.IsError {
			t.Errorf("%s was not refused: %+v", test.arguments, m)
			continue
		}
		message, hint, _ := strings.Cut(m.text(), "\nHint: ")
		if message != "E_ARGS: "+test.want {
			t.Errorf("%s\n got %s\nwant E_ARGS: %s", test.arguments, message, test.want)
		}
		if !strings.HasPrefix(hint, "the arguments are code (string), and optionally either, language (string), max_files (integer), ") {
			t.Errorf("the hint is %q", hint)
		}
	}
	if called {
		t.Error("the tool was called with arguments that do not fit")
	}
	c.send(callLine("1", "bare", `{"x":1}`))
	if got := parse(t, c.next()).text(); !strings.HasSuffix(got, "\nHint: the tool takes no arguments") {
		t.Error(got)
	}
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bare"}}`)
	if m := parse(t, c.next()); m.Result == nil || m.Result.IsError {
		t.Errorf("arguments that were left out: %+v", m)
	}
}

func TestFailuresOfATool(t *testing.T) {
	output := json.RawMessage(`{"type":"object","required":["ok"],"properties":{"ok":{"type":"boolean"}}}`)
	_, missing := os.Open("/no/such file/at all")
	for name, test := range map[string]struct {
		answer     Answer
		err        error
		panics     any
		text       string
		structured string
		isError    bool
		logged     string
	}{
		"good":             {answer: Answer{Text: "fine", Structured: map[string]any{"ok": true}}, text: "fine", structured: `{"ok":true}`},
		"bad news":         {answer: Answer{Text: "bad", Structured: map[string]any{"ok": false}}, text: "bad", structured: `{"ok":false}`},
		"its own error":    {answer: Answer{Text: "E_X: no", IsError: true}, text: "E_X: no", isError: true},
		"explained":        {err: fmt.Errorf("wrapped: %w", &ToolError{Code: "E_X", Message: "it is\nbad", Hint: "do good"}), text: "E_X: it is\\x0abad\nHint: do good", isError: true},
		"with a result":    {err: &ToolError{Code: "E_X", Message: "bad", Structured: map[string]any{"ok": false}}, text: "E_X: bad", structured: `{"ok":false}`, isError: true},
		"cancelled":        {err: context.Canceled, text: "E_CANCELLED: the call was cancelled", isError: true},
		"too late":         {err: context.DeadlineExceeded, text: "E_TIMEOUT: the call took too long", isError: true},
		"internal":         {err: errors.New("read /home/u/a.go: bad\nat line 2"), text: "E_INTERNAL: read <path>: bad", isError: true, logged: "/home/u/a.go"},
		"path with blanks": {err: missing, text: "E_INTERNAL: open <path>: no such file or directory", isError: true},
		"panic":            {panics: "oh /etc/passwd", text: "E_INTERNAL: panic: oh <path>", isError: true, logged: "a tool panicked"},
		"long":             {err: errors.New(strings.Repeat("é", 400)), text: "E_INTERNAL: " + strings.Repeat("é", 297) + "...", isError: true},
		"wrong result":     {answer: Answer{Text: "fine", Structured: map[string]any{"ok": "yes"}}, text: "E_INTERNAL: the answer does not fit the tool's output schema", isError: true, logged: "does not fit"},
		"no result":        {answer: Answer{Text: "fine"}, text: "E_INTERNAL: the answer does not fit the tool's output schema", isError: true, logged: "is missing"},
		"not JSON":         {answer: Answer{Text: "fine", Structured: func() {}}, text: "E_INTERNAL: the answer does not fit the tool's output schema", isError: true, logged: "unsupported type"},
		"error, and wrong": {err: &ToolError{Code: "E_X", Message: "bad", Structured: 1}, text: "E_X: bad", isError: true, logged: "does not fit"},
	} {
		t.Run(name, func(t *testing.T) {
			tested := tool("tested", "", func(context.Context, Call) (Answer, error) {
				if test.panics != nil {
					panic(test.panics)
				}
				return test.answer, test.err
			})
			tested.Output = output
			s, log := mustServer(t, tested, echo())
			c := connect(t, s)
			c.send(callLine("1", "tested", "{}"))
			m := parse(t, c.next())
			if m.text() != test.text || string(m.Result.StructuredContent) != test.structured || m.Result.IsError != test.isError {
				t.Errorf("got %q, %s, isError=%t", m.text(), m.Result.StructuredContent, m.Result.IsError)
			}
			if !strings.Contains(log.String(), test.logged) || test.logged == "" && log.String() != "" && !strings.HasPrefix(m.text(), "E_INTERNAL") {
				t.Errorf("logged was %s", log)
			}
			c.send(callLine("2", "echo", "{}")) // it still lives
			if got := parse(t, c.next()).text(); got != "{}" {
				t.Error(got)
			}
		})
	}
}

func TestPathsInInternalErrors(t *testing.T) {
	for in, want := range map[string]string{
		"open /a/b c: x":                 "open <path> c: x", // no error of the system: its end cannot be known
		`read "/a/b c.go": x`:            "read <path>: x",
		`C:\Users\u\x.go: bad`:           "<path>: bad",
		"(/a/b), '/c/d'; x=/e":           "(<path>), '<path>'; x=<path>",
		"src/a.go and/or 1 / 2":          "src/a.go and/or 1 / 2",
		"see https://example.org/a/b":    "see https://example.org/a/b",
		`\\server\share\x is gone`:       "<path> is gone",
		"../up/a and ./b and ~/c":        "../up/a and ./b and ~/c",
		"rename /a/b /c/d: cross-device": "rename <path> <path>: cross-device",
	} {
		if got := redact(errors.New(in)); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
	if got := redact(&os.LinkError{Op: "rename", Old: "/a b/c", New: "/d e", Err: errors.New("no")}); got != "rename <path> <path>: no" {
		t.Error(got)
	}
}

func TestToolsThatAreNotServed(t *testing.T) {
	for want, change := range map[string]func(*Tool){
		`the name has to match`:                            func(t *Tool) { t.Name = "no blanks" },
		"a description is missing":                         func(t *Tool) { t.Description = "" },
		"there is nothing to call":                         func(t *Tool) { t.Call = nil },
		"input schema: not JSON":                           func(t *Tool) { t.Input = nil },
		`"additionalProperties": false is missing`:         func(t *Tool) { t.Input = json.RawMessage(`{"type":"object"}`) },
		`input schema: "type": "object" is missing`:        func(t *Tool) { t.Input = json.RawMessage(`{"type":["object","null"]}`) },
		`output schema: "type": "object" is missing`:       func(t *Tool) { t.Output = json.RawMessage(`{"type":"array"}`) },
		`is not valid against metaschema`:                  func(t *Tool) { t.Input = json.RawMessage(`{"type":"nope"}`) },
		`no URLLoader registered for "file:///etc/passwd"`: func(t *Tool) { t.Output = json.RawMessage(`{"$ref":"file:///etc/passwd"}`) },
	} {
		bad := tool("bad", "", nothing)
		change(&bad)
		_, err := NewServer(Options{Name: "n", Version: "v", Tools: []Tool{bad}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if _, err := NewServer(Options{Tools: []Tool{echo(), echo()}}); err == nil || err.Error() != "tool echo is there twice" {
		t.Error(err)
	}
}

// TestOneCallAtATimeDoesMoreThanLook: and those that wait for it keep nobody from looking.
func TestOneCallAtATimeDoesMoreThanLook(t *testing.T) {
	g := newGate()
	acts := tool("acts", "", g.call)
	acts.ReadOnly = false
	s, _ := mustServer(t, acts, echo())
	c := connect(t, s)
	for i := range 2 * maxCalls {
		c.send(callLine(fmt.Sprint(i), "acts", "{}"))
	}
	wait(t, "the first call begins", g.began)
	c.send(callLine(`"looks"`, "echo", "{}"))
	if got := c.next(); !strings.Contains(got, `"id":"looks"`) {
		t.Errorf("who only looks had to wait behind %s", got)
	}
	select {
	case <-g.began:
		t.Error("a second call acts beside the first")
	default:
	}
	close(g.open)
	if answers := c.end(); len(answers) != 2*maxCalls {
		t.Errorf("%d answers to %d calls", len(answers), 2*maxCalls)
	}
}
