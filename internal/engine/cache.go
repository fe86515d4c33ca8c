package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	"sentinel/checks"
)

// cache keeps views between runs, in files outside the repository. A view depends on the file's path, its content
// (named by its object id, or by its hash), the check and the program, so all of them are in the key. A file that is missing,
// damaged or from elsewhere is an empty one: the cache can make a run faster, never change it.
//
// The views are spread over 256 files by the first byte of their key, so that a small change reads a few of them.
// A file is rewritten whole, through a rename. Two runs at once may lose each other's additions, nothing else.
type cache struct {
	dir    string
	shards [256]shard
}

type shard struct {
	once  sync.Once
	mu    sync.Mutex
	known map[key]record
	used  map[key]record // asked for or added in this run
	added bool
}

type key [sha256.Size]byte

// shardLimit bounds one cache file, in bytes: small enough to be read in about a millisecond, and 256 of them hold
// the views of some hundred thousand files. One that would grow over it starts anew with what this run used.
const shardLimit = 1 << 20

// newCache opens the cache of one program. dir may be empty: then nothing is kept.
func newCache(dir, program string) *cache {
	if dir == "" || program == "" {
		return &cache{}
	}
	return &cache{dir: filepath.Join(dir, cacheName(program))}
}

// cacheKey names a view of the content with an id; ok is false where it has none.
func cacheKey(c *checks.Check, id, path string) (k key, ok bool) {
	if id == "" {
		return key{}, false
	}
	h := sha256.New()
	for _, part := range []string{c.Name, id, path} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	return key(h.Sum(nil)), true
}

func (c *cache) get(k key, ok bool, v *view) bool {
	if c.dir == "" || !ok {
		return false
	}
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	record, hit := s.known[k]
	if !hit || !record.intact(k) || json.Unmarshal(record.view(), v) != nil {
		return false
	}
	s.used[k] = record
	return true
}

func (c *cache) put(k key, ok bool, v *view) {
	if c.dir == "" || !ok {
		return
	}
	data, err := json.Marshal(v)
	if err != nil {
		return
	}
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[k] = newRecord(k, data)
	s.used[k], s.added = s.known[k], true
}

func (c *cache) shard(k key) *shard {
	s := &c.shards[k[0]]
	s.once.Do(func() {
		s.used = map[key]record{}
		s.known = loadShard(c.path(k[0]))
	})
	return s
}

func (c *cache) path(first byte) string {
	return filepath.Join(c.dir, hex.EncodeToString([]byte{first}))
}

// save writes what this run added. Failing to is not an error: the next run is as slow as this one.
func (c *cache) save() {
	if c.dir == "" || os.MkdirAll(c.dir, 0o700) != nil {
		return
	}
	added := false
	for i := range c.shards {
		if s := &c.shards[i]; s.added {
			s.save(c.path(byte(i)))
			added = true
		}
	}
	if added {
		c.forgetOthers()
	}
}

// record is a view as a file holds it, behind its key: the length of the view (4 bytes, big-endian), a checksum of
// key and view (8 bytes), the view as JSON.
type record []byte

const recordHead = 4 + 8

func newRecord(k key, view []byte) record {
	sum := checksum(k, view)
	head := binary.BigEndian.AppendUint32(make([]byte, 0, recordHead+len(view)), uint32(len(view)))
	return append(append(head, sum[:]...), view...)
}

func (r record) view() []byte { return r[recordHead:] }

func (r record) intact(k key) bool { return checksum(k, r.view()) == [8]byte(r[4:]) }

func checksum(k key, view []byte) [8]byte {
	h := sha256.New()
	h.Write(k[:])
	h.Write(view)
	return [8]byte(h.Sum(nil)[:8])
}

func loadShard(path string) map[key]record {
	records := map[key]record{}
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > shardLimit {
		return records
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return records
	}
	for len(data) >= len(key{})+recordHead {
		k, rest := key(data), data[len(key{}):]
		n := recordHead + int(binary.BigEndian.Uint32(rest))
		if n > len(rest) {
			break
		}
		records[k] = rest[:n:n]
		data = rest[n:]
	}
	return records
}

func (s *shard) save(path string) {
	records := s.known
	if encodedSize(records) > shardLimit {
		records = s.used
	}
	var data []byte
	for k, r := range records {
		if len(data)+len(k)+len(r) > shardLimit {
			break
		}
		data = append(append(data, k[:]...), r...)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".tmp-")
	if err != nil {
		return
	}
	_, err = tmp.Write(data)
	if closeErr := tmp.Close(); err != nil || closeErr != nil || os.Rename(tmp.Name(), path) != nil {
		_ = os.Remove(tmp.Name())
	}
}

func encodedSize(records map[key]record) int {
	n := 0
	for k, r := range records {
		n += len(k) + len(r)
	}
	return n
}
