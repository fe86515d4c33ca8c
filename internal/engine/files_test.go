package engine

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
)

// filesRun looks at all files below root, and counts those that the check words was run on.
func filesRun(t *testing.T, root, cache string) (result finding.Result, ran int64) {
	t.Helper()
	var calls atomic.Int64
	check := words()
	inner := check.File
	check.File = func(ctx context.Context, f *checks.File) error {
		calls.Add(1)
		return inner(ctx, f)
	}
	request := Request{Dir: root, Scope: change.Spec{Kind: finding.ScopeFiles, Root: root}, CacheDir: cache, Documents: true}
	result, err := Run(context.Background(), request, []*checks.Check{check})
	if err != nil {
		t.Fatal(err)
	}
	return result, calls.Load()
}

func writeFile(t *testing.T, root, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Content on disk is known again by its hash: what an agent asks a second time, it need not wait for.
func TestFilesOnDiskAreLookedAtOnce(t *testing.T) {
	t.Parallel()
	root, cache := t.TempDir(), t.TempDir()
	writeFile(t, root, "a.txt", "BAD\n")
	writeFile(t, root, "b.txt", "fine\n")
	cold, ran := filesRun(t, root, cache)
	if ran != 2 || len(cold.Findings) != 1 || cold.Findings[0].Attribution != finding.Unknown {
		t.Fatalf("ran %d times, findings %+v", ran, cold.Findings)
	}
	warm, ran := filesRun(t, root, cache)
	if ran != 0 || len(warm.Findings) != 1 || warm.Scope.Bytes != cold.Scope.Bytes {
		t.Errorf("the second run looked at %d files: %+v", ran, warm.Findings)
	}
	writeFile(t, root, "b.txt", "BAD!\n")
	if changed, ran := filesRun(t, root, cache); ran != 1 || len(changed.Findings) != 2 {
		t.Errorf("after one file changed, the run looked at %d: %+v", ran, changed.Findings)
	}
}

// The results of earlier runs are neither kept nor believed where whoever writes the files writes them, too.
func TestFilesDoNotHoldTheCacheOfWhatIsSaidOfThem(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	cache := filepath.Join(root, "cache")
	writeFile(t, root, "a.txt", "BAD\n")
	result, _ := filesRun(t, root, cache)
	if _, err := os.Lstat(cache); err == nil || len(result.Warnings) != 1 {
		t.Errorf("a cache in the folder that was looked at: %v, warnings %q", err, result.Warnings)
	}
}

func TestOneFileThatBreaksTheCheckLeavesTheOthers(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{"a.txt": "BAD\n", "b.txt": "PANIC\n", "c.txt": "ERROR\n", "d.txt": "BAD\n"} {
		writeFile(t, root, name, text)
	}
	result, _ := filesRun(t, root, "")
	if len(result.Findings) != 2 || len(result.Faults) != 2 || result.Verdict.ExitCode != finding.ExitBlocked {
		t.Errorf("findings %+v, faults %+v, verdict %+v", result.Findings, result.Faults, result.Verdict)
	}
	if c := result.Coverage[0]; c.Complete != 2 || c.Unreadable != 2 || c.Files != 4 {
		t.Errorf("coverage = %+v", c)
	}
}
