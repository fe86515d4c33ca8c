package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// HTTPOptions guard a server that listens on the network.
type HTTPOptions struct {
	// Token is what a client has to send as "Authorization: Bearer TOKEN". It may be empty on loopback only.
	Token string
	// AllowedHosts are values of the Host header, with or without a port, that are served beside loopback names and
	// the address that the client connected to.
	AllowedHosts []string
	// AllowedOrigins are values of the Origin header that are served beside those of loopback.
	AllowedOrigins []string
	// MaxBody is the most bytes of a request's body; 0 means 8 MiB.
	MaxBody int64
}

// The time that a client may take, so that slow ones do not pile up.
const (
	headerTimeout = 10 * time.Second // for the headers of a request
	bodyTimeout   = 30 * time.Second // for its body, which is 8 MiB at most
	writeTimeout  = 30 * time.Second // to take what is written in one piece
	idleTimeout   = 2 * time.Minute  // between requests; longer than a model thinks, mostly
	// sessionTimeout is for a session that nobody uses: a day, because clients are left open over night and not all of
	// them begin anew when their session is gone.
	sessionTimeout = 24 * time.Hour
	// shutdownLimit is how long calls may still run when the server is told to end.
	shutdownLimit = 10 * time.Second
)

// maxHeader is how many bytes the headers of a request may have: a token, and little else.
const maxHeader = 64 << 10

// endpoint is the only path that is served.
const endpoint = "/mcp"

// ServeHTTP serves clients that connect to the listener, at /mcp, until ctx ends; calls that run then may finish.
// It closes the listener.
func (s *Server) ServeHTTP(ctx context.Context, listener net.Listener, h HTTPOptions) error {
	if h.Token == "" && !isLoopback(listener.Addr()) {
		listener.Close()
		return fmt.Errorf("%s can be reached from other machines: a token is needed, or an address of loopback", listener.Addr())
	}
	closing, stop := context.WithCancel(ctx)
	defer stop()
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	web := &http.Server{
		Handler:           s.guard(h, s.transport(closing, h)),
		BaseContext:       func(net.Listener) context.Context { return requests },
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	select {
	case err := <-failed:
		_ = web.Close()
		return fmt.Errorf("serve %s: %w", listener.Addr(), err)
	case <-ctx.Done():
	}
	if err := shutdown(web, cancel); err != nil {
		return fmt.Errorf("stop serving %s: %w", listener.Addr(), err)
	}
	return nil
}

// shutdown lets calls finish, then cancels them, then closes their connections.
func shutdown(web *http.Server, cancel context.CancelFunc) error {
	for _, limit := range []time.Duration{shutdownLimit, graceLimit} {
		ctx, done := context.WithTimeout(context.Background(), limit)
		err := web.Shutdown(ctx)
		done()
		if !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		cancel()
	}
	return web.Close()
}

// transport is mcp-go's handler behind what it lacks. closing ends the streams that would last for ever.
func (s *Server) transport(closing context.Context, h HTTPOptions) *transport {
	t := &transport{
		server:   s,
		closing:  closing,
		maxBody:  h.MaxBody,
		sessions: newSessions(),
		calls:    newInflight(),
	}
	if t.maxBody <= 0 {
		t.maxBody = maxMessage
	}
	t.inner = server.NewStreamableHTTPServer(s.core,
		server.WithSessionIdManager(t.sessions),
		server.WithSessionIdleTTL(sessionTimeout),
		server.WithStreamableHTTPLogger(s.log),
		server.WithDisableLocalhostProtection(true), // guard does it, and knows which other names are allowed
	)
	context.AfterFunc(closing, func() { _ = t.inner.Shutdown(context.WithoutCancel(closing)) })
	return t
}

// isLoopback reports whether only this machine can connect.
func isLoopback(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
