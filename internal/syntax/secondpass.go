package syntax

import (
	"bytes"
	"slices"
	"sort"
	"time"
)

// maxPasses bounds how often a file is masked and parsed again. Once is the rule; more are needed where an
// error has hidden others, or where an edit turned out to be wrong.
const maxPasses = 8

// secondPass hides the known gaps of the grammars in a text that was not understood everywhere and parses it
// again. It gives nodes only if everything was understood then: what grammars make of broken code is a guess,
// and a guess about altered text is not better than the first one.
func secondPass(lang Language, text []byte, nodes []Node, budget *time.Duration) ([]Node, bool) {
	masked := text
	var edits []edit
	wrong := map[edit]bool{}
	dropped := false
	for range maxPasses {
		found := newEdits(masked, nodes, wrong)
		if len(found) == 0 && !dropped {
			return nil, false
		}
		edits = append(edits, found...)
		parsed, hasError, err := parseOnce(lang, apply(text, edits), budget)
		if err != nil {
			return nil, false
		}
		nodes = parsed
		kept := dropMisplaced(nodes, edits, wrong)
		dropped = len(kept) < len(edits)
		if !dropped && !hasError {
			nodes = restoreFacts(text, nodes, edits)
			countRows(text, nodes)
			return nodes, true
		}
		edits = kept
		masked = apply(text, edits)
	}
	return nil, false
}

// countRows sets the rows of nodes anew: an edit may stand in the place of a line end.
func countRows(text []byte, nodes []Node) {
	row, at := uint32(0), uint32(0)
	for i := range nodes {
		if start := nodes[i].Start; start > at {
			row += uint32(bytes.Count(text[at:start], []byte{'\n'}))
			at = start
		}
		nodes[i].Row = row
	}
}

// newEdits gives the edits for gaps, or if there are none those for bare ampersands, which hide all else.
func newEdits(text []byte, nodes []Node, wrong map[edit]bool) []edit {
	found := slices.DeleteFunc(findGaps(text, nodes), func(e edit) bool { return wrong[e] })
	if len(found) == 0 {
		return findAmpersands(text, nodes)
	}
	return found
}

// dropMisplaced gives the edits without those that are not at the place where they hold. Those it adds to wrong.
func dropMisplaced(nodes []Node, edits []edit, wrong map[edit]bool) []edit {
	types := outermostTypes(nodes)
	parents := parentsOf(nodes)
	kept := make([]edit, 0, len(edits))
	for _, e := range edits {
		ok := true
		switch e.place {
		case insideType:
			i := sort.Search(len(types), func(i int) bool { return int(types[i].End) >= e.end() })
			ok = i < len(types) && int(types[i].Start) <= e.at
		case typeParameter:
			i := firstFrom(nodes, e.at)
			ok = i < len(nodes) && parents[i] >= 0 && nodes[parents[i]].Kind == KindTypeParameters
		}
		if ok {
			kept = append(kept, e)
		} else {
			wrong[e] = true
		}
	}
	return kept
}

// outermostTypes are the types that are not part of another; their ends ascend.
func outermostTypes(nodes []Node) []Node {
	var types []Node
	for i := 0; i < len(nodes); {
		if !nodes[i].Kind.IsType() {
			i++
			continue
		}
		types = append(types, nodes[i])
		i = int(nodes[i].Next)
	}
	return types
}
