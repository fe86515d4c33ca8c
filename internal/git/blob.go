package git

import (
	"crypto/sha1" //nolint:gosec // it is what git names objects by
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// IsBlob reports whether id is the id of a blob with that content.
func (id OID) IsBlob(content []byte) bool {
	object := append(fmt.Appendf(nil, "blob %d\x00", len(content)), content...)
	switch len(id) {
	case hex.EncodedLen(sha1.Size):
		sum := sha1.Sum(object) //nolint:gosec // as above
		return hex.EncodeToString(sum[:]) == string(id)
	case hex.EncodedLen(sha256.Size):
		sum := sha256.Sum256(object)
		return hex.EncodeToString(sum[:]) == string(id)
	}
	return false
}
