package mcp

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// FuzzStdio feeds arbitrary bytes to a server. It has to end, to write whole messages only, and to answer each request
// that was not cancelled exactly once.
func FuzzStdio(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "\xef\xbb\xbf", "{}", "[]", "null", "hello", `{"id":1}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"x","version":"1"}}}` + "\n" +
			callLine("1", "roots", "{}") + "\n" + `{"jsonrpc":"2.0","id":"sentinel-1","result":{"roots":[{"uri":"file:///x"}]}}`,
		callLine("1", "echo", `{"text":"x","number":1}`) + "\r\n" + callLine("1", "echo", `{"text":1}`),
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"step","arguments":{"times":3},"_meta":{"progressToken":"t"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"!"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","task":{"ttl":1}}}`,
		`{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`,
		`{"id":"","method":"0"}` + "\n" + `{"id":""}`,
		"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}",
	} {
		f.Add([]byte(seed))
	}
	s, err := NewServer(Options{Name: "n", Version: "v", Tools: []Tool{echo(), stepper(), rooter()}, Log: io.Discard})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if bytes.Contains(input, []byte("times")) && len(input) > 10_000 {
			t.Skip("so many steps would only take long")
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		var out bytes.Buffer
		if err := s.ServeStdio(ctx, bytes.NewReader(input), &out); err != nil {
			t.Fatal(err)
		}
		if ctx.Err() != nil {
			t.Fatal("the server did not end")
		}
		compareAnswers(t, input, out.String())
	})
}

// compareAnswers holds what a server wrote against what it was sent.
func compareAnswers(t *testing.T, input []byte, output string) {
	t.Helper()
	want, cancelled := requestsIn(input)
	got := map[string]int{}
	for line := range strings.Lines(output) {
		e, invalid := open([]byte(strings.TrimSuffix(line, "\n")))
		if invalid != nil && !strings.Contains(line, `"id":null`) || !strings.HasSuffix(line, "\n") {
			t.Fatalf("not a whole message: %q", line)
		}
		if invalid == nil && e.isResponse() {
			got[idKey(e.ID)]++
		}
	}
	for id, n := range want {
		if got[id] > n || got[id] < n && !cancelled {
			t.Errorf("%d requests with the id %s, %d answers", n, id, got[id])
		}
	}
}

// requestsIn counts the requests by their id, and reports whether any message cancels one.
func requestsIn(input []byte) (ids map[string]int, cancelled bool) {
	ids = map[string]int{}
	lines := newLineReader(bytes.NewReader(input), maxMessage)
	for first := true; ; first = false {
		line, err := lines.next()
		if err == io.EOF {
			return ids, cancelled
		}
		if err != nil {
			continue
		}
		line = trimmed(line, first)
		if len(line) == 0 {
			continue
		}
		e, invalid := open(line)
		cancelled = cancelled || e.Method == "notifications/cancelled"
		switch {
		case invalid == nil && e.isRequest():
			ids[idKey(e.ID)]++
		case invalid != nil && invalid.id != nil: // it is refused by its id
			ids[idKey(invalid.id)]++
		}
	}
}
