package git

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const (
	idA = "1111111111111111111111111111111111111111"
	idB = "2222222222222222222222222222222222222222"
)

// sound checks what every list of deltas promises.
func sound(t *testing.T, list []Delta) {
	t.Helper()
	inOrder(t, list)
	for _, d := range list {
		if d.Path() == "" || d.Score < 0 || d.Score > 100 || !strings.ContainsRune("ACDMRTUX", rune(d.Status)) {
			t.Errorf("%+v", d)
		}
		for _, e := range []Entry{d.Old, d.New} {
			if e.OID != "" && !e.OID.valid() {
				t.Errorf("id %q", e.OID)
			}
		}
	}
}

func FuzzParseRaw(f *testing.F) {
	f.Add([]byte(":100644 100644 " + idA + " " + idB + " M\x00a\x00:000000 100644 " + noID + " " + idB + " A\x00b\nc\x00"))
	f.Add([]byte(":100644 100755 " + idA + " " + idB + " R086\x00a\x00b\x00:100644 000000 " + idA + " " + noID + " U\x00c\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := parseRaw(data)
		if err == nil {
			sound(t, list)
		}
	})
}

// parseStatus reads a whole answer, in pieces of a size.
func parseStatus(data []byte, size int) (WorktreeStatus, error) {
	var untracked []Entry
	reader := &statusReader{untracked: func(e Entry) { untracked = append(untracked, e) }}
	answer := &records{each: reader.record}
	for piece := range slices.Chunk(data, size) {
		if _, err := answer.Write(piece); err != nil {
			return WorktreeStatus{}, err
		}
	}
	if err := answer.end(); err != nil {
		return WorktreeStatus{}, err
	}
	s, err := reader.end()
	s.Untracked = untracked
	return s, err
}

// FuzzStatus: in what pieces an answer comes does not matter.
func FuzzStatus(f *testing.F) {
	f.Add([]byte("1 .M N... 100644 100644 100644 "+idA+" "+idA+" a b\x00? new\x00? new2\x00"), 3)
	f.Add([]byte("2 R. N... 100644 100644 100644 "+idA+" "+idA+" R100 to\x00from\x00! ignored\x00# x\x00"), 1)
	f.Add([]byte("2 .C N... 100644 100644 100644 "+idA+" "+idA+" C075 to\x00from\x00? nested/\x00? a\x00"), 40)
	f.Add([]byte("u UU N... 100644 100644 100644 100644 "+idA+" "+idA+" "+idB+" c\x00"), 7)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if size < 1 {
			size = 1
		}
		s, err := parseStatus(data, max(len(data), 1))
		again, second := parseStatus(data, size)
		if fmt.Sprint(err) != fmt.Sprint(second) || !reflect.DeepEqual(s, again) {
			t.Errorf("whole: %+v, %v; in pieces of %d: %+v, %v", s, err, size, again, second)
		}
		if err != nil {
			return
		}
		sound(t, s.Staged)
		sound(t, s.Unstaged)
		if !slices.IsSortedFunc(s.Untracked, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }) {
			t.Errorf("not sorted: %v", s.Untracked)
		}
	})
}

// A record without end must not fill the memory.
func TestARecordHasALimit(t *testing.T) {
	t.Parallel()
	calls := 0
	answer := &records{each: func(string) error { calls++; return nil }}
	piece := bytes.Repeat([]byte("x"), 1<<16)
	for range 2 * recordLimit / len(piece) {
		if _, err := answer.Write(piece); err != nil {
			if len(answer.part) > recordLimit || calls > 0 {
				t.Errorf("kept %d bytes, called %d times", len(answer.part), calls)
			}
			return
		}
	}
	t.Error("it was taken whole")
}

func FuzzParseIndex(f *testing.F) {
	f.Add([]byte("100644 " + idA + " 0\ta\x00100644 " + idA + " 1\tb\x00120000 " + idB + " 2\tb\x00"))
	f.Fuzz(func(t *testing.T, data []byte) { listed(t, parseIndex, data) })
}

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 blob " + idA + "\ta\x00160000 commit " + idB + "\tsm\x00"))
	f.Fuzz(func(t *testing.T, data []byte) { listed(t, parseTree, data) })
}

func listed(t *testing.T, parse func([]byte) ([]Entry, error), data []byte) {
	t.Helper()
	list, err := parse(data)
	if err != nil {
		return
	}
	if !slices.IsSortedFunc(list, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("not sorted")
	}
	for _, e := range list {
		if e.Path == "" {
			t.Error("an empty path")
		}
	}
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("local\x00core.bare\nfalse\x00global\x00filter.a=b.c.clean\nx\ny\x00local\x00core.novalue\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseConfig(data)
		if err != nil {
			return
		}
		names, err := c.filters()
		if err == nil {
			for _, p := range filterPins(names) {
				if strings.ContainsRune(p.key, 0) {
					t.Errorf("key %q", p.key)
				}
			}
		}
		c.partial()
	})
}

// FuzzParseIndexFile: what was read and written again is read as the same.
func FuzzParseIndexFile(f *testing.F) {
	entry := indexEntry{stat: make([]byte, statBytes), oid: make([]byte, 20), extended: skipWorktree, name: "a/b"}
	f.Add(formatIndexFile([]indexEntry{entry, {stat: entry.stat, oid: entry.oid, name: "c"}}, 20), 20)
	f.Fuzz(func(t *testing.T, data []byte, idBytes int) {
		if idBytes != 20 {
			idBytes = 32
		}
		list, err := parseIndexFile(data, idBytes)
		if err != nil {
			return
		}
		again, err := parseIndexFile(formatIndexFile(list, idBytes), idBytes)
		if err != nil || len(again) != len(list) {
			t.Fatalf("%d entries became %d, %v", len(list), len(again), err)
		}
		for i, e := range list {
			if again[i].name != e.name || !bytes.Equal(again[i].stat, e.stat) || !bytes.Equal(again[i].oid, e.oid) {
				t.Errorf("entry %d: %+v became %+v", i, e, again[i])
			}
		}
	})
}

func FuzzParseObjectHead(f *testing.F) {
	f.Add(idA + " blob 12\n")
	f.Add(idA + " missing\n")
	f.Fuzz(func(t *testing.T, line string) {
		if _, size, err := parseObjectHead(line, idA); err == nil && size < 0 {
			t.Errorf("size %d", size)
		}
	})
}

func FuzzParseIDs(f *testing.F) {
	f.Add([]byte("-" + idA + "\n" + idB + "\n"))
	f.Add([]byte("tree " + idA + "\nparent " + idB + "\nauthor x\n\nparent " + idA + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		plain, _ := parseIDs(data)
		commits, boundary, _ := parseBoundary(data)
		parents, _ := parseParents(data)
		for _, id := range slices.Concat(plain, commits, boundary, parents) {
			if !id.valid() {
				t.Errorf("id %q", id)
			}
		}
	})
}

func FuzzParseAttributes(f *testing.F) {
	f.Add([]byte("a\nb\x00filter\x00lfs\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		parseAttributes(data) //nolint:errcheck // must only not panic
		traceVersion(string(data))
		parsePointer(data)
		parseVersion(string(data))
	})
}

func FuzzParseFlagged(f *testing.F) {
	f.Add([]byte("H a\x00h b\x00S c\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if list, err := parseFlagged(data); err == nil && !slices.IsSorted(list) {
			t.Errorf("not sorted: %q", list)
		}
	})
}

func FuzzParsePush(f *testing.F) {
	f.Add([]byte("refs/heads/a " + idA + " refs/heads/b " + noID + "\n(delete) " + noID + " refs/heads/b " + idB + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		refs, err := ParsePush(bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, r := range refs {
			if r.LocalRef == "" || r.RemoteRef == "" || r.LocalOID != "" && !r.LocalOID.valid() || r.RemoteOID != "" && !r.RemoteOID.valid() {
				t.Errorf("%+v", r)
			}
		}
	})
}

func FuzzTreeEntries(f *testing.F) {
	f.Add([]byte("100644 a\x00aaaaaaaaaaaaaaaaaaaa40000 b\x00bbbbbbbbbbbbbbbbbbbb"))
	f.Add([]byte("100644 a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for e, err := range treeEntries(data, 20) {
			if err == nil && len(e.id) != 20 {
				t.Errorf("an id of %d bytes", len(e.id))
			}
		}
	})
}
