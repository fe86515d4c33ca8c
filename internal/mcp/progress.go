package mcp

import (
	"encoding/json"
	"sync"
)

// progress sends the progress of one call, in order, and nothing after its end.
type progress struct {
	mu    sync.Mutex
	send  func([]byte) error // nil if there is nobody to tell, or no longer
	token json.RawMessage
	any   bool // something was reported
	last  float64
}

func newProgress(e *exchange, wanted bool) *progress {
	p := &progress{}
	if wanted {
		if p.token = e.progressToken(); p.token != nil {
			p.send = e.send
		}
	}
	return p
}

type progressMessage struct {
	Version string         `json:"jsonrpc"`
	Method  string         `json:"method"`
	Params  progressParams `json:"params"`
}

type progressParams struct {
	Token   json.RawMessage `json:"progressToken"`
	Done    float64         `json:"progress"`
	Total   *float64        `json:"total,omitempty"`
	Message string          `json:"message,omitempty"`
}

// report tells the client, and has told it when it returns. What does not grow is left out, as the protocol demands.
func (p *progress) report(done, total float64, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.send == nil || p.any && done <= p.last {
		return
	}
	m := progressMessage{"2.0", "notifications/progress", progressParams{Token: p.token, Done: done, Message: message}}
	if total > 0 {
		m.Params.Total = &total
	}
	text, err := json.Marshal(m)
	if err != nil {
		return // not a number
	}
	p.any, p.last = true, done
	if p.send(text) != nil {
		p.send = nil // the connection is gone, which the call learns from its context
	}
}

// close ends the reports: the response follows.
func (p *progress) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.send = nil
}
