package mcp

import (
	"fmt"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// session is what mcp-go remembers of a client over stdio. mcp-go's own is one for the whole process.
type session struct {
	id            string
	notifications chan protocol.JSONRPCNotification

	mu           sync.Mutex
	initialized  bool
	client       protocol.Implementation
	capabilities protocol.ClientCapabilities
	level        protocol.LoggingLevel
}

var (
	_ server.SessionWithClientInfo = (*session)(nil)
	_ server.SessionWithLogging    = (*session)(nil)
)

func newSession(number int64) *session {
	return &session{
		id:            fmt.Sprintf("stdio-%d", number),
		notifications: make(chan protocol.JSONRPCNotification, 100),
		level:         protocol.LoggingLevelError,
	}
}

func (s *session) SessionID() string { return s.id }

func (s *session) NotificationChannel() chan<- protocol.JSONRPCNotification { return s.notifications }

func (s *session) Initialize() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initialized = true
}

func (s *session) Initialized() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.initialized
}

func (s *session) GetClientInfo() protocol.Implementation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client
}

func (s *session) SetClientInfo(client protocol.Implementation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client = client
}

func (s *session) GetClientCapabilities() protocol.ClientCapabilities {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.capabilities
}

func (s *session) SetClientCapabilities(capabilities protocol.ClientCapabilities) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.capabilities = capabilities
}

func (s *session) GetLogLevel() protocol.LoggingLevel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.level
}

func (s *session) SetLogLevel(level protocol.LoggingLevel) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.level = level
}
