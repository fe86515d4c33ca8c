//go:build cgo

package syntax

import (
	"fmt"
	"os"
	"testing"
)

// residentBytes is the memory that the process has in use, as Linux says.
func residentBytes(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, resident int
	if _, err := fmt.Sscan(string(data), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * os.Getpagesize()
}
