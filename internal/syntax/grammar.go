//go:build cgo

package syntax

// #cgo CFLAGS: -O2
// #include "arena.h"
// #include "flatten.h"
// #include <stdlib.h>
import "C"

import (
	"sync"
	"unsafe"

	// The grammars bring the objects that treesitter.h declares.
	_ "github.com/smacker/go-tree-sitter/javascript"
	_ "github.com/smacker/go-tree-sitter/typescript/tsx"
	_ "github.com/smacker/go-tree-sitter/typescript/typescript"
)

var (
	javascriptGrammar = sync.OnceValue(func() *C.grammar { return newGrammar(C.tree_sitter_javascript()) })
	typescriptGrammar = sync.OnceValue(func() *C.grammar { return newGrammar(C.tree_sitter_typescript()) })
	tsxGrammar        = sync.OnceValue(func() *C.grammar { return newGrammar(C.tree_sitter_tsx()) })
)

// installArena is called before the first parse: no memory of the parser's is in use then.
var installArena = sync.OnceFunc(func() { C.arena_install() })

func grammarOf(lang Language) (*C.grammar, bool) {
	switch lang {
	case JavaScript:
		return javascriptGrammar(), true
	case TypeScript:
		return typescriptGrammar(), true
	case TSX:
		return tsxGrammar(), true
	}
	return nil, false
}

// symbolName tells named nodes and tokens with the same text apart, such as the type `string` and a string.
type symbolName struct {
	text  string
	named bool
}

// newGrammar makes a language's tables. They are C memory, because one points to the other, and live as long
// as the process. Kinds go by name, because a name may have several symbols: one for each alias.
func newGrammar(language *C.TSLanguage) *C.grammar {
	installArena()
	kinds := kindsByName()
	symbolCount := C.ts_language_symbol_count(language)
	symbols := (*C.symbol)(C.calloc(C.size_t(symbolCount), C.sizeof_symbol))
	for i := range unsafe.Slice(symbols, symbolCount) {
		id := C.uint16_t(i)
		name := symbolName{C.GoString(C.ts_language_symbol_name(language, id)), C.ts_language_symbol_type(language, id) == 0}
		s, ok := kinds[name]
		if !ok && !name.named {
			s.action = C.uint8_t(drop) // a token, so there is nothing below it
		}
		unsafe.Slice(symbols, symbolCount)[i] = s
	}

	fieldsByName := make(map[string]C.uint8_t, fieldCount)
	for f, name := range fieldNames {
		fieldsByName[name] = C.uint8_t(f)
	}
	fieldEnd := C.ts_language_field_count(language) + 1 // a grammar's fields start at 1
	fields := (*C.uint8_t)(C.calloc(C.size_t(fieldEnd), 1))
	for i := C.uint32_t(1); i < fieldEnd; i++ {
		unsafe.Slice(fields, fieldEnd)[i] = fieldsByName[C.GoString(C.ts_language_field_name_for_id(language, C.uint16_t(i)))]
	}

	g := (*C.grammar)(C.calloc(1, C.sizeof_grammar))
	*g = C.grammar{
		language: language,
		symbols:  symbols, symbol_count: symbolCount,
		fields: fields, field_count: fieldEnd,
		error_kind: C.uint16_t(KindError), missing_kind: C.uint16_t(KindMissing), operator_field: C.uint8_t(FieldOperator),
	}
	return g
}

func kindsByName() map[symbolName]C.symbol {
	symbols := make(map[symbolName]C.symbol, len(kindTable)+len(operatorTokens)+len(renamed))
	add := func(name symbolName, k Kind) {
		row := kindTable[k]
		symbols[name] = C.symbol{kind: C.uint16_t(k), action: C.uint8_t(row.action)}
		if row.fields {
			s := symbols[name]
			s.fields = 1
			symbols[name] = s
		}
	}
	for k, row := range kindTable {
		switch {
		case row.name != "":
			add(symbolName{row.name, true}, Kind(k))
		case row.token != "":
			add(symbolName{row.token, false}, Kind(k))
		}
	}
	for _, token := range operatorTokens {
		add(symbolName{token, false}, KindOperator)
	}
	for other, name := range renamed {
		symbols[symbolName{other, true}] = symbols[symbolName{name, true}]
	}
	return symbols
}
