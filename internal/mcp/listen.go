package mcp

import (
	"context"
	"net"
)

// Listen opens an address, HOST:PORT, for ServeHTTP. Port 0 is any that is free.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	return new(net.ListenConfig).Listen(ctx, "tcp", address)
}

// IsLocal reports whether only this machine can connect to a listener.
func IsLocal(l net.Listener) bool { return isLoopback(l.Addr()) }
