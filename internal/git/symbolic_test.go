package git

import "testing"

func TestSymbolicRef(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Git("update-ref", "refs/remotes/origin/main", "HEAD")
	f.Git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	f.Git("symbolic-ref", "refs/remotes/gone/HEAD", "refs/remotes/gone/main")
	f.Git("symbolic-ref", "refs/heads/twice", "refs/remotes/origin/HEAD")
	want := map[string]string{
		"refs/remotes/origin/HEAD": "refs/remotes/origin/main",
		"refs/remotes/gone/HEAD":   "refs/remotes/gone/main",
		"refs/heads/twice":         "refs/remotes/origin/main",
		"HEAD":                     "refs/heads/main",
		"refs/remotes/origin/main": "", "refs/remotes/nowhere/HEAD": "", "": "", "-": "", "--": "", "-d": "", "--delete": "", "-m": "",
		"refs/heads/a b": "", "refs/heads/../../config": "", "../config": "", "/etc/passwd": "", "refs/heads/": "", "x\ny": "",
		"refs/heads/x\x00y": "", "refs/heads/\x1b[2J": "", "refs/heads/*": "", "HEAD^": "", "@{-1}": "", "refs/heads/main.lock": "",
	}
	before := snapshot(t, f.Dir)
	for _, backend := range []Backend{BackendGit, BackendGoGit} {
		opts := f.options()
		opts.Backend = backend
		r := f.openWith(opts)
		for name, target := range want {
			if got, err := r.SymbolicRef(t.Context(), name); err != nil || got != target {
				t.Errorf("%s: SymbolicRef(%q) = %q, %v; want %q", backend, name, got, err, target)
			}
		}
	}
	if after := snapshot(t, f.Dir); after != before {
		t.Errorf("the repository was written: %s", firstDifference(before, after))
	}
}
