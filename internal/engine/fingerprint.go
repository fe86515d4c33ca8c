package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"sentinel/checks"
	"sentinel/internal/finding"
)

// fingerprintVersion changes whenever equal findings would get other fingerprints than before.
const fingerprintVersion = "1"

// identity is what makes a finding the same one elsewhere: the rule, and the check's key or else the text of the
// lines it lies on. It holds no path and no line number.
type identity [16]byte

func identify(r checks.Report, text []byte) identity {
	h := sha256.New()
	h.Write([]byte(fingerprintVersion + "\x00" + r.Rule + "\x00"))
	if r.Key != "" {
		h.Write([]byte("key\x00" + r.Key))
	} else {
		h.Write([]byte("text\x00"))
		h.Write(normalised(text, r.Span))
	}
	return identity(h.Sum(nil)[:16])
}

// normalised is the text of the lines that a span touches, with runs of white space as one blank.
func normalised(text []byte, s finding.Span) []byte {
	start := min(max(s.Start, 0), len(text))
	end := min(max(s.End, start), len(text))
	start = bytes.LastIndexByte(text[:start], '\n') + 1
	if i := bytes.IndexByte(text[end:], '\n'); i >= 0 {
		end += i
	} else {
		end = len(text)
	}
	return bytes.Join(bytes.Fields(text[start:end]), []byte{' '})
}

// fingerprint is an identity with its ordinal among equals in one file, from 0.
func fingerprint(id identity, ordinal int) string {
	h := sha256.Sum256([]byte(string(id[:]) + strconv.Itoa(ordinal)))
	return "v" + fingerprintVersion + ":" + hex.EncodeToString(h[:16])
}
