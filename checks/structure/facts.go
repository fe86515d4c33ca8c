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

// noted is a fact and the node it was met at. Facts are met in the order in which values are followed.
type noted[F any] struct {
	node int32
	fact F
}

// moduleName is a module's name as a document repeats it. Of a data: URL it is only that: the rest is code.
func moduleName(name string) string {
	if scheme, _ := schemeOf(name); isTextURL(name) {
		return scheme + ":"
	}
	return checks.Clip(name)
}

func (a *analysis) noteImport(module string, node int32, typeOnly bool) {
	a.imports = append(a.imports, noted[importFact]{node, importFact{moduleName(module), a.line(node), typeOnly}})
}

func (a *analysis) noteExported(node int32, e exportFact) {
	if e.Name == "" {
		return
	}
	e.Name, e.From, e.Line = checks.Clip(e.Name), moduleName(e.From), a.line(node)
	a.exports = append(a.exports, noted[exportFact]{node, e})
}

func (a *analysis) noteEnv(name string, node int32) {
	a.env = append(a.env, noted[envFact]{node, envFact{checks.Clip(name), a.line(node)}})
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

// inOrder are facts in source order, of those that are the same apart from the line only the first.
func inOrder[F any, K comparable](facts []noted[F], identity func(F) K) []F {
	sort.SliceStable(facts, func(i, j int) bool { return facts[i].node < facts[j].node })
	seen := map[K]bool{}
	kept := make([]F, 0, len(facts))
	for _, f := range facts {
		if k := identity(f.fact); !seen[k] {
			seen[k] = true
			kept = append(kept, f.fact)
		}
	}
	return kept
}
