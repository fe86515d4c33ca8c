package mcp

import (
	"context"
	"io"
	"net"
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

// HTTPOptions guard a server that listens on the network.
type HTTPOptions struct {
	// Token is what a client has to send as "Authorization: Bearer TOKEN". It may be empty on loopback only.
	Token string
	// AllowedHosts are values of the Host header, with or without a port, that are served beside loopback names and
	// the listener's own address.
	AllowedHosts []string
	// AllowedOrigins are values of the Origin header that are served beside those of loopback.
	AllowedOrigins []string
	// MaxBody is the most bytes of a request's body; 0 means the default.
	MaxBody int64
}

// Server serves the tools of its options. It may serve several connections at once.
type Server struct {
	options Options
}

// NewServer checks the tools and compiles their schemas. An error names the tool that is wrong.
func NewServer(o Options) (*Server, error) {
	return &Server{options: o}, nil
}

// ServeStdio serves one client that writes to in and reads from out, one JSON message a line. It returns nil after
// the end of in, when everything read was answered, and after ctx ends; an error only if out cannot be written.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return nil
}

// ServeHTTP serves clients that connect to the listener, at /mcp, until ctx ends; calls that run then may finish.
// It closes the listener.
func (s *Server) ServeHTTP(ctx context.Context, listener net.Listener, h HTTPOptions) error {
	return nil
}
