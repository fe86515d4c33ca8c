package git

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strconv"
)

// pointerLimit is the size under which a Git LFS pointer stays, by its specification.
const pointerLimit = 1024

// pointerText is a pointer file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md.
var pointerText = regexp.MustCompile(`\Aversion https://git-lfs\.github\.com/spec/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize ([0-9]+)\n\z`)

// pointer is what a Git LFS pointer says of the content it stands for.
type pointer struct {
	sum  string
	size int64
}

func parsePointer(blob []byte) (pointer, bool) {
	if len(blob) >= pointerLimit {
		return pointer{}, false
	}
	m := pointerText.FindSubmatch(blob)
	if m == nil {
		return pointer{}, false
	}
	size, err := strconv.ParseInt(string(m[2]), 10, 64)
	return pointer{string(m[1]), size}, err == nil
}

// smudged reports whether a file on disk is the content that a pointer stands for: then it is unchanged,
// although its bytes are not those of the index. This is what the lfs filter would have found.
func (w *worktree) smudged(path string, p pointer) (bool, error) {
	info, err := w.lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != p.size {
		return false, nil // then it did change
	}
	f, _, err := w.open(path, p.size)
	if err != nil {
		return false, fmt.Errorf("compare %s with its LFS pointer: %w", path, withoutPath(err))
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(f, p.size+1)); err != nil {
		return false, fmt.Errorf("compare %s with its LFS pointer: %w", path, withoutPath(err))
	}
	want, err := hex.DecodeString(p.sum)
	return err == nil && bytes.Equal(sum.Sum(nil), want), nil
}
