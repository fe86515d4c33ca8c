package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// damage changes the last byte of every cache file.
func damage(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		data[len(data)-1] ^= 1
		return os.WriteFile(path, data, 0o600)
	})
	if err != nil || files == 0 {
		t.Fatalf("damaged %d files: %v", files, err)
	}
}

// TestCachesOfOldProgramsGo: every build has its own, and would leave it behind for ever.
func TestCachesOfOldProgramsGo(t *testing.T) {
	t.Parallel()
	dir, elsewhere := t.TempDir(), t.TempDir()
	var names []string
	for i, program := range []string{"oldest", "older", "old", "new"} {
		name := cacheName(program)
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "00"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		age := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, name), age, age); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	// Neither what a link leads to nor what is somebody else's is touched.
	link := cacheName("link")
	if err := os.Symlink(elsewhere, filepath.Join(dir, link)); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"views-mine", "other"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c := newCache(dir, "this")
	c.save()
	if left := len(list(t, dir)); left != len(names)+4 {
		t.Errorf("%d are left after a run that added nothing", left)
	}
	c.put(key{}, true, &view{})
	c.save()
	want := []string{link, names[2], names[3], cacheName("this"), "views-mine", "other"}
	slices.Sort(want)
	if got := list(t, dir); !slices.Equal(got, want) {
		t.Errorf("left are\n%q, want\n%q", got, want)
	}
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func FuzzLoadShard(f *testing.F) {
	var k key
	f.Add([]byte{})
	f.Add(append(k[:], newRecord(k, []byte(`{}`))...))
	f.Add(append(k[:], 0xff, 0xff, 0xff, 0xff))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "00")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for k, r := range loadShard(path) {
			r.intact(k)
		}
	})
}
