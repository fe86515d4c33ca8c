package structure

import (
	"slices"

	"sentinel/internal/syntax"
)

// given are the arguments that a call gives the function it ends up in: those of exec("x"), exec.call(null, "x"),
// exec.apply(null, ["x"]), Reflect.apply(exec, null, ["x"]) and exec.bind(null, "x")() are the same. It reports
// false where not all of them can be told.
func (a *analysis) given(call int32, v value) ([]int32, bool) {
	args, whole := a.arguments(call)
	switch v.pending {
	case invoked:
		args = args[min(1, len(args)):]
	case applied, constructed:
		args, whole = a.listed(args, 1)
	case reflected:
		args, whole = a.listed(args, 2)
	}
	for _, bind := range a.bindsOf(v) {
		first, firstWhole := a.arguments(bind)
		first = first[min(1, len(first)):]
		if !firstWhole {
			return first, false
		}
		args = slices.Concat(first, args)
	}
	return args, whole
}

// listed are the elements of the array that is the argument at an index.
func (a *analysis) listed(args []int32, index int) ([]int32, bool) {
	if len(args) <= index {
		return nil, true
	}
	array := a.unwrapped(args[index])
	if a.nodes[array].Kind != syntax.KindArray {
		return nil, false
	}
	return a.elements(int(array))
}

// bindsOf are the calls of bind that a value came through with arguments, the last one first.
func (a *analysis) bindsOf(v value) []int32 {
	var calls []int32
	for bind := v.bound; bind != 0 && a.spend(1); bind = a.binds[bind] {
		calls = append(calls, bind)
	}
	return calls
}

// boundTo are the lists of arguments that bind was given for a value.
func (a *analysis) boundTo(v value) []int32 {
	var lists []int32
	for _, bind := range a.bindsOf(v) {
		if list := a.tree.Child(int(bind), syntax.FieldArguments); list >= 0 {
			lists = append(lists, int32(list))
		}
	}
	return lists
}

// stepToBind is a call of bind. It keeps what the call gives the function, apart from this.
func (a *analysis) stepToBind(call int32, v value) (int32, value, bool) {
	v.pending = called
	if args, whole := a.arguments(call); len(args) > 1 || !whole {
		if a.binds == nil {
			a.binds = map[int32]int32{}
		}
		if _, ok := a.binds[call]; !ok { // else a loop of assignments: f = f.bind(null, x)
			a.binds[call] = v.bound
		}
		v.bound = call
	}
	return call, v, true
}
