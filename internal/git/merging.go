package git

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// mergeHeadLimit is room for more parents than git merges at once.
const mergeHeadLimit = 64 << 10

// MergeHeads are the commits that a merge under way merges into HEAD, none when there is no merge. A commit made
// now would have them as further parents.
func MergeHeads(info Info) ([]OID, error) {
	data, err := readRegular(filepath.Join(info.GitDir, "MERGE_HEAD"), mergeHeadLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read MERGE_HEAD: %w", withoutPath(err))
	}
	var heads []OID
	for _, word := range strings.Fields(string(data)) {
		if !OID(word).valid() {
			return nil, fmt.Errorf("MERGE_HEAD: %q is no object id", clip(word))
		}
		heads = append(heads, OID(word))
	}
	return heads, nil
}
