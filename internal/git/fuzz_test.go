package git

import (
	"bytes"
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

func FuzzParseStatus(f *testing.F) {
	f.Add([]byte("1 .M N... 100644 100644 100644 " + idA + " " + idA + " a b\x00? new\x00"))
	f.Add([]byte("2 R. N... 100644 100644 100644 " + idA + " " + idA + " R100 to\x00from\x00! ignored\x00# x\x00"))
	f.Add([]byte("u UU N... 100644 100644 100644 100644 " + idA + " " + idA + " " + idB + " c\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parseStatus(data)
		if err == nil {
			sound(t, s.Staged)
			sound(t, s.Unstaged)
		}
	})
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
