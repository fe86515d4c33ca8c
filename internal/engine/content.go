package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"unicode/utf16"
	"unicode/utf8"

	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/syntax"
)

// content is one side of one file, read and found fit to be looked at, or the reason why not.
type content struct {
	text []byte
	// id names what was read from disk for the cache, empty where git has a name for it. What is only in memory has
	// none: it is looked at once, and keeping it would cost more than that.
	id string
	// binary says that there is a NUL byte in it.
	binary bool
	// invalidAt is the offset of the first byte that is not UTF-8, -1 for none.
	invalidAt int
	skip      finding.SkipReason
	detail    string
	fault     *finding.Fault
}

// read brings a side's text. Nothing over the limit is held in memory.
func read(ctx context.Context, c *change.Change, side change.Side) content {
	raw, err := c.Read(ctx, side, syntax.MaxBytes)
	switch {
	case errors.Is(err, git.ErrTooLarge):
		return content{skip: finding.SkipTooLarge, detail: fmt.Sprintf("over %d bytes", syntax.MaxBytes)}
	case errors.Is(err, git.ErrNotRegular):
		return content{skip: finding.SkipNotRegular}
	case errors.Is(err, git.ErrMissingObject):
		return failure(side, finding.FaultMissing, err)
	case ctx.Err() != nil:
		return failure(side, finding.FaultBudget, errors.New("not looked at before the time budget ended"))
	case err != nil:
		return failure(side, finding.FaultRead, err)
	}
	in := classify(raw)
	if side.OID == "" && side.Memory == nil {
		sum := sha256.Sum256(raw)
		in.id = "sha256:" + hex.EncodeToString(sum[:])
	}
	return in
}

func failure(side change.Side, code finding.FaultCode, err error) content {
	return content{fault: &finding.Fault{
		Artifact: finding.ArtifactOf(side.Path), Code: code, Message: finding.Printable(err.Error()),
	}}
}

// classify turns raw content into text: byte order marks go, UTF-16 becomes UTF-8.
func classify(raw []byte) content {
	text, ok := decodeUTF16(raw)
	if !ok {
		text = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	}
	if lfsPointer.Match(text) {
		return content{skip: finding.SkipLFSPointer}
	}
	return content{text: text, binary: bytes.IndexByte(text, 0) >= 0, invalidAt: invalidUTF8(text)}
}

// lfsPointer is the file format of Git LFS, version 1 (git-lfs docs/spec.md): at most 1,024 bytes of "key value" lines.
var lfsPointer = regexp.MustCompile(`\Aversion https://git-lfs\.github\.com/spec/v1\n(?:[a-z0-9.-]+ [^\n]*\n)*oid sha256:[0-9a-f]{64}\nsize [0-9]+\n\z`)

// decodeUTF16 reads text that says by its byte order mark that it is UTF-16, as the TypeScript compiler does.
func decodeUTF16(raw []byte) (text []byte, ok bool) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return nil, false
	}
	units := make([]uint16, 0, len(raw)/2)
	for i := 2; i+1 < len(raw); i += 2 {
		units = append(units, order.Uint16(raw[i:]))
	}
	return []byte(string(utf16.Decode(units))), true
}

func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
