package mcp

import (
	"strings"
	"testing"
)

func TestHTTPSession(t *testing.T) {
	s, _ := mustServer(t, echo())
	w := serveWeb(t, s, HTTPOptions{})
	h := w.session("{}")
	for _, id := range []string{"1", "9007199254740993", `"9007199254740993"`, "1e3", "-7"} {
		status, got := w.post(callLine(id, "echo", `{"number":9007199254740993}`), h...)
		m := parse(t, got)
		if status != 200 || string(m.ID) != id || m.text() != `{"number":9007199254740993}` {
			t.Errorf("id %s: %d %s", id, status, got)
		}
	}
	for name, headers := range map[string][]string{"no session": {}, "a made up one": {"Mcp-Session-Id", "mcp-session-8f6a3a3e-0000-4000-8000-000000000000"}} {
		if status, got := w.post(callLine("1", "echo", "{}"), headers...); status != 404 {
			t.Errorf("%s: %d %s", name, status, got)
		}
	}
	for name, headers := range map[string][]string{"no session": {}, "a made up one": {"Mcp-Session-Id", "x"}} {
		if status := w.do("GET", "", headers...).StatusCode; status != 404 {
			t.Errorf("a stream for %s: %d", name, status)
		}
	}
	if status := w.do("GET", "", "MCP-Protocol-Version", "2026-07-28").StatusCode; status != 405 {
		t.Errorf("a stream where the protocol has none: %d", status)
	}
	status, got := w.post(callLine("1", "echo", `{"number":1e999}`), h...)
	if m := parse(t, got); string(m.ID) != "1" || !strings.Contains(got, `"code":-32602,"message":"the params do not have`) {
		t.Errorf("a number too large: %d %s", status, got)
	}
	if got := w.do("DELETE", "", h...).StatusCode; got != 200 {
		t.Errorf("DELETE: %d", got)
	}
	if status, _ := w.post(callLine("1", "echo", "{}"), h...); status != 404 {
		t.Errorf("after DELETE: %d", status)
	}
	if got := w.do("DELETE", "", h...).StatusCode; got != 404 {
		t.Errorf("DELETE of what is gone: %d", got)
	}
}
