//go:build cgo

package syntax

// #include "flatten.h"
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"time"
	"unsafe"
)

// parseOnce parses text with the grammar as it is. text must be what the tree's offsets refer to, byte for byte.
func parseOnce(lang Language, text []byte, limit time.Duration) (nodes []Node, hasError bool, err error) {
	if limit < time.Microsecond {
		return nil, false, ErrTimeout // the parser takes zero for no limit
	}
	g, ok := grammarOf(lang)
	if !ok {
		return nil, false, fmt.Errorf("%w: %q", ErrUnsupported, lang)
	}
	f := C.flatten(g, (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint32_t(len(text)), C.uint64_t(limit.Microseconds()))
	switch f.status {
	case C.FLATTEN_OK:
	case C.FLATTEN_TIMEOUT:
		return nil, false, ErrTimeout
	case C.FLATTEN_NO_MEMORY:
		return nil, false, ErrMemory
	default:
		return nil, false, fmt.Errorf("%w: the grammar for %s does not fit the parser", ErrUnsupported, lang)
	}
	defer C.free(unsafe.Pointer(f.nodes))
	nodes = append([]Node(nil), unsafe.Slice((*Node)(unsafe.Pointer(f.nodes)), int(f.count))...)
	return nodes, bool(f.has_error), nil
}
