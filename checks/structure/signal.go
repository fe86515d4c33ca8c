package structure

import (
	"sort"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// signal is one thing that the file does.
type signal struct {
	does operation
	// node is what is reported: the callee, or the expression that hands a value on.
	node int32
	// call is the call, -1 where there is none.
	call int32
	// also are other parts that tell it from signals with the same callee: what bind was given, the name that
	// a member is computed by.
	also []int32
	// callee is what is called or handed on, wherever it comes from and however it is spelt: "child_process.exec".
	callee  string
	message string
}

func (a *analysis) report(s signal) {
	if a.nodes[s.node].Kind == syntax.KindCallExpression && a.isNewStatement(s.node) {
		s.node = int32(a.tree.Child(int(s.node), syntax.FieldArguments))
	}
	a.signals = append(a.signals, s)
}

// sortedSignals are the signals in source order, each once: a name may hold the same thing in two ways.
func (a *analysis) sortedSignals() []signal {
	sort.SliceStable(a.signals, func(i, j int) bool {
		x, y := a.signals[i], a.signals[j]
		if x.node != y.node {
			return a.nodes[x.node].Start < a.nodes[y.node].Start ||
				a.nodes[x.node].Start == a.nodes[y.node].Start && x.node < y.node
		}
		return x.does < y.does
	})
	var kept []signal
	for _, s := range a.signals {
		if n := len(kept); n == 0 || kept[n-1].node != s.node || kept[n-1].does != s.does {
			kept = append(kept, s)
		}
	}
	return kept
}

func (a *analysis) reportOf(s signal, k *keys) checks.Report {
	n := a.nodes[s.node]
	return checks.Report{
		Rule:    s.does.rule(),
		Span:    finding.Span{Start: int(n.Start), End: int(n.End)},
		Message: s.message,
		Key:     k.key(s),
	}
}

// describe says what a value is: "exec from node:child_process", "execa", "Bun.spawn".
func (v value) describe() string {
	switch {
	case v.module == "":
		return v.e.path
	case v.e.isModule:
		return checks.Clip(v.module)
	}
	return v.e.name + " from " + checks.Clip(v.module)
}

// named is a value under the name that the file has for it: "exec from child_process",
// or "run (exec from child_process)" where the names differ.
func (a *analysis) named(node int32, v value) string {
	written := a.lastName(node)
	if written == "" || written == v.e.name || written == v.module || written == "then" && v.e.isModule {
		return v.describe()
	}
	return checks.Clip(written) + " (" + v.describe() + ")"
}
