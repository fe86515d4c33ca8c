package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"
)

func TestHandshakeOfEveryVersion(t *testing.T) {
	for offered, want := range map[string]string{
		"2024-11-05": "2024-11-05",
		"2025-03-26": "2025-03-26",
		"2025-06-18": "2025-06-18",
		"2025-11-25": "2025-11-25",
		"2026-07-28": "2025-11-25", // has no handshake
		"2099-01-01": "2025-11-25",
		"banana":     "2025-11-25",
	} {
		s, _ := mustServer(t, echo())
		c := connect(t, s)
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"clientInfo":{"name":"t","version":"1"},"capabilities":{}}}`, offered))
		got := c.next()
		for _, part := range []string{`"protocolVersion":"` + want + `"`, `"instructions":"Use it."`, `"name":"test"`, `"version":"1.2.3"`} {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %s is missing in %s", offered, part, got)
			}
		}
		if strings.Contains(got, "tasks") || strings.Contains(got, "logging") {
			t.Errorf("%s: more is offered than there is: %s", offered, got)
		}
	}
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`

func TestSessionlessProtocol(t *testing.T) {
	s, _ := mustServer(t, echo(), rooter())
	c := connect(t, s)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modernMeta + `}}`)
	got := c.next()
	for _, version := range []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "Use it."} {
		if !strings.Contains(got, version) {
			t.Errorf("%s is missing in %s", version, got)
		}
	}
	c.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"},` + modernMeta + `}}`)
	if got := c.next(); !strings.Contains(got, `{\"text\":\"x\"}`) || !strings.Contains(got, `"resultType":"complete"`) {
		t.Errorf("the call was answered %s", got)
	}
	// Servers send no requests in this version: the client brings its roots with a second call.
	call := `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"roots",`
	c.send(call + modernMeta + `}}`)
	if got := c.next(); !strings.Contains(got, `"resultType":"input_required"`) || !strings.Contains(got, `"inputRequests":{"roots":{"method":"roots/list","params":{}}`) {
		t.Errorf("roots: %s", got)
	}
	c.send(call + `"inputResponses":{"roots":{"roots":[{"uri":"file:///tmp/x"}]}},` + modernMeta + `}}`)
	if got := parse(t, c.next()).text(); got != `["/tmp/x"] nil=false` {
		t.Errorf("roots: %s", got)
	}
	c.send(call + `"inputResponses":{"roots":7},` + modernMeta + `}}`)
	if got := parse(t, c.next()).text(); got != "E_ROOTS: what the client sent is not a list of roots" {
		t.Errorf("roots: %s", got)
	}
	c.send(call + strings.Replace(modernMeta, `{"roots":{}}`, `{}`, 1) + `}}`)
	if got := parse(t, c.next()).text(); got != "[] nil=true" {
		t.Errorf("roots: %s", got)
	}
	c.send(`{"jsonrpc":"2.0","id":4,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + modernMeta + `}}`)
	if first, second := parse(t, c.next()), parse(t, c.next()); first.Method != "notifications/subscriptions/acknowledged" || string(second.ID) != "4" {
		t.Errorf("a subscription to nothing was answered %v, then %v", first, second)
	}
	c.send(`{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}`)
	if got := parse(t, c.next()); got.Error == nil || got.Error.Code != -32022 {
		t.Errorf("a version of the future was answered %+v", got)
	}
}

func TestToolsAreListedWithAllAnnotations(t *testing.T) {
	zebra := tool("zebra", "", nothing)
	zebra.ReadOnly = false
	s, _ := mustServer(t, zebra, echo())
	c := connect(t, s)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	got := c.next()
	for _, want := range []string{
		`"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false`,
		`"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false`,
		`"title":"ECHO"`, `"additionalProperties":false`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
	if strings.Index(got, `"name":"echo"`) > strings.Index(got, `"name":"zebra"`) {
		t.Error("the tools are not in the order of their names")
	}
}

func nothing(context.Context, Call) (Answer, error) { return Answer{}, nil }

func TestEverythingReadIsAnsweredAtTheEnd(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call))
	c := connect(t, s)
	const calls = 3 * maxCalls // two thirds of them wait for their turn
	for i := range calls {
		c.send(callLine(fmt.Sprint(i), "gate", "{}"))
	}
	for range maxCalls {
		wait(t, "a call begins", g.began)
	}
	c.in.Close()
	close(g.open)
	seen := map[string]bool{}
	for _, line := range c.rest() {
		m := parse(t, line)
		if m.text() != "let go" {
			t.Errorf("call %s was answered %s", m.ID, line)
		}
		seen[string(m.ID)] = true
	}
	if len(seen) != calls {
		t.Errorf("%d of %d calls were answered", len(seen), calls)
	}
	if err := waitErr(t, "the server ends", c.done); err != nil {
		t.Error(err)
	}
}

func TestLinesOfEveryKind(t *testing.T) {
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }
	for name, test := range map[string]struct {
		in   string
		want []string // in the answers, in any order
		not  string
	}{
		"last line without an end": {ping("1"), []string{`"id":1,"result"`}, "error"},
		"empty lines":              {"\n\r\n  \n" + ping("1") + "\n\n", []string{`"id":1,"result"`}, "error"},
		"windows line ends":        {ping("1") + "\r\n" + ping("2") + "\r\n", []string{`"id":1,"result"`, `"id":2,"result"`}, "error"},
		"byte order mark":          {"\xef\xbb\xbf" + ping("1") + "\n", []string{`"id":1,"result"`}, "error"},
		"garbage":                  {"hello\n" + ping("1") + "\n", []string{`"id":null,"error":{"code":-32700`, `"id":1,"result"`}, ""},
		"batch":                    {"[" + ping("1") + "]\n" + ping("2") + "\n", []string{`-32600,"message":"batches are not supported`, `"id":2,"result"`}, ""},
		"a number":                 {"7\n" + ping("1") + "\n", []string{`"id":null,"error":{"code":-32600`, `"id":1,"result"`}, ""},
		"an object as id":          {`{"jsonrpc":"2.0","id":{},"method":"ping"}` + "\n" + ping("1") + "\n", []string{`"id":null,"error":{"code":-32600`, `"id":1,"result"`}, ""},
		"no method":                {`{"jsonrpc":"2.0","id":9}` + "\n", []string{`"id":9,"error":{"code":-32600,"message":"the method is missing"`}, ""},
		"request and response":     {`{"jsonrpc":"2.0","id":9,"method":"ping","result":{}}` + "\n", []string{`"id":9,"error":{"code":-32600`}, ""},
		"unknown method":           {`{"jsonrpc":"2.0","id":9,"method":"nope"}` + "\n", []string{`"id":9,"error":{"code":-32601`}, ""},
		"wrong version":            {`{"jsonrpc":"1.0","id":9,"method":"ping"}` + "\n", []string{`"id":9,"error":{"code":-32600`}, ""},
		"unknown tool":             {callLine("9", "nope", "{}"), []string{`"id":9,"error":{"code":-32602`}, ""},
		"not UTF-8":                {ping("\"a\xff\"") + "\n" + callLine("2", "echo", "{\"text\":\"\xc3(\"}") + "\n" + ping("1") + "\n", []string{`"id":null,"error":{"code":-32700,"message":"the message is not UTF-8"`, `"id":null,"error"`, `"id":1,"result"`}, "\xff"},
		"params of another form":   {`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[]}`, []string{`"id":9,"error":{"code":-32602,"message":"the params do not have the form that the method demands"}`}, "Go"},
		"a number too large":       {callLine("9", "echo", `{"number":1`+strings.Repeat("0", 5000)+`}`), []string{`"id":9,"error":{"code":-32602,"message":"the params do not have the form that the method demands, or a number in them is too large"}`}, "000000"},
		"deep nesting":             {strings.Repeat("[", 100_000) + "\n" + ping("1") + "\n", []string{`-32700`, `"id":1,"result"`}, ""},
		"too long":                 {`{"x":"` + strings.Repeat("x", maxMessage) + "\"}\n" + ping("1") + "\n", []string{`"id":null,"error":{"code":-32600,"message":"the message is longer than 8388608 bytes`, `"id":1,"result"`}, ""},
		"too long without an end":  {ping("1") + "\n" + strings.Repeat("x", maxMessage+1), []string{`"id":1,"result"`, `longer than`}, ""},
		"exact large id":           {ping("9007199254740993") + "\n" + ping("123456789012345678901234567890") + "\n", []string{`"id":9007199254740993,`, `"id":123456789012345678901234567890,`}, "error"},
		"odd ids":                  {ping("-0") + "\n" + ping("1.50") + "\n" + ping("1e3") + "\n" + ping(`"\u00e9 \"x"`) + "\n", []string{`"id":-0,`, `"id":1.50,`, `"id":1e3,`, `"id":"\u00e9 \"x",`}, "error"},
		"an answer to nothing":     {`{"jsonrpc":"2.0","id":"sentinel-1","result":{}}` + "\n" + ping("1") + "\n", []string{`"id":1,"result"`}, "error"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := mustServer(t, echo())
			c := connect(t, s)
			go func() { _, _ = io.WriteString(c.in, test.in); c.in.Close() }()
			got := c.rest()
			all := strings.Join(got, "\n")
			for _, want := range test.want {
				if !strings.Contains(all, want) {
					t.Errorf("%q is missing in %s", want, all)
				}
			}
			if len(got) != len(test.want) || test.not != "" && strings.Contains(all, test.not) {
				t.Errorf("the answers are %s", all)
			}
		})
	}
}

func TestArgumentsAreNotRounded(t *testing.T) {
	s, _ := mustServer(t, echo())
	c := connect(t, s)
	c.send(callLine("1", "echo", `{"number":9007199254740993}`))
	if got := parse(t, c.next()).text(); got != `{"number":9007199254740993}` {
		t.Error(got)
	}
}

func TestProgressComesInOrderAndBeforeItsResponse(t *testing.T) {
	s, _ := mustServer(t, stepper())
	c := connect(t, s)
	const calls, times = 50, 20
	go func() {
		for i := range calls {
			_, _ = fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"step","arguments":{"times":%d},"_meta":{"progressToken":%d}}}`+"\n", i, times, 9007199254740993+i)
		}
	}()
	progress := map[string]float64{}
	for answered := 0; answered < calls; {
		line := c.next()
		m := parse(t, line)
		if m.Method == "" {
			answered++
			token := fmt.Sprint(9007199254740993 + atoi(t, string(m.ID)))
			if progress[token] != times {
				t.Fatalf("call %s was answered after %v of its progress", m.ID, progress[token])
			}
			continue
		}
		token := between(line, `"progressToken":`, `,`)
		if m.Params.Progress != progress[token]+1 {
			t.Fatalf("token %q: %v came after %v", token, m.Params.Progress, progress[token])
		}
		progress[token] = m.Params.Progress
	}
}

func TestProgressAfterTheEndIsDropped(t *testing.T) {
	var late func(float64, float64, string)
	s, _ := mustServer(t, tool("leak", "", func(_ context.Context, c Call) (Answer, error) {
		late = c.Progress
		c.Progress(2, 0, "")
		c.Progress(1, 0, "goes back, so it is left out")
		return Answer{}, nil
	}))
	c := connect(t, s)
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"leak","_meta":{"progressToken":"t"}}}`)
	if got := c.next(); got != `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":2}}` {
		t.Error(got)
	}
	c.next()
	late(3, 0, "too late")
	if rest := c.end(); len(rest) != 0 {
		t.Errorf("after the answer came %q", rest)
	}
}

func TestCancelARunningCall(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call))
	c := connect(t, s)
	c.send(callLine("9007199254740993", "gate", "{}"))
	wait(t, "the call begins", g.began)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}`)
	if err := waitErr(t, "the call ends", g.ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if rest := c.end(); len(rest) != 0 {
		t.Errorf("a cancelled call was answered: %q", rest) // the protocol asks for silence
	}
}

func TestCancelSentRightAfterTheCall(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call), echo())
	c := connect(t, s)
	const calls = 200
	for i := range calls {
		c.send(callLine(fmt.Sprint(i), "gate", "{}"), fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, i))
	}
	// Nothing is let go, so this is answered only if no call holds its place.
	for i := range maxCalls {
		c.send(callLine(fmt.Sprintf(`"echo-%d"`, i), "echo", "{}"))
	}
	for range maxCalls {
		if got := parse(t, c.next()); !strings.HasPrefix(string(got.ID), `"echo-`) {
			t.Errorf("a cancelled call was answered: %+v", got)
		}
	}
}

func TestCancelACallThatWaits(t *testing.T) {
	g := newGate()
	ran := make(chan struct{}, 1)
	s, _ := mustServer(t, tool("gate", "", g.call), tool("second", "", func(context.Context, Call) (Answer, error) {
		ran <- struct{}{}
		return Answer{}, nil
	}))
	c := connect(t, s)
	for i := range maxCalls {
		c.send(callLine(fmt.Sprint(i), "gate", "{}"))
		wait(t, "a call begins", g.began)
	}
	c.send(callLine(`"waits"`, "second", "{}"),
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"waits"}}`,
		`{"jsonrpc":"2.0","id":"ping","method":"ping"}`)
	if got := c.next(); !strings.Contains(got, `"id":"ping"`) {
		t.Errorf("the ping had to wait behind %s", got)
	}
	close(g.open)
	answers := c.end()
	if len(answers) != maxCalls {
		t.Errorf("%d answers to %d calls: %q", len(answers), maxCalls, answers)
	}
	select {
	case <-ran:
		t.Error("the cancelled call ran")
	default:
	}
}

func TestAnEndingServerAnswersWhatRuns(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call))
	c := connect(t, s)
	for i := range maxCalls + 1 {
		c.send(callLine(fmt.Sprint(i), "gate", "{}"))
	}
	for range maxCalls {
		wait(t, "a call begins", g.began)
	}
	c.stop()
	if err := waitErr(t, "the server ends", c.done); err != nil {
		t.Error(err)
	}
	var ids []string
	for _, line := range c.rest() {
		m := parse(t, line)
		if m.text() != "E_CANCELLED: the call was cancelled" {
			t.Errorf("answered was %s", line)
		}
		ids = append(ids, string(m.ID))
	}
	slices.Sort(ids)
	if len(slices.Compact(ids)) < maxCalls {
		t.Errorf("answered were %v", ids)
	}
}

func TestACallThatDoesNotEndIsAnsweredForIt(t *testing.T) {
	began, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	s, _ := mustServer(t, tool("deaf", "", func(context.Context, Call) (Answer, error) {
		close(began)
		<-release
		return Answer{}, nil
	}))
	c := connect(t, s)
	c.send(callLine(`"deaf"`, "deaf", "{}"))
	wait(t, "the call begins", began)
	c.stop()
	if got := c.rest(); len(got) != 1 || !strings.Contains(got[0], `"id":"deaf","error"`) {
		t.Errorf("%q", got)
	}
}

func TestAClientThatStopsReadingEndsTheServer(t *testing.T) {
	s, _ := mustServer(t, echo())
	in, feed := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.ServeStdio(context.Background(), in, brokenWriter{}) }()
	_, _ = io.WriteString(feed, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	if err := waitErr(t, "the server ends", done); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	feed.Close()
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func atoi(t testing.TB, s string) int {
	t.Helper()
	var n int
	if _, err := fmt.Sscan(s, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func between(s, before, after string) string {
	_, s, _ = strings.Cut(s, before)
	s, _, _ = strings.Cut(s, after)
	return s
}

func TestASubscriptionIsAcknowledgedAtOnceAndEndsWithTheInput(t *testing.T) {
	s, _ := mustServer(t, echo())
	server.WithToolCapabilities(true)(s.core) // as if tools could change, so that there is something to listen to
	c := connect(t, s)
	c.send(`{"jsonrpc":"2.0","id":"listen","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` + modernMeta + `}}`)
	if got := parse(t, c.next()); got.Method != "notifications/subscriptions/acknowledged" {
		t.Errorf("the subscription was answered %+v", got)
	}
	if rest := c.end(); len(rest) != 1 || !strings.Contains(rest[0], `"id":"listen"`) {
		t.Errorf("at the end came %q", rest)
	}
}
