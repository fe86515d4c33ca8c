//go:build unix

package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A folder that may not be listed is none without files.
func TestUnreadableFolders(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	f := seeded(t)
	f.Write("secret/new.txt", "new\n")
	secret := filepath.Join(f.Dir, "secret")
	f.Must(os.Chmod(secret, 0))
	f.Cleanup(func() { f.Must(os.Chmod(secret, 0o755)) })
	for name, r := range backends(f) {
		if _, err := r.Changes(t.Context(), Lists{Untracked: func(Entry) {}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if said := strings.Join(r.Info().Unverified, "\n"); !strings.Contains(said, "secret/") {
			t.Errorf("%s says nothing of the folder: %q", name, said)
		}
	}
}
