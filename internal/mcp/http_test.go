package mcp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// web is a server on loopback.
type web struct {
	t    testing.TB
	url  string
	addr string
	stop context.CancelFunc
	done chan error
}

func serveWeb(t testing.TB, s *Server, h HTTPOptions) *web {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w := &web{t: t, addr: listener.Addr().String(), stop: cancel, done: make(chan error, 1)}
	w.url = "http://" + w.addr + "/mcp"
	go func() { w.done <- s.ServeHTTP(ctx, listener, h) }()
	t.Cleanup(func() {
		cancel()
		http.DefaultClient.CloseIdleConnections()
	})
	return w
}

// do sends a request with headers, given as name and value in turn.
func (w *web) do(method, body string, headers ...string) *http.Response {
	w.t.Helper()
	r, err := http.NewRequest(method, w.url, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { response.Body.Close() })
	return response
}

func (w *web) post(body string, headers ...string) (int, string) {
	w.t.Helper()
	response := w.do("POST", body, headers...)
	text, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// session begins a session and returns the headers to go on with.
func (w *web) session(capabilities string) []string {
	w.t.Helper()
	response := w.do("POST", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"t","version":"1"},"capabilities":`+capabilities+`}}`)
	id := response.Header.Get("Mcp-Session-Id")
	if id == "" {
		w.t.Fatalf("no session: %s", response.Status)
	}
	return []string{"Mcp-Session-Id", id, "MCP-Protocol-Version", "2025-11-25"}
}

// events are the messages of a stream, read as they come.
func events(t testing.TB, body io.Reader) func() string {
	lines := bufio.NewReader(body)
	return func() string {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				return strings.TrimSpace(data)
			}
			if errors.Is(err, io.EOF) {
				return ""
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestHTTPRefusals(t *testing.T) {
	s, _ := mustServer(t, echo())
	w := serveWeb(t, s, HTTPOptions{
		Token: "s3cret", MaxBody: 1000,
		AllowedHosts: []string{"tools.example", "one.example:81"}, AllowedOrigins: []string{"https://app.example"},
	})
	initialize := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"t","version":"1"},"capabilities":{}}}`
	good := []string{"Authorization", "Bearer s3cret"}
	for name, test := range map[string]struct {
		headers []string
		body    string
		status  int
	}{
		"good":                          {good, initialize, 200},
		"scheme in another case":        {[]string{"Authorization", "bearer s3cret"}, initialize, 200},
		"no token":                      {nil, initialize, 401},
		"wrong token":                   {[]string{"Authorization", "Bearer s3cre"}, initialize, 401},
		"longer token":                  {[]string{"Authorization", "Bearer s3cret2"}, initialize, 401},
		"other scheme":                  {[]string{"Authorization", "Basic s3cret"}, initialize, 401},
		"foreign Host":                  {append(good, "Host", "evil.example"), initialize, 403},
		"foreign Host with our name":    {append(good, "Host", "localhost.evil.example:80"), initialize, 403},
		"address of another machine":    {append(good, "Host", "192.0.2.1"), initialize, 403},
		"localhost":                     {append(good, "Host", "LOCALHOST:1234"), initialize, 200},
		"IPv6 loopback":                 {append(good, "Host", "[::1]:1234"), initialize, 200},
		"listed Host":                   {append(good, "Host", "tools.example:99"), initialize, 200},
		"listed Host and port":          {append(good, "Host", "one.example:81"), initialize, 200},
		"listed Host, another port":     {append(good, "Host", "one.example:82"), initialize, 403},
		"foreign Origin":                {append(good, "Origin", "https://evil.example"), initialize, 403},
		"null Origin":                   {append(good, "Origin", "null"), initialize, 403},
		"Origin with our name in front": {append(good, "Origin", "http://localhost.evil.example"), initialize, 403},
		"loopback Origin":               {append(good, "Origin", "http://localhost:3000"), initialize, 200},
		"listed Origin":                 {append(good, "Origin", "https://app.example"), initialize, 200},
		"large":                         {good, strings.Repeat(" ", 1001), 413},
		"not JSON":                      {good, "{", 400},
		"empty":                         {good, "", 400},
		"batch":                         {good, "[" + initialize + "]", 400},
		"another content type":          {append(good, "Content-Type", "text/plain"), initialize, 400},
		"unknown version":               {append(good, "MCP-Protocol-Version", "1999-01-01"), callLine("1", "echo", "{}"), 400},
	} {
		if status, got := w.post(test.body, test.headers...); status != test.status {
			t.Errorf("%s: %d %s", name, status, got)
		}
	}
	if got := w.do("POST", initialize).Header.Get("WWW-Authenticate"); got != `Bearer realm="sentinel"` {
		t.Error(got)
	}
	if got := w.do("POST", initialize, "Authorization", "Bearer x").Header.Get("WWW-Authenticate"); got != `Bearer realm="sentinel", error="invalid_token"` {
		t.Error(got)
	}
	if got := w.do("PUT", initialize, good...); got.StatusCode != 405 || got.Header.Get("Allow") != "GET, POST, DELETE" {
		t.Error(got.Status)
	}
	w.url = "http://" + w.addr + "/"
	if got := w.do("POST", initialize, good...); got.StatusCode != 404 {
		t.Error(got.Status)
	}
}

func TestHTTPWithoutATokenIsForLoopback(t *testing.T) {
	s, _ := mustServer(t, echo())
	listener, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Skip("there is no network: ", err)
	}
	if err := s.ServeHTTP(t.Context(), listener, HTTPOptions{}); err == nil || !strings.Contains(err.Error(), "a token is needed") {
		t.Error(err)
	}
	if _, err := listener.Accept(); err == nil {
		t.Error("the listener is still open")
	}
}

func TestHTTPProgressOfCallsAtOnce(t *testing.T) {
	s, _ := mustServer(t, stepper())
	w := serveWeb(t, s, HTTPOptions{})
	h := w.session("{}") // all calls are of one session
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			id := fmt.Sprint(i)
			if i%2 == 1 {
				id = fmt.Sprint(9007199254740993 + i)
			}
			response := w.do("POST", `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"step","arguments":{"times":25},"_meta":{"progressToken":`+id+`}}}`, h...)
			next := events(t, response.Body)
			for n := 1; n <= 25; n++ {
				line := next()
				if m := parse(t, line); m.Params.Progress != float64(n) || !strings.Contains(line, `"progressToken":`+id+`,`) {
					t.Errorf("call %s: %d is %s", id, n, line)
				}
			}
			if m := parse(t, next()); string(m.ID) != id || m.text() != "done" {
				t.Errorf("call %s ended with %+v", id, m)
			}
			if after := next(); after != "" {
				t.Errorf("call %s: after the response came %s", id, after)
			}
		})
	}
	all.Wait()
}

func TestHTTPProgressOfTheSessionlessProtocol(t *testing.T) {
	s, _ := mustServer(t, stepper())
	w := serveWeb(t, s, HTTPOptions{})
	meta := strings.Replace(modernMeta, `"_meta":{`, `"_meta":{"progressToken":"p",`, 1)
	response := w.do("POST", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"step","arguments":{"times":3},`+meta+`}}`,
		"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "step")
	next := events(t, response.Body)
	for n := 1; n <= 3; n++ {
		if m := parse(t, next()); m.Params.Progress != float64(n) {
			t.Errorf("%d is %+v", n, m)
		}
	}
	if m := parse(t, next()); m.text() != "done" {
		t.Errorf("the end is %+v", m)
	}
	if status, got := w.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"step","arguments":{"times":3},`+meta+`}}`,
		"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "other"); status != 400 || !strings.Contains(got, "-32020") {
		t.Errorf("headers that say something else: %d %s", status, got)
	}
}

func TestHTTPCancellation(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call))
	w := serveWeb(t, s, HTTPOptions{})
	one, two := w.session("{}"), w.session("{}")
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}`
	answered := make(chan string, 2)
	for _, h := range [][]string{one, two} {
		go func() {
			_, got := w.post(callLine("9007199254740993", "gate", "{}"), h...)
			answered <- got
		}()
		wait(t, "the call begins", g.began)
	}
	if status, _ := w.post(cancel, one...); status != 202 {
		t.Errorf("the cancellation was answered %d", status)
	}
	if err := waitErr(t, "the call ends", g.ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := parse(t, <-answered).text(); got != "E_CANCELLED: the call was cancelled" {
		t.Error(got)
	}
	// Without a session nobody can say whose call is meant.
	if status, _ := w.post(cancel); status != 202 {
		t.Errorf("the cancellation was answered %d", status)
	}
	close(g.open)
	if got := parse(t, <-answered).text(); got != "let go" {
		t.Errorf("the call of another session: %s", got)
	}
}

func TestHTTPClientThatGoesAway(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call))
	w := serveWeb(t, s, HTTPOptions{})
	h := w.session("{}")
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, "POST", w.url, strings.NewReader(callLine("1", "gate", "{}")))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(h[0], h[1])
	go func() {
		if response, err := http.DefaultClient.Do(r); err == nil {
			response.Body.Close()
		}
	}()
	wait(t, "the call begins", g.began)
	cancel()
	if err := waitErr(t, "the call ends", g.ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestHTTPRoots(t *testing.T) {
	s, _ := mustServer(t, rooter())
	w := serveWeb(t, s, HTTPOptions{})
	h, other := w.session(`{"roots":{}}`), w.session(`{"roots":{}}`)
	response := w.do("POST", callLine("9007199254740993", "roots", "{}"), h...)
	next := events(t, response.Body)
	ask := parse(t, next())
	if ask.Method != "roots/list" {
		t.Fatalf("asked was %+v", ask)
	}
	answer := `{"jsonrpc":"2.0","id":` + string(ask.ID) + `,"result":{"roots":[{"uri":"file:///tmp/x"}]}}`
	if status, _ := w.post(answer, other...); status < 400 {
		t.Errorf("the answer of another session was taken: %d", status)
	}
	if status, got := w.post(answer, h...); status != 202 {
		t.Errorf("the answer was answered %d %s", status, got)
	}
	if m := parse(t, next()); m.text() != `["/tmp/x"] nil=false` || string(m.ID) != "9007199254740993" {
		t.Errorf("%+v", m)
	}
	none := w.session(`{}`)
	if _, got := w.post(callLine("1", "roots", "{}"), none...); parse(t, got).text() != "[] nil=true" {
		t.Error(got)
	}
}

func TestHTTPShutdown(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call))
	w := serveWeb(t, s, HTTPOptions{})
	h := w.session("{}")
	stream := w.do("GET", "", h...)
	if stream.StatusCode != 200 || stream.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("GET: %s", stream.Status)
	}
	answered := make(chan string, 1)
	go func() {
		_, got := w.post(callLine("1", "gate", "{}"), h...)
		answered <- got
	}()
	wait(t, "the call begins", g.began)
	w.stop()
	if _, err := io.ReadAll(stream.Body); err != nil { // it ends, and that first
		t.Errorf("the stream: %v", err)
	}
	close(g.open)
	if got := parse(t, <-answered).text(); got != "let go" {
		t.Errorf("the call that ran was answered %q", got)
	}
	if err := waitErr(t, "the server ends", w.done); err != nil {
		t.Error(err)
	}
	if _, err := net.DialTimeout("tcp", w.addr, time.Second); err == nil {
		t.Error("it still listens")
	}
}

func TestHTTPCancelACallThatWaits(t *testing.T) {
	g := newGate()
	s, _ := mustServer(t, tool("gate", "", g.call), echo())
	w := serveWeb(t, s, HTTPOptions{})
	h := w.session("{}")
	answered := make(chan string, 1)
	t.Cleanup(func() { close(g.open) })
	for i := range maxCalls {
		go func() { w.post(callLine(fmt.Sprint(i), "gate", "{}"), h...) }()
		wait(t, "a call begins", g.began)
	}
	go func() {
		_, got := w.post(`{"jsonrpc":"2.0","id":"waits","method":"tools/call","params":{"name":"echo"}}`, h...)
		answered <- got
	}()
	// The cancellation takes another connection and may overtake the call, so it is sent until the call has it.
	for {
		w.post(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"waits"}}`, h...)
		select {
		case got := <-answered:
			if text := parse(t, got).text(); text != "E_CANCELLED: the call was cancelled" {
				t.Error(got)
			}
			return
		default:
		}
	}
}
