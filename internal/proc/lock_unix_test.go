//go:build unix

package proc

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// Two users have no folder for locks in common, nor have two runs with different folders for caches.
func TestLockIsOneForAllWhoReachTheWorkTree(t *testing.T) {
	workTree, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(workTree, link); err != nil {
		t.Fatal(err)
	}
	release, err := Acquire(context.Background(), t.TempDir(), workTree, nil)
	if err != nil {
		t.Fatal(err)
	}
	waits := 0
	second, err := Acquire(context.Background(), t.TempDir(), link, func() { waits++; release() })
	if err != nil || waits != 1 {
		t.Fatalf("%v, waited %d times", err, waits)
	}
	second()
}

func TestLockNeedsNoFolderWhereTheWorkTreeCanBeLocked(t *testing.T) {
	release, err := Acquire(context.Background(), os.DevNull, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	release()
}
