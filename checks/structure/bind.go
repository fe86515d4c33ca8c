package structure

import "sort"

// binding is a name in a scope: what declarations of it and assignments to it are about.
type binding struct {
	sym symbol
	// scope the name is declared in, -1 for a name that the file does not declare.
	scope int32
	// targets are where it is declared or assigned, reads where it is used: indexes of occurrences.
	targets, reads []int32
	// value is the one expression that it always is, -1 where there is none.
	value int32
	// values are what it was found to hold so far.
	values []value
}

const unresolved int32 = -1

// maxValues bounds what one name is followed as, so that names which hold everything cost no more. Code that
// people write has one or two; a file with a name of more is said to be incomplete.
const maxValues = 16

// resolve finds the bindings of a symbol and links all its occurrences to them. Most symbols never need it.
func (a *analysis) resolve(sym symbol) {
	first := a.names.list[sym].first
	if a.occurrences[first].binding != unresolved {
		return
	}
	var targets []target
	var declared []int32 // bindings
	inScope := map[int32]int32{}
	for o := first; o >= 0; o = a.occurrences[o].next {
		t := a.targetOf(&a.occurrences[o])
		targets = append(targets, t)
		if t.use != declares {
			continue
		}
		if _, ok := inScope[t.scope]; !ok {
			inScope[t.scope] = a.newBinding(sym, t.scope)
			declared = append(declared, inScope[t.scope])
		}
	}
	undeclared := a.newBinding(sym, -1)
	a.names.list[sym].global = undeclared
	sort.Slice(declared, func(i, j int) bool {
		return a.scopes[a.bindings[declared[i]].scope].start < a.scopes[a.bindings[declared[j]].scope].start
	})
	open := nesting{a: a, waiting: declared, outermost: undeclared}
	i := 0
	for o := first; o >= 0; o = a.occurrences[o].next {
		id := open.at(a.occurrences[o].node)
		if targets[i].use == declares {
			id = inScope[targets[i].scope]
		}
		a.link(o, id, targets[i])
		i++
	}
}

func (a *analysis) newBinding(sym symbol, scope int32) int32 {
	a.bindings = append(a.bindings, binding{sym: sym, scope: scope, value: -1})
	return int32(len(a.bindings) - 1)
}

// link makes an occurrence one of a binding's.
func (a *analysis) link(o, id int32, t target) {
	a.occurrences[o].binding = id
	b := &a.bindings[id]
	switch t.use {
	case reads:
		b.reads = append(b.reads, o)
	case declares, assigns:
		b.targets = append(b.targets, o)
		b.value = -1
		if t.use == declares && len(b.targets) == 1 && t.top == a.occurrences[o].node {
			b.value = t.fixed
		}
	}
}

// nesting is a sweep over the scopes that declare one symbol: the innermost one around each node, for nodes
// asked for in source order. Its cost does not depend on how deep scopes are nested.
type nesting struct {
	a *analysis
	// waiting are bindings whose scopes have not begun, open those that nodes are inside of.
	waiting, open []int32
	outermost     int32
}

func (n *nesting) at(node int32) int32 {
	scopeOf := func(id int32) scope { return n.a.scopes[n.a.bindings[id].scope] }
	for len(n.waiting) > 0 && scopeOf(n.waiting[0]).start <= node {
		next := n.waiting[0]
		n.waiting = n.waiting[1:]
		n.closeBefore(scopeOf(next).start)
		n.open = append(n.open, next)
	}
	n.closeBefore(node)
	if len(n.open) == 0 {
		return n.outermost
	}
	return n.open[len(n.open)-1]
}

// closeBefore drops the scopes that end before a node.
func (n *nesting) closeBefore(node int32) {
	for len(n.open) > 0 && n.a.scopes[n.a.bindings[n.open[len(n.open)-1]].scope].end <= node {
		n.open = n.open[:len(n.open)-1]
	}
}

// occurrenceAt is the occurrence at a node, -1 where the node is none.
func (a *analysis) occurrenceAt(node int32) int32 {
	i := sort.Search(len(a.occurrences), func(i int) bool { return a.occurrences[i].node >= node })
	if i < len(a.occurrences) && a.occurrences[i].node == node {
		return int32(i)
	}
	return -1
}

// bindingAt is the binding of the identifier at a node, -1 where it is no name.
func (a *analysis) bindingAt(node int32) int32 {
	o := a.occurrenceAt(node)
	if o < 0 {
		return -1
	}
	a.resolve(a.occurrences[o].sym)
	return a.occurrences[o].binding
}
