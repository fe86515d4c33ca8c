package report

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sentinel/internal/finding"
)

// writing is a format that writes text and then ends with err.
func writing(text string, err error) Format {
	return Format{Name: "test", Write: func(w io.Writer, _ finding.Result, _ Options) error {
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		return err
	}}
}

func write(path string, f Format) error {
	return WriteFile(context.Background(), path, f, finding.Result{}, Options{})
}

// wantFiles holds a directory to exactly these files and contents: nothing half-written is left.
func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if expected, ok := want[e.Name()]; !ok || expected != string(text) {
			t.Errorf("%s holds %.40q, want %.40q (expected at all: %t)", e.Name(), text, expected, ok)
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d", len(entries), len(want))
	}
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestWriteFileReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	put(t, path, strings.Repeat("a long old report\n", 1000), 0o640)
	if err := write(path, writing("new", nil)); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"out": "new"}) // go-sarif's own WriteFile leaves the old end
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %o, want the old file's 640", info.Mode().Perm())
	}
}

// TestWriteFileIsNoTerminal: the options are the terminal's, which the other report of a run goes to.
func TestWriteFileIsNoTerminal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	text, err := Lookup("text")
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(t.Context(), path, text, rich(), Options{Color: true, Width: 40}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := render(t, "text", rich(), Options{}); string(got) != string(want) {
		t.Errorf("the file has escape sequences or wrapped lines:\n%s", got)
	}
}

// TestWriteFileFails: a report that broke off leaves the old file, or none.
func TestWriteFileFails(t *testing.T) {
	broken := writing(strings.Repeat("half ", 10000), errFull)
	dir := t.TempDir()
	if err := write(filepath.Join(dir, "out"), broken); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	wantFiles(t, dir, nil)
	put(t, filepath.Join(dir, "out"), "old", 0o644)
	if err := write(filepath.Join(dir, "out"), broken); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	wantFiles(t, dir, map[string]string{"out": "old"})
}

func TestWriteFilePanics(t *testing.T) {
	dir := t.TempDir()
	func() {
		defer func() { _ = recover() }()
		_ = write(filepath.Join(dir, "out"), Format{Write: func(io.Writer, finding.Result, Options) error { panic("bug") }})
	}()
	wantFiles(t, dir, nil)
}

// TestWriteFileToRedirectedOutput: /dev/stdout may be a file that already has output.
func TestWriteFileToRedirectedOutput(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	put(t, path, "before\n", 0o644)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := write(filepath.Join("/dev/fd", strconv.Itoa(int(f.Fd()))), writing("report\n", nil)); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "before\nreport\n" {
		t.Errorf("the file holds %q", text)
	}
}

// TestWriteFileRefuses: what is refused stays as it was, and the error says what to do.
func TestWriteFileRefuses(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	put(t, target, "precious", 0o644)
	link, dangling := filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	for name, to := range map[string]string{link: target, dangling: filepath.Join(dir, "nowhere")} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		link:                                  "symbolic link",
		dangling:                              "symbolic link",
		dir:                                   "directory",
		filepath.Join(dir, "no", "such", "d"): "no such file or directory",
		filepath.Join(target, "below"):        "not a directory",
	} {
		err := write(path, writing("x", nil))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want the path and %q", path, err, want)
		}
		if err != nil && strings.Contains(err.Error(), ".sentinel-") {
			t.Errorf("the error names a temporary file: %v", err)
		}
	}
	if text, _ := os.ReadFile(target); string(text) != "precious" {
		t.Errorf("the link's target was overwritten with %q", text)
	}
	if _, err := os.Lstat(filepath.Join(dir, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file was made through a dangling link")
	}
}
