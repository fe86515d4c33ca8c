package change

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

var someday = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)

func asFailure(err error, f **finding.Failure) bool { return errors.As(err, f) }

// published is a repository with a remote that has its first commit.
func published(t *testing.T) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Commit("a", "1")
	bare := filepath.Join(t.TempDir(), "remote.git")
	r.Git("init", "-q", "--bare", bare)
	r.Git("remote", "add", "origin", bare)
	r.Git("push", "-q", "origin", "main")
	r.Git("fetch", "-q", "origin")
	return r
}

func pushOf(lines ...string) Spec {
	refs, err := git.ParsePush(strings.NewReader(strings.Join(lines, "\n") + "\n"))
	if err != nil {
		panic(err)
	}
	return Spec{Kind: finding.ScopePush, Push: refs, Remote: "origin"}
}

const zero = "0000000000000000000000000000000000000000"

func TestPush(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do   func(*gittest.Repo) Spec
		want string
	}{
		"an update": {func(r *gittest.Repo) Spec {
			old := r.Git("rev-parse", "HEAD")
			return pushOf("refs/heads/main " + r.Commit("b", "1") + " refs/heads/main " + old)
		}, "added b\n"},
		"a new branch": {func(r *gittest.Repo) Spec {
			return pushOf("refs/heads/x " + r.Commit("b", "1") + " refs/heads/x " + zero)
		}, "added b\n"},
		"a new branch of what is there": {func(r *gittest.Repo) Spec {
			return pushOf("refs/heads/x " + r.Git("rev-parse", "HEAD") + " refs/heads/x " + zero)
		}, ""},
		"the first push of an empty remote": {func(r *gittest.Repo) Spec {
			r.Git("update-ref", "-d", "refs/remotes/origin/main")
			return pushOf("refs/heads/main " + r.Commit("b", "1") + " refs/heads/main " + zero)
		}, "added a\nadded b\n"},
		"a deletion": {func(*gittest.Repo) Spec {
			return pushOf("(delete) " + zero + " refs/heads/x " + strings.Repeat("1", 40))
		}, ""},
		"an annotated tag": {func(r *gittest.Repo) Spec {
			r.Commit("b", "1")
			r.Git("tag", "-a", "-m", "v", "v1")
			return pushOf("refs/tags/v1 " + r.Git("rev-parse", "v1") + " refs/tags/v1 " + zero)
		}, "added b\n"},
		"a tag of a file": {func(r *gittest.Repo) Spec {
			r.Git("tag", "blob", "main:a")
			return pushOf("refs/tags/blob " + r.Git("rev-parse", "blob") + " refs/tags/blob " + zero)
		}, ""},
		"a force push": {func(r *gittest.Repo) Spec {
			old := r.Commit("b", "1")
			r.Git("push", "-q", "origin", "main")
			r.Git("reset", "-q", "--hard", "HEAD~1")
			return pushOf("refs/heads/main " + r.Commit("c", "1") + " refs/heads/main " + old)
		}, "added c\n"},
		"an update of what is not here": {func(r *gittest.Repo) Spec {
			return pushOf("refs/heads/main " + r.Commit("b", "1") + " refs/heads/main " + strings.Repeat("1", 40))
		}, "added b\n"},
		"two refs": {func(r *gittest.Repo) Spec {
			base := r.Git("rev-parse", "HEAD")
			one := r.Commit("b", "1")
			r.Git("checkout", "-q", "-b", "y", base)
			two := r.Commit("c", "1")
			return pushOf("refs/heads/main "+one+" refs/heads/main "+base, "refs/heads/y "+two+" refs/heads/y "+zero)
		}, "added b\nadded c\n"},
		"a merge of what is there brings only its own": {func(r *gittest.Repo) Spec {
			r.Git("checkout", "-q", "-b", "side")
			r.Commit("own", "1")
			r.Git("checkout", "-q", "main")
			r.Commit("theirs", "1")
			r.Git("push", "-q", "origin", "main")
			r.Git("checkout", "-q", "side")
			r.Git("merge", "-q", "-m", "merge", "main")
			return pushOf("refs/heads/side " + r.Git("rev-parse", "HEAD") + " refs/heads/side " + zero)
		}, "added own\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := published(t)
			spec := test.do(r)
			if got := list(t, r, spec); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}
