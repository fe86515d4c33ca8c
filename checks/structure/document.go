package structure

import (
	"bytes"
	"slices"

	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// maxFacts is how many facts of one kind a document has. More is not a map of the file any more;
// Omitted says how many were left out.
const maxFacts = 100

// Status of a document.
const (
	statusComplete   = "complete"
	statusIncomplete = "incomplete"
)

// document is the structural map of one file. Lists are in source order, facts each once, at their first line.
// It repeats names of the file, clipped: of modules, exports, environment variables, routes. It repeats no
// bodies, comments or other strings.
type document struct {
	AnalysisStatus string          `json:"analysisStatus"`
	Language       syntax.Language `json:"language"`
	Mission        mission         `json:"mission"`
	World          world           `json:"world"`
	// Constraints are what holds for whoever works with the file: see doNotExecute and readTheSource.
	Constraints []string `json:"constraints"`
	// Forbidden is what nobody should run without reading it: the operations of critical and high risk.
	Forbidden []forbidden `json:"forbidden"`
	Summary   summary     `json:"summary"`
	Facts     facts       `json:"facts"`
	// Omitted counts the facts left out of each list, by the list's key.
	Omitted map[string]int `json:"omitted,omitempty"`
}

// The constraints.
const (
	doNotExecute  = "do not execute"  // there is something in Forbidden
	readTheSource = "read the source" // the file was not understood whole
)

// mission says what was analysed.
type mission struct {
	// Target is the file's path, or the name that came with content which is in no file.
	Target string `json:"target"`
}

type world struct {
	// Risk is critical, high, medium or low, or unknown for a file that was not understood whole and
	// shows no risk as far as it was.
	Risk string `json:"risk"`
	// RiskFloor is set where the risk may be higher than what was seen: in an incomplete file.
	RiskFloor string `json:"riskFloor,omitempty"`
}

type summary struct {
	Lines int `json:"lines"`
	// Operations counts the findings in the file.
	Operations int `json:"operations"`
}

type forbidden struct {
	Rule   string `json:"rule"`
	Risk   string `json:"risk"`
	Line   int    `json:"line"`
	Column int    `json:"column"` // in code points, from 1
	// Code is what is called, under its real name: "child_process.exec".
	Code string `json:"code"`
}

type facts struct {
	Imports         []importFact    `json:"imports"`
	Exports         []exportFact    `json:"exports"`
	Routes          []routeFact     `json:"routes"`
	Env             []envFact       `json:"env"`
	FS              []operationFact `json:"fs"`
	Net             []operationFact `json:"net"`
	Process         []operationFact `json:"process"`
	Crypto          []operationFact `json:"crypto"`
	DynamicCode     []operationFact `json:"dynamicCode"`
	NativeCode      []operationFact `json:"nativeCode"`
	Deserialize     []operationFact `json:"deserialize"`
	ComputedModules []operationFact `json:"computedModules"`
}

// operationFact is one function that the file calls or hands on.
type operationFact struct {
	Code string `json:"code"`
	// Lines are where, in order, each once.
	Lines []int `json:"lines"`
}

// documentOf makes the map of an analysed file. levels are those of the operations' rules.
func (a *analysis) documentOf(path string, signals []signal, levels [operationCount]finding.Level) document {
	d := document{
		AnalysisStatus: statusComplete,
		Language:       a.tree.Language,
		Mission:        mission{finding.Printable(path)},
		Constraints:    []string{},
		Summary:        summary{Lines: countLines(a.text)},
		Forbidden:      []forbidden{},
	}
	worst := a.weigh(&d, signals, levels)
	d.World.Risk = worst.String()
	if len(d.Forbidden) > 0 {
		d.Constraints = append(d.Constraints, doNotExecute)
	}
	if !a.tree.Complete || a.exhausted() {
		d.AnalysisStatus = statusIncomplete
		d.World.RiskFloor = worst.String()
		d.World.Risk = max(worst, riskUnknown).String()
		d.Constraints = append(d.Constraints, readTheSource)
	}
	d.Facts = a.factsOf(signals)
	d.cap()
	return d
}

// weigh counts the operations, lists those that are forbidden, and gives the risk of the worst.
func (a *analysis) weigh(d *document, signals []signal, levels [operationCount]finding.Level) risk {
	worst := riskLow
	locator := finding.NewLocator(a.text)
	for _, s := range signals {
		r := riskOf(levels[s.does])
		if r == riskLow {
			continue
		}
		d.Summary.Operations++
		worst = max(worst, r)
		if r >= riskHigh {
			n := a.nodes[s.node]
			at := locator.Region(finding.Span{Start: int(n.Start), End: int(n.Start)})
			d.Forbidden = append(d.Forbidden, forbidden{s.does.rule(), r.String(), at.StartLine, at.StartColumn, s.callee})
		}
	}
	return worst
}

func (a *analysis) factsOf(signals []signal) facts {
	return facts{
		Imports:         inOrder(a.imports, func(f importFact) importFact { f.Line = 0; return f }),
		Exports:         inOrder(a.exports, func(f exportFact) exportFact { f.Line = 0; return f }),
		Routes:          inOrder(a.routes, func(f routeFact) routeFact { f.Line = 0; return f }),
		Env:             inOrder(a.env, func(f envFact) string { return f.Name }),
		FS:              a.operations(signals, fileRead, fileWrite, fileDelete),
		Net:             a.operations(signals, networkConnect, networkListen),
		Process:         a.operations(signals, processExec),
		Crypto:          a.operations(signals, cryptography),
		DynamicCode:     a.operations(signals, dynamicCode, remoteCode, remoteImport),
		NativeCode:      a.operations(signals, nativeCode),
		Deserialize:     a.operations(signals, unsafeDeserialize),
		ComputedModules: a.operations(signals, computedModule),
	}
}

// operations are the signals of some operations, by what is called.
func (a *analysis) operations(signals []signal, wanted ...operation) []operationFact {
	list := []operationFact{}
	index := map[string]int{}
	for _, s := range signals {
		if !slices.Contains(wanted, s.does) {
			continue
		}
		i, ok := index[s.callee]
		if !ok {
			i = len(list)
			index[s.callee] = i
			list = append(list, operationFact{Code: s.callee})
		}
		line := a.line(s.node)
		if lines := list[i].Lines; len(lines) == 0 || lines[len(lines)-1] != line {
			list[i].Lines = append(lines, line)
		}
	}
	return list
}

// cap cuts every list to maxFacts and counts what is left out.
func (d *document) cap() {
	omitted := map[string]int{}
	capList(&d.Forbidden, "forbidden", omitted)
	f := &d.Facts
	capList(&f.Imports, "imports", omitted)
	capList(&f.Exports, "exports", omitted)
	capList(&f.Routes, "routes", omitted)
	capList(&f.Env, "env", omitted)
	for key, list := range map[string]*[]operationFact{
		"fs": &f.FS, "net": &f.Net, "process": &f.Process, "crypto": &f.Crypto, "dynamicCode": &f.DynamicCode,
		"nativeCode": &f.NativeCode, "deserialize": &f.Deserialize, "computedModules": &f.ComputedModules,
	} {
		capList(list, key, omitted)
		for i := range *list {
			capList(&(*list)[i].Lines, key, omitted)
		}
	}
	if len(omitted) > 0 {
		d.Omitted = omitted
	}
}

func capList[T any](list *[]T, key string, omitted map[string]int) {
	if extra := len(*list) - maxFacts; extra > 0 {
		omitted[key] += extra
		*list = (*list)[:maxFacts]
	}
}

// countLines counts lines as finding.Locator does.
func countLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
