//go:build unix

package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A tracked file that may not be read is listed where its time says that it was written, as git does. A file whose
// folder may not be entered and rules that may not be read are named.
func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	f := seeded(t)
	f.Write("closed/in.txt", "x\n", "rules/.gitignore", "*.log\n", "rules/a.log", "x\n")
	f.Git("add", "-f", "closed")
	f.Write("a.txt", "one\n") // the same, written anew
	f.Must(os.Chtimes(f.Path("a.txt"), time.Unix(1, 0), time.Unix(1, 0)))
	for _, name := range []string{"a.txt", "closed", "rules/.gitignore"} {
		f.Must(os.Chmod(f.Path(name), 0))
		f.Cleanup(func() { f.Must(os.Chmod(f.Path(name), 0o755)) })
	}
	for name, r := range backends(f) {
		var untracked []string
		c, err := r.Changes(t.Context(), Lists{Unstaged: true, Untracked: func(e Entry) { untracked = append(untracked, e.Path) }})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(c.Unstaged) != 1 || c.Unstaged[0].Status != 'M' || c.Unstaged[0].Path() != "a.txt" {
			t.Errorf("%s: %v", name, c.Unstaged)
		}
		if got := strings.Join(untracked, " "); got != "rules/.gitignore rules/a.log" {
			t.Errorf("%s: untracked %s", name, got)
		}
		said := strings.Join(r.Info().Unverified, "\n")
		paths := []string{"closed", "rules/.gitignore"}
		if r.Info().Backend == "go-git" {
			paths = append(paths, "a.txt") // git lists it without a word
		}
		for _, path := range paths {
			if !strings.Contains(said, path) {
				t.Errorf("%s says nothing of %s: %q", name, path, said)
			}
		}
	}
}

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
