package proc

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

type acquire func(ctx context.Context, fallback, workTree string, waiting func()) (release func(), err error)

func TestLock(t *testing.T) {
	for name, acquire := range map[string]acquire{"of the work tree": Acquire, "of a file": acquireFile} {
		t.Run(name, func(t *testing.T) {
			fallback, a, b := filepath.Join(t.TempDir(), "state", "locks"), t.TempDir(), t.TempDir()
			release, err := acquire(context.Background(), fallback, a, func() { t.Error("the first one waits") })
			if err != nil {
				t.Fatal(err)
			}
			other, err := acquire(context.Background(), fallback, b, func() { t.Error("another work tree waits") })
			if err != nil {
				t.Fatal(err)
			}
			other()

			ctx, cancel := context.WithCancel(context.Background())
			if _, err = acquire(ctx, fallback, a, cancel); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}

			waits := 0
			second, err := acquire(context.Background(), fallback, a, func() { waits++; release(); release() })
			if err != nil || waits != 1 {
				t.Fatalf("after the release: %v, waiting was called %d times", err, waits)
			}
			second()
			if third, err := acquire(context.Background(), fallback, a, nil); err != nil {
				t.Error("after the second release:", err)
			} else {
				third()
			}
			if info, err := os.Stat(fallback); err == nil && info.Mode() != fs.ModeDir|0o700 {
				t.Errorf("the folder is %v", info.Mode())
			}
		})
	}
}

func TestLockThatCannotBeTaken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if _, err := Acquire(context.Background(), file, missing, nil); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v", err)
	}
}
