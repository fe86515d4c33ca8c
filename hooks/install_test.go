package hooks

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

const theirs = "#!/bin/sh\necho theirs\n"

// folderWith is a hooks folder with somebody else's pre-commit hook.
func folderWith(t *testing.T) (Folder, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "hooks")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	hook := filepath.Join(dir, PreCommit)
	if err := os.WriteFile(hook, []byte(theirs), 0o755); err != nil {
		t.Fatal(err)
	}
	return Folder{Path: dir}, hook
}

func kept(folder Folder) string { return filepath.Join(keptFolder(folder.Path), PreCommit) }

// TestInstallsAtOnce: many installs at once leave what one leaves, and never lose the hook that was there.
func TestInstallsAtOnce(t *testing.T) {
	for range 50 {
		folder, hook := folderWith(t)
		var wait sync.WaitGroup
		start := make(chan struct{})
		for range 8 {
			wait.Go(func() {
				<-start
				if _, _, err := folder.Install(PreCommit, "/usr/bin/sentinel", false); err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		wait.Wait()
		is(t, hook, string(shim(PreCommit, "/usr/bin/sentinel")))
		is(t, kept(folder), theirs)
		if names, err := os.ReadDir(folder.Path); err != nil || len(names) != 1 {
			t.Errorf("left behind: %v, %v", names, err)
		}
		if change, err := folder.Uninstall(PreCommit, false); change != Restored || err != nil {
			t.Errorf("%s, %v", change, err)
		}
		is(t, hook, theirs)
	}
}

// TestInstallsAtOnceOverAnOlderOne: a hook that was kept before and differs is not lost either.
func TestInstallsAtOnceOverAnOlderOne(t *testing.T) {
	for range 20 {
		folder, hook := folderWith(t)
		if err := os.Mkdir(filepath.Dir(kept(folder)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(kept(folder), []byte("#!/bin/sh\necho older\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				// One that sees the other's work half done says so; it must not lose a hook.
				_, _, _ = folder.Install(PreCommit, "/usr/bin/sentinel", false)
			})
		}
		wait.Wait()
		is(t, hook, string(shim(PreCommit, "/usr/bin/sentinel")))
		is(t, kept(folder), theirs)
		is(t, kept(folder)+asideInfix+"1", "#!/bin/sh\necho older\n")
	}
}

// TestAnInstallThatWasCutOff: the hook has both names already, and is chained all the same.
func TestAnInstallThatWasCutOff(t *testing.T) {
	folder, hook := folderWith(t)
	if err := os.Mkdir(filepath.Dir(kept(folder)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(hook, kept(folder)); err != nil {
		t.Fatal(err)
	}
	if change, _, err := folder.Install(PreCommit, "/usr/bin/sentinel", false); change != Chained || err != nil {
		t.Errorf("%s, %v", change, err)
	}
	is(t, kept(folder), theirs)
}

// TestANewSentinelRenewsTheHook: an update that moved the program is no edit.
func TestANewSentinelRenewsTheHook(t *testing.T) {
	folder, hook := folderWith(t)
	if change, _, err := folder.Install(PreCommit, "/old/sentinel", false); change != Chained || err != nil {
		t.Errorf("%s, %v", change, err)
	}
	if change, _, err := folder.Install(PreCommit, "/new/sentinel", false); change != Repaired || err != nil {
		t.Errorf("%s, %v", change, err)
	}
	is(t, hook, string(shim(PreCommit, "/new/sentinel")))
	is(t, kept(folder), theirs)
}

func TestAPathWithALineBreakIsRefused(t *testing.T) {
	folder, hook := folderWith(t)
	if _, _, err := folder.Install(PreCommit, "/a\nb/sentinel", false); err == nil {
		t.Error("accepted")
	}
	is(t, hook, theirs)
}

func is(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, []byte(want)) {
		t.Errorf("%s: %v\n%s", path, err, got)
	}
}
