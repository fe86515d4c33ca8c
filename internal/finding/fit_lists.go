package finding

import (
	"slices"
	"sort"
)

// entryList is a list of changes.
type entryList struct {
	field string
	// sizes are those of its first 0, 1, 2, ... entries.
	sizes []int
	cut   func(n int)
}

func listsOf(c *Changes) []entryList {
	var lists []entryList
	for _, s := range Sections() {
		lists = append(lists, listOf("changes."+string(s), c.List(s)))
	}
	return append(lists, listOf("changes.files", &c.Files))
}

func listOf[T any](field string, list *[]T) entryList {
	return entryList{field, entrySizes(*list), func(n int) { *list = slices.Clip((*list)[:n]) }}
}

// whole are the lengths of the lists as they are.
func (f *fitting) whole() []int {
	lengths := make([]int, len(f.lists))
	for i, l := range f.lists {
		lengths[i] = len(l.sizes) - 1
	}
	return lengths
}

// entries is the size of lists cut to lengths.
func (f *fitting) entries(lengths []int) int {
	total := 0
	for i, l := range f.lists {
		total += l.sizes[lengths[i]]
		if lengths[i] < len(l.sizes)-1 {
			total += f.fieldSize(l.field)
		}
	}
	return total
}

// lengths are those that fit into room: the longest lists cut to one length, or one entry more.
func (f *fitting) lengths(room int) []int {
	whole := f.whole()
	atMost := func(n int) []int {
		lengths := slices.Clone(whole)
		for i := range lengths {
			lengths[i] = min(lengths[i], n)
		}
		return lengths
	}
	over := sort.Search(slices.Max(whole)+1, func(n int) bool { return f.entries(atMost(n)) > room })
	lengths := atMost(max(over-1, 0))
	for i := range lengths {
		if lengths[i] < whole[i] {
			lengths[i]++
			if f.entries(lengths) > room {
				lengths[i]--
			}
		}
	}
	return lengths
}

func (f *fitting) cutLists(lengths []int) {
	for i, l := range f.lists {
		n, all := lengths[i], len(l.sizes)-1
		if n == all {
			continue
		}
		l.cut(n)
		f.dropped += l.sizes[all] - l.sizes[n]
		f.fields[l.field] = true
		f.r.Changes.ListTruncated = true
	}
}
