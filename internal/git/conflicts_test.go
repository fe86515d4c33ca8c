package git

import (
	"slices"
	"testing"

	"sentinel/internal/gittest"
)

// TestDeletionBesideAConflict: git thinks that the deleted file became the one in conflict, and lists only that.
func TestDeletionBesideAConflict(t *testing.T) {
	t.Parallel()
	f := newRepo(t)
	f.Commit("gone", gittest.Lines(40), "both", "x\n", "kept", gittest.Lines(30))
	f.Git("checkout", "-q", "-b", "other")
	f.Commit("both", gittest.Lines(39))
	f.Git("checkout", "-q", "main")
	f.Commit("both", gittest.Lines(42))
	if _, err := f.Try("merge", "other"); err == nil {
		t.Fatal("the merge has no conflict")
	}
	f.Remove("gone")
	if slices.Contains(fields(f.Git("diff", "--name-only", "-z", "-M", "--diff-filter=D")), "gone") {
		t.Fatal("git does list the deletion, so this test proves nothing")
	}
	want := []string{`unstaged U "both"`, `unstaged D "gone" 100644->000000`}
	r := f.open()
	status, err := r.Status(t.Context())
	f.Must(err)
	equalLists(t, "status", statusLines(status), want)
	changes, err := r.Changes(t.Context(), Lists{Unstaged: true})
	f.Must(err)
	equalLists(t, "changes", statusLines(WorktreeStatus{Unstaged: changes.Unstaged}), want)
}
