package git

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // the checksum that git's index format asks for
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"os"
	"strconv"
)

// A sparse index has one entry for each folder outside the sparse checkout. To answer from it git makes the missing
// entries, and on the way "writes" the folders' trees: they exist, so it sets their files' modification times instead,
// in the repository. So the shadow's copy is written out in full here.
// The format is that of https://git-scm.com/docs/index-format.

var errIndex = errors.New("the index is damaged")

// indexEntry is one entry, as far as it has to be copied.
type indexEntry struct {
	stat     []byte // ctime, mtime, dev and ino: 24 bytes; then mode; then uid, gid and size: 12 bytes
	oid      []byte
	flags    uint16
	extended uint16
	name     string
}

const (
	statBytes    = 40
	modeOffset   = 24
	treeMode     = 0o040000
	flagExtended = 0x4000
	flagName     = 0x0fff
	skipWorktree = 0x4000 // of the extended flags
)

func (e *indexEntry) mode() uint32 { return binary.BigEndian.Uint32(e.stat[modeOffset:]) }

// isSparse reports whether an index says that it has folders: by an extension without data.
func isSparse(index []byte) bool { return bytes.Contains(index, []byte("sdir\x00\x00\x00\x00")) }

// expandIndex rewrites an index file that has folders as one without. Its modification time stays.
func expandIndex(ctx context.Context, path string, objects *objectReader, idBytes int) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the copy of the index: %w", withoutPath(err))
	}
	data, err := readRegular(path, indexLimit)
	if err != nil || !isSparse(data) {
		return err
	}
	entries, err := parseIndexFile(data, idBytes)
	if err != nil {
		return err
	}
	full := make([]indexEntry, 0, 2*len(entries))
	for _, e := range entries {
		if e.mode() != treeMode {
			full = append(full, e)
			continue
		}
		if full, err = appendTree(ctx, full, objects, e.oid, e.name); err != nil {
			return fmt.Errorf("expand the sparse index: %w", err)
		}
	}
	if err := os.WriteFile(path, formatIndexFile(full, idBytes), 0o600); err != nil {
		return fmt.Errorf("write the copy of the index: %w", withoutPath(err))
	}
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		return fmt.Errorf("write the copy of the index: %w", withoutPath(err))
	}
	return nil
}

// appendTree adds the files below a folder, whose name ends in a slash.
func appendTree(ctx context.Context, list []indexEntry, objects *objectReader, tree []byte, folder string) ([]indexEntry, error) {
	got, err := objects.read(ctx, OID(fmt.Sprintf("%x", tree)), indexLimit)
	if err != nil {
		return nil, err
	}
	for e, err := range treeEntries(got.data, len(tree)) {
		if err != nil {
			return nil, err
		}
		if e.mode == folderMode {
			if list, err = appendTree(ctx, list, objects, e.id, folder+e.name+"/"); err != nil {
				return nil, err
			}
			continue
		}
		bits, err := strconv.ParseUint(e.mode, 8, 32)
		if err != nil {
			return nil, fmt.Errorf("%w: tree %x", errAnswer, tree)
		}
		entry := indexEntry{stat: make([]byte, statBytes), oid: e.id, extended: skipWorktree, name: folder + e.name}
		binary.BigEndian.PutUint32(entry.stat[modeOffset:], uint32(bits))
		list = append(list, entry)
	}
	return list, nil
}

// parseIndexFile reads the entries of an index of version 2, 3 or 4.
func parseIndexFile(data []byte, idBytes int) ([]indexEntry, error) {
	const header = 12
	if len(data) < header || string(data[:4]) != "DIRC" {
		return nil, errIndex
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 || uint64(count) > uint64(len(data))/statBytes {
		return nil, errIndex
	}
	list := make([]indexEntry, 0, count)
	rest, previous := data[header:], ""
	for range count {
		e, n, err := parseIndexEntry(rest, version, idBytes, previous)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
		rest, previous = rest[n:], e.name
	}
	return list, nil
}

// parseIndexEntry reads one entry and says how many bytes it takes.
func parseIndexEntry(data []byte, version uint32, idBytes int, previous string) (indexEntry, int, error) {
	var e indexEntry
	n := statBytes + idBytes + 2
	if len(data) < n+2 {
		return e, 0, errIndex
	}
	e.stat, e.oid = data[:statBytes], data[statBytes:statBytes+idBytes]
	e.flags = binary.BigEndian.Uint16(data[n-2:])
	if e.flags&flagExtended != 0 {
		e.extended = binary.BigEndian.Uint16(data[n:])
		n += 2
	}
	if version == 4 {
		strip, width := stripLength(data[n:])
		if width == 0 || strip > len(previous) {
			return e, 0, errIndex
		}
		e.name = previous[:len(previous)-strip]
		n += width
	}
	end := bytes.IndexByte(data[n:], 0)
	if end < 0 {
		return e, 0, errIndex
	}
	e.name += string(data[n : n+end])
	n += end + 1
	if version < 4 {
		n = (n + 7) &^ 7
	}
	if n > len(data) {
		return e, 0, errIndex
	}
	return e, n, nil
}

// stripLength reads version 4's "how much to take from the end of the name before", in the offset encoding of packs.
func stripLength(data []byte) (value, width int) {
	for i, c := range data {
		if i > 3 {
			break
		}
		value = value<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			return value, i + 1
		}
		value++
	}
	return 0, 0
}

// formatIndexFile writes entries as an index of version 3, without extensions: they only save time.
func formatIndexFile(list []indexEntry, idBytes int) []byte {
	var b bytes.Buffer
	b.WriteString("DIRC")
	word := func(v any) { _ = binary.Write(&b, binary.BigEndian, v) } // a buffer does not fail
	word(uint32(3))
	word(uint32(len(list)))
	for _, e := range list {
		start := b.Len()
		b.Write(e.stat)
		b.Write(e.oid)
		flags := e.flags&^(flagName|flagExtended) | uint16(min(len(e.name), flagName))
		if e.extended != 0 {
			flags |= flagExtended
		}
		word(flags)
		if e.extended != 0 {
			word(e.extended)
		}
		b.WriteString(e.name)
		b.Write(make([]byte, 8-(b.Len()-start)%8))
	}
	var sum hash.Hash = sha1.New() //nolint:gosec // see above
	if idBytes == sha256.Size {
		sum = sha256.New()
	}
	sum.Write(b.Bytes())
	return sum.Sum(b.Bytes())
}
