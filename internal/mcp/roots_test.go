package mcp

import (
	"strings"
	"testing"
)

func TestRootsAreAskedOnTheSamePipe(t *testing.T) {
	s, _ := mustServer(t, rooter())
	c := connect(t, s)
	c.initialize(`{"roots":{}}`)
	c.send(callLine("1", "roots", "{}"))
	ask := parse(t, c.next())
	if ask.Method != "roots/list" {
		t.Fatalf("asked was %+v", ask)
	}
	c.send(`{"jsonrpc":"2.0","id":` + string(ask.ID) + `,"result":{"roots":[{"uri":"file:///tmp/a%20b"},{"uri":"https://example.org/x"},{"uri":"file://elsewhere/x"},{"uri":"file:///tmp/c/../d"}]}}`)
	if got := parse(t, c.next()).text(); got != `["/tmp/a b" "/tmp/d"] nil=false` {
		t.Error(got)
	}
	c.send(callLine("2", "roots", "{}"))
	ask = parse(t, c.next())
	c.send(`{"jsonrpc":"2.0","id":` + string(ask.ID) + `,"error":{"code":-1,"message":"no\nway"}}`)
	if got := parse(t, c.next()); !got.Result.IsError || got.text() != `E_ROOTS: roots/list: the client answered: no\x0away` {
		t.Error(got.text())
	}
}

func TestRootsAreNotAskedOfAClientWithoutThem(t *testing.T) {
	s, _ := mustServer(t, rooter())
	c := connect(t, s)
	c.initialize(`{}`)
	c.send(callLine("1", "roots", "{}"))
	if got := parse(t, c.next()).text(); got != "[] nil=true" {
		t.Error(got)
	}
}

func TestRootsOfAClientThatIsGone(t *testing.T) {
	s, _ := mustServer(t, rooter())
	c := connect(t, s)
	c.initialize(`{"roots":{}}`)
	c.send(callLine("1", "roots", "{}"))
	c.next()
	if got := c.end(); len(got) != 1 || !strings.Contains(got[0], "the client closed the connection") {
		t.Errorf("%q", got)
	}
}

func TestTwoConnectionsDoNotMix(t *testing.T) {
	s, _ := mustServer(t, rooter(), echo())
	one, two := connect(t, s), connect(t, s)
	one.initialize(`{"roots":{}}`)
	two.initialize(`{}`)
	two.send(callLine("1", "roots", "{}"))
	if got := parse(t, two.next()).text(); got != "[] nil=true" {
		t.Error(got)
	}
	one.send(callLine("1", "roots", "{}"))
	if got := parse(t, one.next()); got.Method != "roots/list" {
		t.Errorf("%+v", got)
	}
}

func TestRootsAreKnownToACallSentWithTheHandshake(t *testing.T) {
	for range 50 {
		s, _ := mustServer(t, rooter())
		c := connect(t, s)
		c.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"t","version":"1"},"capabilities":{"roots":{}}}}`,
			callLine("1", "roots", "{}"))
		c.next()
		if got := parse(t, c.next()); got.Method != "roots/list" {
			t.Fatalf("the client has roots, and was sent %+v", got)
		}
		c.end()
	}
}
