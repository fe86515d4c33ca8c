package syntax

// gap is valid code that the grammars do not understand, and how it is hidden from them. A gap is found by its
// tokens, in a file that was not understood; it is hidden by as many other bytes, so that all offsets stay.
//
// None may hide a call, a construction or an import of code. Most hide a keyword where no other code could
// have one, or replace one name by another. The others say at which place their edits hold: secondPass drops
// them unless the parse afterwards says that they are there.
type gap struct {
	name string
	// trigger is the token at which to look; empty for every word and every text of a template.
	trigger string
	// mask adds the edits for what begins at token i, if it is the gap.
	mask func(m *masker, i int)
}

// gaps are those of tree-sitter-javascript 0.21.4 and tree-sitter-typescript 0.21.2.
var gaps = []gap{
	// JavaScript.
	{"import x from 'm' assert {}", "assert", maskAssert},
	{"export * from 'm' with {}", "with", maskExportAttributes},
	{"import defer * as x from 'm', import source x from 'm'", "import", maskImportPhase},
	{"using x = y, await using x = y", "using", maskUsing},
	{"accessor x = y", "accessor", maskAccessor},
	{"@(x) class", "@", maskDecorator},
	{"#x without a semicolon before [y]", "[", maskPrivateField},
	{"#x without a semicolon before *y", "*", maskPrivateField},
	{"an arrow function without a semicolon before [...y]", "[", maskArrowFunction},
	{"escapes without a value in tagged templates", "", maskTemplateEscape},
	// TypeScript.
	{"<in out T>", "in", maskVariance},
	{"<out T>", "out", maskVariance},
	{"export type * from 'm'", "type", maskExportTypeStar},
	{"import('m').T<U>", "import", maskImportType},
	{"static [key: string]: T", "static", maskStaticIndex},
	{"call signature without a semicolon before it", "<", maskCallSignature},
	{"f<<T>(x: T) => U>()", "<", maskDoubleAngle},
	{"({ x: y }: T) => U as a type", "{", maskPatternParameter},
	{"escapes in template types", "", maskTypeEscape},
	{"keyof readonly T[]", "readonly", maskKeyofReadonly},
	{"export default function (): T", "default", maskDefaultSignature},
	{"typeof undefined as a type", "undefined", maskTypeofUndefined},
	// Names that the grammars take for keywords.
	{"abstract as a name", "abstract", maskAbstractName},
	{"using as a name", "using", maskUsingName},
	{"override as the name of a variable", "override", maskOverrideName},
	{"as as the name of a variable", "as", maskAsName},
	{"type as a name in export {}", "type", maskTypeName},
	{"type as the name of a type, before extends", "type", maskTypeVariable},
	{"in as the name of a property", "in", maskPropertyName},
	{"instanceof as the name of a property", "instanceof", maskPropertyName},
	{"in2 as the name of a property", "", maskKeywordPrefix},
	{"any and the like as names of parameters and namespaces", "", maskPredefinedName},
}

// findGaps gives the edits for all gaps in text; nodes are those of its parse.
func findGaps(text []byte, nodes []Node) []edit {
	m := newMasker(text, nodes)
	for i := range m.tokens {
		at := m.at(i)
		for g := range gaps {
			if gaps[g].trigger == at || gaps[g].trigger == "" && !m.kind(i, punctuation) {
				gaps[g].mask(m, i)
			}
		}
	}
	return m.edits
}
