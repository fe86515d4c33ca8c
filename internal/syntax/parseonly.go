//go:build cgo

package syntax

// #include "flatten.h"
import "C"

import (
	"fmt"
	"unsafe"
)

// ParseOnly parses text as Parse does at first and throws the tree away. It is what benchmarks compare with.
func ParseOnly(lang Language, text []byte) error {
	g, ok := grammarOf(lang)
	if !ok {
		return fmt.Errorf("%w: %q", ErrUnsupported, lang)
	}
	status := C.parse_only(g, (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint32_t(len(text)), C.uint64_t(TimeLimit.Microseconds()))
	return statusError(lang, status)
}
