package engine

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
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
