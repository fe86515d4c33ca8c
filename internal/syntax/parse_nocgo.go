//go:build !cgo

package syntax

import (
	"fmt"
	"time"
)

// parseOnce has no grammars: they are C.
func parseOnce(lang Language, text []byte, _ *time.Duration) (nodes []Node, hasError bool, err error) {
	return nil, false, ParseOnly(lang, text)
}

// ParseOnly has none either.
func ParseOnly(lang Language, _ []byte) error {
	return fmt.Errorf("%w: %s: this program was built without cgo", ErrUnsupported, lang)
}
