package mcp

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// guard lets through what this server is meant to serve: the right path, a Host that is this machine's own (a page that
// rebinds its name to this address sends its name), an Origin that is this machine's own (a page of another site sends
// that site's), and the token.
func (s *Server) guard(h HTTPOptions, next http.Handler) http.Handler {
	token := sha256.Sum256([]byte(h.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w = &deadlineWriter{ResponseWriter: w}
		switch {
		case !allowedHost(r, h.AllowedHosts):
			http.Error(w, "this Host is not served; allow it if it is yours", http.StatusForbidden)
		case !allowedOrigin(r.Header.Values("Origin"), h.AllowedOrigins):
			http.Error(w, "this Origin is not served; allow it if it is yours", http.StatusForbidden)
		case h.Token != "" && !authorized(r, token):
			w.Header().Set("WWW-Authenticate", challenge(r))
			http.Error(w, "the request needs the header Authorization: Bearer TOKEN, with the server's token", http.StatusUnauthorized)
		case r.URL.Path != endpoint:
			http.Error(w, "only "+endpoint+" is served", http.StatusNotFound)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// allowedHost reports whether the request was meant for this machine: the client named loopback, or the address itself
// that it connected to, or a name that the operator listed.
func allowedHost(r *http.Request, listed []string) bool {
	name := hostname(r.Host)
	if isLocalName(name) || slices.Contains(listed, r.Host) || slices.Contains(listed, name) {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	address, err := netip.ParseAddr(name)
	return ok && err == nil && local.IP.Equal(address.AsSlice())
}

// allowedOrigin reports whether a page of that origin may ask. Programs send none.
func allowedOrigin(origins, listed []string) bool {
	for _, origin := range origins {
		if slices.Contains(listed, origin) {
			continue
		}
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !isLocalName(u.Hostname()) {
			return false
		}
	}
	return true
}

func isLocalName(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(name)
	return err == nil && address.IsLoopback()
}

// hostname is a Host header without the port and the brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// authorized compares hashes, so that the time tells neither the token nor its length.
func authorized(r *http.Request, token [sha256.Size]byte) bool {
	given := sha256.Sum256([]byte(bearer(r)))
	return subtle.ConstantTimeCompare(given[:], token[:]) == 1
}

// bearer is the token of a request, "" if it has none. The scheme's case does not matter (RFC 9110, section 11.1).
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimLeft(token, " ")
}

// challenge says what is missing (RFC 6750, section 3): an error only if there was a token.
func challenge(r *http.Request) string {
	if bearer(r) == "" {
		return `Bearer realm="sentinel"`
	}
	return `Bearer realm="sentinel", error="invalid_token"`
}

// deadlineWriter gives up on a client that does not take what is written. A deadline for the whole response would end
// streams and long calls.
type deadlineWriter struct{ http.ResponseWriter }

func (w *deadlineWriter) Write(p []byte) (int, error) {
	w.extend()
	return w.ResponseWriter.Write(p)
}

func (w *deadlineWriter) Flush() {
	w.extend()
	_ = http.NewResponseController(w.ResponseWriter).Flush() // a failure shows at the next write
}

func (w *deadlineWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *deadlineWriter) extend() {
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
}
