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

// parseOnce parses text with the grammar as it is, and takes what CPU time it used from the budget.
func parseOnce(lang Language, text []byte, budget *time.Duration) (nodes []Node, hasError bool, err error) {
	g, ok := grammarOf(lang)
	if !ok {
		return nil, false, fmt.Errorf("%w: %q", ErrUnsupported, lang)
	}
	f := C.flatten(g, (*C.char)(unsafe.Pointer(unsafe.SliceData(text))), C.uint32_t(len(text)), C.uint64_t(max(0, budget.Microseconds())))
	*budget -= time.Duration(f.used_micros) * time.Microsecond
	if err := statusError(lang, f.status); err != nil {
		return nil, false, err
	}
	defer C.free(unsafe.Pointer(f.nodes))
	nodes = append([]Node(nil), unsafe.Slice((*Node)(unsafe.Pointer(f.nodes)), int(f.count))...)
	return nodes, bool(f.has_error), nil
}

func statusError(lang Language, status C.uint32_t) error {
	switch status {
	case C.FLATTEN_OK:
		return nil
	case C.FLATTEN_TIMEOUT:
		return ErrTimeout
	case C.FLATTEN_NO_MEMORY:
		return ErrMemory
	}
	return fmt.Errorf("%w: the grammar for %s does not fit the parser", ErrUnsupported, lang)
}
