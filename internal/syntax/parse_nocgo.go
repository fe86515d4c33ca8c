//go:build !cgo

package syntax

import (
	"fmt"
	"time"
)

// parseOnce has no grammars: they are C.
func parseOnce(lang Language, _ []byte, _ *time.Duration) (nodes []Node, hasError bool, err error) {
	return nil, false, fmt.Errorf("%w: %s: this program was built without cgo", ErrUnsupported, lang)
}

// ParseOnly has no grammars either.
func ParseOnly(lang Language, _ []byte) error {
	return fmt.Errorf("%w: %s: this program was built without cgo", ErrUnsupported, lang)
}
