package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// othersKept is how many caches of other programs stay: one for going back and forth between two versions, one to
// spare. Each may have 256 times shardLimit, and nobody reads that of a program which was replaced.
const othersKept = 2

// forgetOthers removes the caches of other programs but those that were added to last.
func (c *cache) forgetOthers() {
	parent := filepath.Dir(c.dir)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	type other struct {
		name  string
		added time.Time
	}
	var others []other
	for _, e := range entries {
		if !e.IsDir() || e.Name() == filepath.Base(c.dir) || !isCacheName(e.Name()) { // a link is no folder
			continue
		}
		if info, err := e.Info(); err == nil {
			others = append(others, other{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(others, func(a, b other) int { return cmp.Or(b.added.Compare(a.added), cmp.Compare(a.name, b.name)) })
	for _, o := range others[min(othersKept, len(others)):] {
		_ = os.RemoveAll(filepath.Join(parent, o.name)) // the next run tries again
	}
}

const cachePrefix = "views-"

func cacheName(program string) string {
	sum := sha256.Sum256([]byte(program))
	return cachePrefix + hex.EncodeToString(sum[:8])
}

// isCacheName reports whether a folder was named by cacheName.
func isCacheName(name string) bool {
	sum, ok := strings.CutPrefix(name, cachePrefix)
	_, err := hex.DecodeString(sum)
	return ok && err == nil && len(sum) == 16
}
