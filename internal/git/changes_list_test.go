package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"sentinel/internal/gittest"
)

// Only what is asked for is done: without a work tree the other lists can still be had.
func TestChangesOfABareRepository(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Git("clone", "-q", "--bare", ".", "../bare.git")
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options()
		opts.Dir, opts.Backend = filepath.Join(f.Outside, "bare.git"), backend
		r := f.openWith(opts)
		got, err := r.Changes(t.Context(), Lists{Committed: true, To: r.Info().Head})
		if err != nil || len(got.Committed) != 3 {
			t.Errorf("%s: %+v, %v", backend, got, err)
		}
		for _, want := range []Lists{{Unstaged: true}, {Untracked: func(Entry) {}}} {
			if got, err := r.Changes(t.Context(), want); err == nil {
				t.Errorf("%s: a work tree that is not there gave %+v", backend, got)
			}
		}
	}
}

// Who is told of an untracked path may ask the repository for another list before going on: both are made at once.
func TestChangesWhileToldOfUntracked(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("new.txt", "new\n")
	f.Write("added.txt", "added\n")
	f.Git("add", "added.txt")
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options()
		opts.Backend = backend
		r := f.openWith(opts)
		told := make(chan struct{})
		staged := make(chan int, 1)
		go func() {
			<-told
			got, _ := r.Changes(t.Context(), Lists{Staged: true})
			staged <- len(got.Staged)
		}()
		_, err := r.Changes(t.Context(), Lists{Untracked: func(Entry) {
			close(told)
			select {
			case n := <-staged:
				if n != 1 {
					t.Errorf("%s: %d staged", backend, n)
				}
			case <-time.After(time.Minute):
				t.Errorf("%s: the other list never came", backend)
			}
		}})
		if err != nil {
			t.Errorf("%s: %v", backend, err)
		}
	}
}

// An error leaves no half of an answer.
func TestChangesAgainstWhatIsNotThere(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("a.txt", "changed\n")
	absent := OID(strings.Repeat("1", 40))
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options()
		opts.Backend = backend
		r := f.openWith(opts)
		want := Lists{Committed: true, From: absent, To: r.Info().Head, Staged: true, Unstaged: true}
		if got, err := r.Changes(t.Context(), want); !errors.Is(err, ErrMissingObject) || !reflect.DeepEqual(got, Changes{}) {
			t.Errorf("%s: %+v, %v", backend, got, err)
		}
	}
}

func TestChangesAreCancelled(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	ctx, cancel := context.WithCancel(t.Context())
	r := f.open()
	cancel()
	want := Lists{Committed: true, To: r.Info().Head, Staged: true, Unstaged: true, Untracked: func(Entry) {}}
	if _, err := r.Changes(ctx, want); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Files that the index flags hide are told of, as they are by Status.
func TestChangesTellWhatIsHidden(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Git("update-index", "--assume-unchanged", "a.txt")
	f.Git("update-index", "--skip-worktree", "long.txt")
	f.Write("a.txt", "changed\n", "long.txt", "changed\n")
	got, err := f.open().Changes(t.Context(), Lists{Unstaged: true})
	f.Must(err)
	equalLists(t, "hidden", nameStatus(got.Hidden), []string{`M "a.txt"`, `M "long.txt"`})
	equalLists(t, "unstaged", nameStatus(got.Unstaged), nil)
}

// TestManyUntrackedFiles: what was handed on is not kept. It does not run beside others, whose memory would count.
func TestManyUntrackedFiles(t *testing.T) {
	const files, nameBytes = 10_000, 200
	f := seeded(t)
	f.Must(os.Mkdir(f.Path("u"), 0o755))
	for i := range files {
		f.Write(fmt.Sprintf("u/%05d%s", i, strings.Repeat("x", nameBytes)), "")
	}
	r := f.open()
	before, n, last := live(), 0, uint64(0)
	_, err := r.Changes(t.Context(), Lists{Untracked: func(Entry) {
		if n++; n == files {
			last = live()
		}
	}})
	f.Must(err)
	if n != files {
		t.Fatalf("%d files", n)
	}
	if most := before + files*nameBytes/4; last > most {
		t.Errorf("%d bytes in use at the last file, %d before the first", last, before)
	}
}

func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestWhatIntentToAddCameFrom: copies are looked for into files that are only meant to be added, as git diff does.
func TestWhatIntentToAddCameFrom(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Commit("other.txt", strings.Repeat("something else\n", 30))
	text, err := os.ReadFile(f.Path("long.txt"))
	f.Must(err)
	f.Write("copy.txt", string(text), "long.txt", string(text)+"more\n", "moved.txt", strings.Repeat("something else\n", 30))
	f.Remove("other.txt")
	f.Add("-N", "copy.txt", "moved.txt")
	got, err := f.open().Changes(t.Context(), Lists{Unstaged: true})
	f.Must(err)
	equalLists(t, "unstaged", nameStatus(got.Unstaged), []string{`M "long.txt"`, `C100 "long.txt" "copy.txt"`, `R100 "other.txt" "moved.txt"`})
	equalLists(t, "unstaged, as git has it", nameStatus(got.Unstaged), gitDiff(f, gittest.Situation{}))
}
