package git

import (
	"testing"

	"sentinel/internal/gittest"
)

func TestAnswersAreThoseOfGit(t *testing.T) {
	t.Parallel()
	for _, program := range gittest.Programs(t) {
		version, _ := program.Version(t)
		for _, s := range gittest.Situations() {
			t.Run(version+"/"+s.Name, func(t *testing.T) {
				t.Parallel()
				f := &fixture{t, s.Build(t, program)}
				if s.Broken {
					refusesToo(f)
					return
				}
				r := f.open()
				agreement(f, r, s.OnPurpose.Env...)
				if s.Plain {
					secondOpinion(f, r.Info())
				}
			})
		}
	}
}

// refusesToo sees that what git itself cannot answer is an error here, and no empty list.
func refusesToo(f *fixture) {
	f.Helper()
	if out, err := f.Try("status", "--porcelain=v2"); err == nil {
		f.Fatalf("git does answer: %s", out)
	}
	r, err := Open(f.Context(), f.options())
	if err != nil {
		return
	}
	defer r.Close()
	if status, err := r.Status(f.Context()); err == nil {
		f.Errorf("answered: %+v", status)
	}
}
