package mcp

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options says what a server serves.
type Options struct {
	// Name, Version and Instructions are what the server says of itself.
	Name, Version, Instructions string
	// Tools are served in the order of their names.
	Tools []Tool
	// Log gets one line for each thing that an operator should know; nil drops them.
	Log io.Writer
}

// maxCalls is how many tools run at once, over all connections; further calls wait, and can be cancelled while they do.
// A tool keeps a core busy and holds what it parsed, so more at once would finish later and need more memory.
const maxCalls = 16

// Server serves the tools of its options. It may serve several connections at once.
type Server struct {
	core   *server.MCPServer
	log    *slog.Logger
	slots  chan struct{} // holds one element for each tool that runs
	acting chan struct{} // holds one while a tool runs that does more than look

	connections atomic.Int64 // numbers the connections over stdio
}

// NewServer checks the tools and compiles their schemas. An error names the tool that is wrong.
func NewServer(o Options) (*Server, error) {
	s := &Server{
		core: server.NewMCPServer(o.Name, o.Version,
			server.WithInstructions(o.Instructions),
			server.WithToolCapabilities(false),
		),
		log:    newLog(o.Log),
		slots:  make(chan struct{}, maxCalls),
		acting: make(chan struct{}, 1),
	}
	tools := slices.Clone(o.Tools)
	slices.SortFunc(tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	for i, t := range tools {
		if i > 0 && tools[i-1].Name == t.Name {
			return nil, fmt.Errorf("tool %s is there twice", t.Name)
		}
		if err := s.add(t); err != nil {
			return nil, fmt.Errorf("tool %q: %w", t.Name, err)
		}
	}
	addFixtures(s)
	return s, nil
}

// add registers a tool. mcp-go's own validation of schemas stays off: its messages are Go values, and it reads the
// schema anew on each call. Tasks are not offered: in mcp-go they are cancelled as soon as they begin.
func (s *Server) add(t Tool) error {
	checked, err := check(t)
	if err != nil {
		return err
	}
	no := false
	s.core.AddTool(protocol.Tool{
		Name:            t.Name,
		Description:     t.Description,
		RawInputSchema:  t.Input,
		RawOutputSchema: t.Output,
		Annotations: protocol.ToolAnnotation{
			Title:           t.Title,
			ReadOnlyHint:    &t.ReadOnly,
			DestructiveHint: &no,
			IdempotentHint:  &t.Idempotent,
			OpenWorldHint:   &t.OpenWorld,
		},
	}, s.handler(checked))
	return nil
}

// newLog makes lines without the time, which whoever keeps them adds.
func newLog(w io.Writer) *slog.Logger {
	if w == nil {
		w = io.Discard
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey && len(groups) == 0 {
				return slog.Attr{}
			}
			return a
		},
	}))
}
