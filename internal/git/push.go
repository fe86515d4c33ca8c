package git

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// PushRef is one line of what git writes to a pre-push hook: a ref to be updated at the remote.
type PushRef struct {
	// LocalRef may also be "HEAD", an object id, or "(delete)".
	LocalRef string
	// LocalOID is empty for a deletion.
	LocalOID  OID
	RemoteRef string
	// RemoteOID is empty for a ref that the remote has not got.
	RemoteOID OID
}

// Deletion reports whether the push removes the ref from the remote.
func (r PushRef) Deletion() bool { return r.LocalOID == "" }

// New reports whether the remote has no such ref yet.
func (r PushRef) New() bool { return r.RemoteOID == "" }

// pushLineLimit is over twice the longest path that a file system takes for a ref.
const pushLineLimit = 16 << 10

// ParsePush reads the standard input of a pre-push hook, as githooks(5) describes it:
// "LOCAL-REF LOCAL-ID REMOTE-REF REMOTE-ID" a line. Nothing at all means that there is nothing to push.
func ParsePush(r io.Reader) ([]PushRef, error) {
	var refs []PushRef
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, pushLineLimit)
	for n := 1; lines.Scan(); n++ {
		ref, err := parsePushLine(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("pre-push input, line %d: %w", n, err)
		}
		refs = append(refs, ref)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("pre-push input, line %d: %w", len(refs)+1, err)
	}
	return refs, nil
}

func parsePushLine(text string) (PushRef, error) {
	f := strings.Split(text, " ")
	if len(f) != 4 {
		return PushRef{}, fmt.Errorf("%d fields instead of 4: %q; it must be what git gives a pre-push hook, unchanged", len(f), clip(text))
	}
	for _, i := range []int{0, 2} {
		if f[i] == "" {
			return PushRef{}, fmt.Errorf("a ref name is empty: %q", clip(text))
		}
	}
	local, err := parsePushID(f[1])
	if err != nil {
		return PushRef{}, err
	}
	remote, err := parsePushID(f[3])
	if err != nil {
		return PushRef{}, err
	}
	if len(f[1]) != len(f[3]) {
		return PushRef{}, fmt.Errorf("one object id has %d digits, the other %d", len(f[1]), len(f[3]))
	}
	return PushRef{LocalRef: f[0], LocalOID: local, RemoteRef: f[2], RemoteOID: remote}, nil
}

// parsePushID reads an object id; all zeroes, 40 or 64 of them, mean none.
func parsePushID(s string) (OID, error) {
	id := OID(s)
	if !id.valid() {
		return "", fmt.Errorf("%q is no object id of 40 or 64 hex digits", clip(s))
	}
	if id.zero() {
		return "", nil
	}
	return id, nil
}
