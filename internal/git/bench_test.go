package git

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// largeRepo has 50,000 files in 500 folders, five of them with a staged change. Only the index exists, no work tree:
// the staged scope does not look at it.
func largeRepo(b *testing.B) *fixture {
	f := newRepo(b)
	var stream strings.Builder
	stream.WriteString("commit refs/heads/main\ncommitter C <c@example.com> 1700000000 +0000\ndata 0\n")
	for i := range 50_000 {
		text := fmt.Sprintf("export const value%d = %d;\n", i, i)
		fmt.Fprintf(&stream, "M 100644 inline packages/p%d/src/file%d.ts\ndata %d\n%s", i/100, i, len(text), text)
	}
	_, err := f.Execute(f.Env(), stream.String(), "fast-import", "--quiet")
	f.Must(err)
	f.Git("reset", "-q")
	for i := range 5 {
		name := fmt.Sprintf("packages/p%d/src/file%d.ts", i, i*100)
		f.Write(name, "export const changed = 1;\n")
		f.Add(name)
	}
	return f
}

// BenchmarkStaged is all that a pre-commit hook asks for. Compare with BenchmarkGitDiffCached, which is git's own
// answer without any of the contents.
func BenchmarkStaged(b *testing.B) {
	f := largeRepo(b)
	ctx := context.Background()
	for b.Loop() {
		r, err := Open(ctx, f.options())
		f.Must(err)
		deltas, err := r.DiffIndex(ctx)
		f.Must(err)
		if len(deltas) != 5 {
			b.Fatal(len(deltas), " changes")
		}
		for _, d := range deltas {
			for _, e := range []Entry{d.Old, d.New} {
				_, err := r.ReadObject(ctx, e.OID, large)
				f.Must(err)
			}
		}
		f.Must(r.Close())
	}
}

func BenchmarkGitDiffCached(b *testing.B) {
	f := largeRepo(b)
	for b.Loop() {
		f.Git("diff", "--cached", "--raw")
	}
}

func BenchmarkGitStatus(b *testing.B) {
	f := largeRepo(b)
	f.Git("checkout", "-q", "--", ".")
	for b.Loop() {
		f.Git("status", "--porcelain")
	}
}

// BenchmarkChanges is all four lists of a work tree of 50,000 files. Compare with BenchmarkGitChanges, which is what a
// person would type for the same facts.
func BenchmarkChanges(b *testing.B) {
	f := largeRepo(b)
	f.Git("checkout", "-q", "--", ".")
	f.Git("commit", "-q", "-m", "commit")
	ctx := context.Background()
	for b.Loop() {
		r, err := Open(ctx, f.options())
		f.Must(err)
		from, err := r.Resolve(ctx, "HEAD^")
		f.Must(err)
		bases, err := r.MergeBases(ctx, from, r.Info().Head)
		f.Must(err)
		got, err := r.Changes(ctx, Lists{
			Committed: true, From: bases[0], To: r.Info().Head, Staged: true, Unstaged: true, Untracked: func(Entry) {},
		})
		f.Must(err)
		if len(got.Committed) != 5 {
			b.Fatal(len(got.Committed), " changes")
		}
		f.Must(r.Close())
	}
}

func BenchmarkGitChanges(b *testing.B) {
	f := largeRepo(b)
	f.Git("checkout", "-q", "--", ".")
	f.Git("commit", "-q", "-m", "commit")
	for b.Loop() {
		f.Git("rev-parse", "HEAD")
		base := f.Git("merge-base", "HEAD^", "HEAD")
		f.Git("diff", "--name-status", "-z", "-M", "-C", base, "HEAD")
		f.Git("diff", "--name-status", "-z", "-M", "-C", "--cached")
		f.Git("status", "--porcelain=v2", "-z", "--untracked-files=all")
	}
}
