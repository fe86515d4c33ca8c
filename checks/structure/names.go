package structure

import "hash/maphash"

// symbol is a name that occurs in a file; symbols count from 0 in the order of first occurrence.
type symbol int32

const noSymbol symbol = -1

// names gives equal identifiers of one file the same symbol. It is a hash table with open addressing:
// a file has as many lookups as identifiers, and a Go map with string keys would allocate for each name.
type names struct {
	seed maphash.Seed
	// slots hold symbol+1, 0 where empty; their number is a power of two.
	slots []symbol
	list  []name
}

// name is where a symbol first occurs, and its chain of occurrences.
type name struct {
	text        []byte
	hash        uint64
	first, last int32
	// global is the binding of the occurrences that the file does not declare, once the symbol is resolved.
	global int32
}

func newNames() names {
	return names{seed: maphash.MakeSeed(), slots: make([]symbol, 256)}
}

// find is the slot of a name: its symbol's, or the empty one where it belongs.
func (n *names) find(hash uint64, s []byte) int {
	mask := uint64(len(n.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		id := n.slots[i]
		if id == 0 {
			return int(i)
		}
		known := &n.list[id-1]
		if known.hash == hash && string(known.text) == string(s) {
			return int(i)
		}
	}
}

// add is the symbol of a name, which it keeps.
func (n *names) add(s []byte) symbol {
	hash := maphash.Bytes(n.seed, s)
	slot := n.find(hash, s)
	if id := n.slots[slot]; id != 0 {
		return id - 1
	}
	n.list = append(n.list, name{text: s, hash: hash, first: -1, last: -1})
	n.slots[slot] = symbol(len(n.list))
	if 2*len(n.list) > len(n.slots) {
		n.grow()
	}
	return symbol(len(n.list) - 1)
}

func (n *names) grow() {
	n.slots = make([]symbol, 4*len(n.slots))
	mask := uint64(len(n.slots) - 1)
	for id := range n.list {
		i := n.list[id].hash & mask
		for n.slots[i] != 0 {
			i = (i + 1) & mask
		}
		n.slots[i] = symbol(id + 1)
	}
}

// lookup is the symbol of a name, noSymbol where the file does not have it.
func (n *names) lookup(s string) symbol {
	slot := n.find(maphash.String(n.seed, s), []byte(s))
	return n.slots[slot] - 1
}
