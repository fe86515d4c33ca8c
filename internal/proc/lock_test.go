package proc

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLock(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state", "locks")
	release, err := Acquire(context.Background(), folder, "/work/a", func() { t.Error("the first one waits") })
	if err != nil {
		t.Fatal(err)
	}
	other, err := Acquire(context.Background(), folder, "/work/b", func() { t.Error("another key waits") })
	if err != nil {
		t.Fatal(err)
	}
	other()

	ctx, cancel := context.WithCancel(context.Background())
	_, err = Acquire(ctx, folder, "/work/a", cancel)
	want := fmt.Sprintf("process %d runs commands in /work/a", os.Getpid())
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}

	waits := 0
	second, err := Acquire(context.Background(), folder, "/work/a", func() { waits++; release(); release() })
	if err != nil || waits != 1 {
		t.Fatalf("after the release: %v, waiting was called %d times", err, waits)
	}
	second()
	if third, err := Acquire(context.Background(), folder, "/work/a", nil); err != nil {
		t.Error("after the second release:", err)
	} else {
		third()
	}
	if info, err := os.Stat(folder); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
}

func TestLockThatCannotBeTaken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Acquire(context.Background(), file, "/work", nil); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v", err)
	}
}
