package report

import (
	"net/url"
	"strings"
)

// relativeURI is a repository path as a URI reference, relative to the top of the repository: every segment
// percent-encoded byte by byte, so that names that are not UTF-8 survive. "./" stands before a first segment
// that would otherwise make it an absolute reference: one with a colon is read as a scheme, and an empty one,
// which git does not have, as the root (RFC 3986, section 4.2).
func relativeURI(path string) string {
	segments := strings.Split(path, "/")
	prefix := ""
	if segments[0] == "" || strings.Contains(segments[0], ":") {
		prefix = "./"
	}
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return prefix + strings.Join(segments, "/")
}
