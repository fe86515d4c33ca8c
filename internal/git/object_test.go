package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

func backends(f *fixture) map[string]Repository {
	f.Helper()
	library := f.options()
	library.Backend = BackendGoGit
	return map[string]Repository{"git": f.open(), "go-git": f.openWith(library)}
}

func TestReadObject(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("exact", strings.Repeat("x", 1000), "empty", "", "large", strings.Repeat("0123456789", 100_000))
	f.Commit()
	ctx := context.Background()
	for name, r := range backends(f) {
		for _, c := range []struct {
			rev  string
			size int
			want error
		}{
			{"HEAD:exact", 1000, nil}, {"HEAD:empty", 0, nil}, {"HEAD:large", 0, ErrTooLarge}, {"HEAD:exact", 1000, nil},
		} {
			data, err := r.ReadObject(ctx, f.id(c.rev), 1000)
			if !errors.Is(err, c.want) || len(data) != c.size {
				t.Errorf("%s: %s: %d bytes, %v", name, c.rev, len(data), err)
			}
		}
		if _, err := r.ReadObject(ctx, f.id("HEAD"), large); err == nil || errors.Is(err, ErrMissingObject) {
			t.Errorf("%s: a commit was read as a file: %v", name, err)
		}
		if _, err := r.ReadObject(ctx, OID(strings.Repeat("1", 40)), large); !errors.Is(err, ErrMissingObject) {
			t.Errorf("%s: an absent object: %v", name, err)
		}
	}
}

// TestDamagedObject: an error, not "missing" and not a hang, and the next object can be read.
func TestDamagedObject(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	id := string(f.id("HEAD:a.txt"))
	loose := f.Path(".git/objects/" + id[:2] + "/" + id[2:])
	f.Must(os.Chmod(loose, 0o644))
	f.Must(os.WriteFile(loose, []byte("nonsense"), 0o600))
	for name, r := range backends(f) {
		if _, err := r.ReadObject(context.Background(), OID(id), large); err == nil {
			t.Errorf("%s: a damaged object was read", name)
		}
		if _, err := r.ReadObject(context.Background(), f.id("HEAD:long.txt"), large); err != nil {
			t.Errorf("%s: the next object: %v", name, err)
		}
	}
}

func TestReadObjectFromManyWorkers(t *testing.T) {
	t.Parallel()
	f := newRepo(t)
	const files = 60
	for i := range files {
		f.Write(fmt.Sprintf("f%02d", i), strings.Repeat(fmt.Sprintf("%d,", i), 500*(1+i%5)))
	}
	f.Commit()
	for name, r := range backends(f) {
		entries, err := r.Files(context.Background(), "")
		f.Must(err)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for i, e := range entries {
					limit := int64(large)
					if i%7 == 0 {
						limit = 10
					}
					got, err := r.ReadObject(context.Background(), e.OID, limit)
					want := strings.Repeat(fmt.Sprintf("%d,", i), 500*(1+i%5))
					if i%7 == 0 && !errors.Is(err, ErrTooLarge) || i%7 != 0 && (err != nil || string(got) != want) {
						t.Errorf("%s: %s: %v", name, e.Path, err)
					}
				}
			})
		}
		wait.Wait()
	}
}

func TestCancelledAndClosed(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	id := f.id("HEAD:a.txt")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, r := range backends(f) {
		if _, err := r.ReadObject(ctx, id, large); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: ReadObject: %v", name, err)
		}
		if _, err := r.Status(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Status: %v", name, err)
		}
		if _, err := r.ReadObject(context.Background(), id, large); err != nil {
			t.Errorf("%s: afterwards: %v", name, err)
		}
	}
	r := f.open()
	f.Must(r.Close())
	f.Must(r.Close())
	if _, err := r.DiffIndex(context.Background()); err == nil {
		t.Error("a closed repository answers")
	}
	if _, err := r.ReadObject(context.Background(), id, large); err == nil {
		t.Error("a closed repository answers")
	}
	if _, err := Open(ctx, f.options()); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
}
