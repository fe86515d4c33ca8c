//go:build !cgo

package syntax

import (
	"errors"
	"strings"
	"testing"
)

func TestWithoutCgoParseSaysWhatItCannotDo(t *testing.T) {
	_, err := Parse(JavaScript, []byte("f()"))
	if !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "without cgo") {
		t.Errorf("Parse: %v, want ErrUnsupported that names cgo", err)
	}
}
