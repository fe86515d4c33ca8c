package git

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func openFolder(t *testing.T, files ...string) (*Folder, string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(name), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f, dir
}

func TestFolderListsByBytes(t *testing.T) {
	t.Parallel()
	f, _ := openFolder(t, "b", "B", "a/x", "a-b", "ä")
	entries, err := f.List("", 10)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if want := []string{"B", "a", "a-b", "b", "ä"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("List = %q, %v, want %q", got, err, want)
	}
	if _, err := f.List("", 4); !errors.Is(err, ErrTooMany) {
		t.Errorf("List of 5 with the limit 4: %v", err)
	}
}

func TestFolderFollowsNoLink(t *testing.T) {
	t.Parallel()
	f, dir := openFolder(t, "in/a")
	for name, to := range map[string]string{"folder": "in", "file": "in/a", "out": t.TempDir()} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	for _, path := range []string{"folder/a", "file", "out", "../x", "/etc/passwd"} {
		if text, err := f.Read(path, 100); err == nil {
			t.Errorf("Read(%q) = %q", path, text)
		}
	}
	for _, path := range []string{"folder", "out", "file", "in/a"} {
		if entries, err := f.List(path, 10); err == nil {
			t.Errorf("List(%q) = %v", path, entries)
		}
	}
	if info, err := f.Lstat("folder"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("Lstat of a link: %v, %v", info, err)
	}
	if text, err := f.Read("in/a", 100); err != nil || string(text) != "in/a" {
		t.Errorf("Read of a file: %q, %v", text, err)
	}
	if _, err := f.Read("in/a", 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("Read over the limit: %v", err)
	}
}
