package mcp

import (
	"crypto/rand"
	"errors"
	"sync"
)

// errNoSession makes mcp-go answer 404, after which a client begins anew.
var errNoSession = errors.New("there is no such session")

// sessions are the ids that this server gave to clients over HTTP. mcp-go's own managers know either no id or keep every
// id that ever ended.
type sessions struct {
	mu   sync.Mutex
	open map[string]struct{}
}

func newSessions() *sessions { return &sessions{open: make(map[string]struct{})} }

// Generate begins a session. Its id cannot be guessed.
func (s *sessions) Generate() string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[id] = struct{}{}
	return id
}

// Validate is an error for a session that does not exist, or does no longer.
func (s *sessions) Validate(id string) (terminated bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.open[id]; !ok {
		return false, errNoSession
	}
	return false, nil
}

// Terminate ends a session, if it exists.
func (s *sessions) Terminate(id string) (notAllowed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, id)
	return false, nil
}
