package git

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sentinel/internal/gittest"
)

// blob is the id of a file's content in HEAD.
func blob(t *testing.T, repo Repository, path string) OID {
	t.Helper()
	e, err := repo.Lookup(t.Context(), repo.Info().Head, path)
	if err != nil || e.OID == "" {
		t.Fatalf("%s: %v", path, err)
	}
	return e.OID
}

func openKept(t *testing.T, r *gittest.Repo, k *Keeper) Repository {
	t.Helper()
	repo, err := Open(t.Context(), Options{Dir: r.Dir, Env: r.Env(), Keeper: k})
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func TestKeeperReadsWithTheProcessOfTheOpeningBefore(t *testing.T) {
	r := gittest.New(t)
	r.Write("a", "one")
	r.Git("add", ".")
	r.Git("commit", "-qm", "one")
	k := NewKeeper()
	defer k.Close()

	first := openKept(t, r, k)
	blob(t, first, "a")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if len(k.kept) != 1 {
		t.Fatalf("%d processes are kept, want 1", len(k.kept))
	}
	pid := k.kept[0].cmd.Process.Pid

	// What comes into the repository later, in a pack, is found by the same process or by a new one.
	r.Write("a", "two")
	r.Git("commit", "-qam", "two")
	r.Git("repack", "-qad")
	second := openKept(t, r, k)
	text, err := second.ReadObject(t.Context(), blob(t, second, "a"), 100)
	if err != nil || string(text) != "two" {
		t.Errorf("read %q, %v", text, err)
	}
	if _, err := second.ReadObject(t.Context(), "0123456789012345678901234567890123456789", 100); !errors.Is(err, ErrMissingObject) {
		t.Errorf("an object that is nowhere gives %v", err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if len(k.kept) != 1 || k.kept[0].cmd.Process.Pid == pid {
		t.Error("a missing object was believed to an old process")
	}
}

func TestKeeperFindsWhatIsBorrowedLater(t *testing.T) {
	lender := gittest.New(t)
	lender.Write("b", "lent")
	lender.Git("add", ".")
	lender.Git("commit", "-qm", "lent")
	r := gittest.New(t)
	r.Write("a", "own")
	r.Git("add", ".")
	r.Git("commit", "-qm", "own")
	k := NewKeeper()
	defer k.Close()
	first := openKept(t, r, k)
	blob(t, first, "a")
	r.Must(first.Close())

	lent := openKept(t, lender, nil)
	defer lent.Close()
	id := blob(t, lent, "b")
	r.Must(os.WriteFile(filepath.Join(r.Dir, ".git", "objects", "info", "alternates"), []byte(filepath.Join(lender.Dir, ".git", "objects")+"\n"), 0o644))
	second := openKept(t, r, k)
	defer second.Close()
	if text, err := second.ReadObject(t.Context(), id, 100); err != nil || string(text) != "lent" {
		t.Errorf("read %q, %v", text, err)
	}
}

func TestKeeperLeavesNothingBehind(t *testing.T) {
	k := NewKeeper()
	var folders []string
	for range keptProcesses + 2 {
		r := gittest.New(t)
		r.Write("a", "a")
		r.Git("add", ".")
		r.Git("commit", "-qm", "a")
		repo := openKept(t, r, k)
		blob(t, repo, "a")
		if _, err := repo.DiffIndex(t.Context()); err != nil {
			t.Fatal(err)
		}
		folders = append(folders, repo.(*programRepo).made.dir)
		r.Must(repo.Close())
	}
	if len(k.kept) != keptProcesses {
		t.Errorf("%d processes are kept, want %d", len(k.kept), keptProcesses)
	}
	k.Close()
	for _, dir := range folders {
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s is still there", filepath.Base(dir))
		}
	}
}
