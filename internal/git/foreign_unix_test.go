//go:build unix

package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestForeignOwner: git refuses such a repository, because its configuration could run something. Here nothing can.
func TestForeignOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to another user")
	}
	f := seeded(t)
	f.Write("new", "x\n")
	f.Add("new")
	f.Must(filepath.WalkDir(f.Dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, 54321, 54321)
	}))
	if _, err := f.Try("status"); err == nil {
		t.Fatal("git does not refuse the repository, so this test proves nothing")
	}
	for name, r := range backends(f) {
		deltas, err := r.DiffIndex(t.Context())
		if err != nil || len(deltas) != 1 || r.Info().Foreign != "54321" {
			t.Errorf("%s: %v, %v, owner %q", name, deltas, err, r.Info().Foreign)
		}
		if status, err := r.Status(t.Context()); err != nil || len(status.Staged) != 1 || len(status.Unstaged) != 0 {
			t.Errorf("%s: %+v, %v", name, status, err)
		}
	}
}
