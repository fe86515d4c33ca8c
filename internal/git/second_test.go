package git

import (
	"context"
	"slices"
	"strings"
)

// secondOpinion asks go-git the same; program is what the git program says. Its similarities are not known, so those do not count.
func secondOpinion(f *fixture, program Info) {
	f.Helper()
	opts := f.options()
	opts.Backend = BackendGoGit
	r, err := Open(context.Background(), opts)
	f.Must(err)
	defer func() { f.Must(r.Close()) }()
	if r.Info().Backend != "go-git" || len(r.Info().Unverified) == 0 {
		f.Errorf("go-git does not say what it is: %+v", r.Info())
	}
	got, want := collect(f, r), gitAnswers(f)
	equalLists(f, "go-git: staged", got.staged, want.staged)
	equalLists(f, "go-git: status", got.status, want.status)
	equalLists(f, "go-git: files", got.files, want.files)
	equalLists(f, "go-git: committed", got.committed, want.committed)
	sameBlobs(f, r)
	library := r.Info()
	if program.Head != library.Head || program.HeadRef != library.HeadRef || program.Top != library.Top ||
		!strings.EqualFold(program.GitDir, library.GitDir) || program.Bare != library.Bare || program.Shallow != library.Shallow ||
		program.Linked != library.Linked || program.HooksDir != library.HooksDir {
		f.Errorf("the backends differ:\n%+v\n%+v", program, library)
	}
	if !slices.IsSorted(library.Unverified) {
		f.Errorf("Unverified is not sorted: %q", library.Unverified)
	}
}
