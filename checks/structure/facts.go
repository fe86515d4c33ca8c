package structure

import (
	"sort"

	"sentinel/checks"
	"sentinel/internal/syntax"
)

// allVariables stands for the whole environment where no one variable is named.
const allVariables = "*"

// The facts of a file, as its document has them. Lines count from 1.
type (
	importFact struct {
		Module string `json:"module"`
		Line   int    `json:"line"`
		// Type says that only types are imported: nothing is loaded when the program runs.
		Type bool `json:"type,omitempty"`
	}
	exportFact struct {
		// Name is "default" for the default export, "*" for all names of From, "=" for export = value.
		Name string `json:"name"`
		Line int    `json:"line"`
		From string `json:"from,omitempty"`
		Type bool   `json:"type,omitempty"`
	}
	routeFact struct {
		Method string `json:"method"`
		Path   string `json:"path"`
		Line   int    `json:"line"`
	}
	envFact struct {
		// Name is "*" where the whole environment is read.
		Name string `json:"name"`
		Line int    `json:"line"`
	}
)

// collected are the facts of one file as they are met.
type collected struct {
	imports []importFact
	exports []exportFact
	routes  []routeFact
	env     []envFact
}

func (a *analysis) noteImport(module string, node int32, typeOnly bool) {
	a.facts.imports = append(a.facts.imports, importFact{checks.Clip(module), a.line(node), typeOnly})
}

func (a *analysis) noteExported(e exportFact) {
	if e.Name == "" {
		return
	}
	e.Name, e.From = checks.Clip(e.Name), checks.Clip(e.From)
	a.facts.exports = append(a.facts.exports, e)
}

func (a *analysis) noteEnv(name string, node int32) {
	a.facts.env = append(a.facts.env, envFact{checks.Clip(name), a.line(node)})
}

// noteEnvMember notes env.NAME, unless that is only written.
func (a *analysis) noteEnvMember(member int32, name string, known bool) {
	parent := a.parents[member]
	if a.nodes[member].Field == syntax.FieldLeft && parent >= 0 && a.nodes[parent].Kind == syntax.KindAssignmentExpression {
		return
	}
	if !known {
		name = allVariables
	}
	a.noteEnv(name, member)
}

// noteEnvCall notes a call that reads one variable, or all.
func (a *analysis) noteEnvCall(call int32, r role) {
	name := allVariables
	if args, _ := a.arguments(call); r == readsEnv && len(args) > 0 {
		if s, ok := a.fold(args[0]); ok {
			name = s
		}
	}
	a.noteEnv(name, call)
}

// inOrder sorts facts by line and keeps the first of each that is the same but for the line.
func inOrder[F any, K comparable](facts []F, line func(F) int, identity func(F) K) []F {
	sort.SliceStable(facts, func(i, j int) bool { return line(facts[i]) < line(facts[j]) })
	seen := map[K]bool{}
	kept := make([]F, 0, len(facts))
	for _, f := range facts {
		if k := identity(f); !seen[k] {
			seen[k] = true
			kept = append(kept, f)
		}
	}
	return kept
}

func importsInOrder(facts []importFact) []importFact {
	return inOrder(facts, func(f importFact) int { return f.Line }, func(f importFact) importFact { f.Line = 0; return f })
}

func exportsInOrder(facts []exportFact) []exportFact {
	return inOrder(facts, func(f exportFact) int { return f.Line }, func(f exportFact) exportFact { f.Line = 0; return f })
}

func routesInOrder(facts []routeFact) []routeFact {
	return inOrder(facts, func(f routeFact) int { return f.Line }, func(f routeFact) routeFact { f.Line = 0; return f })
}

func envInOrder(facts []envFact) []envFact {
	return inOrder(facts, func(f envFact) int { return f.Line }, func(f envFact) string { return f.Name })
}
