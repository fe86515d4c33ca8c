package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestWriteFileHonoursUmask(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "out")
	if err := write(path, writing("new", nil)); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %o, want 640 under umask 027", info.Mode().Perm())
	}
}

// TestWriteFileDiskFull fills a real file system, which needs the right to mount one.
func TestWriteFileDiskFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	put(t, filepath.Join(dir, "out"), "old", 0o644)
	err := write(filepath.Join(dir, "out"), writing(strings.Repeat("x", 1<<20), nil))
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want no space left", err)
	}
	wantFiles(t, dir, map[string]string{"out": "old"})
}

func TestWriteFileDirectly(t *testing.T) {
	if err := write("/dev/full", writing("x", nil)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("/dev/full: error %v, want no space left", err)
	}
	if err := write("/dev/null", writing("x", nil)); err != nil {
		t.Errorf("/dev/null: %v", err)
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile(fifo, os.O_RDWR, 0) // opened for both, so that neither side waits for the other
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := write(fifo, writing("report", nil)); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 6)
	if _, err := io.ReadFull(reader, text); err != nil || string(text) != "report" {
		t.Errorf("the FIFO gave %q, %v", text, err)
	}
}
