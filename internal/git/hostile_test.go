package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sentinel/internal/gittest"
)

// vector is one way for a repository to have something run. arm sets it up so that mark, a script outside the
// repository, would be started; prove is a plain git command that starts it.
type vector struct {
	name  string
	arm   func(f *fixture, mark string)
	prove []string
	since version // the first git that has it
}

func vectors() []vector {
	status := []string{"status"}
	filter := func(key string, driver string) func(*fixture, string) {
		return func(f *fixture, mark string) {
			f.Write(".gitattributes", "*.txt filter="+driver+"\n")
			f.Add(".gitattributes")
			f.Config("filter."+driver+"."+key, mark)
			f.Config("filter."+driver+".required", "true")
			f.Config("filter.with a space.clean", mark)
			f.Older("a.txt", "dir/b.txt")
			f.Write("long.txt", "changed\n")
		}
	}
	return []vector{
		{name: "core.fsmonitor", prove: status, arm: func(f *fixture, mark string) { f.Config("core.fsmonitor", mark) }},
		{name: "clean filter", prove: status, arm: filter("clean", "evil")},
		{name: "process filter", prove: status, arm: filter("process", "evil")},
		{name: "clean filter with = in its name", prove: status, arm: filter("clean", "a=b")},
		{name: "clean filter with dots in its name", prove: status, arm: filter("clean", "a.b.c")},
		{name: "clean filter from info/attributes", prove: status, arm: func(f *fixture, mark string) {
			f.Must(os.MkdirAll(f.Path(".git/info"), 0o755))
			f.Write(".git/info/attributes", "* filter=evil\n")
			f.Config("filter.evil.clean", mark)
			f.Older("a.txt")
		}},
		{name: "clean filter from core.attributesFile", prove: status, arm: func(f *fixture, mark string) {
			rules := filepath.Join(f.Outside, "attributes")
			f.Must(os.WriteFile(rules, []byte("* filter=evil\n"), 0o600))
			f.Config("core.attributesFile", rules)
			f.Config("filter.evil.clean", mark)
			f.Older("a.txt")
		}},
		{name: "diff.external", prove: []string{"diff"}, arm: func(f *fixture, mark string) {
			f.Config("diff.external", mark)
			f.Write("a.txt", "changed\n")
		}},
		{name: "diff driver's command", prove: []string{"diff"}, arm: func(f *fixture, mark string) {
			f.Write(".gitattributes", "* diff=evil\n", "a.txt", "changed\n")
			f.Config("diff.evil.command", mark)
		}},
		{name: "textconv", prove: []string{"diff"}, arm: func(f *fixture, mark string) {
			f.Write(".gitattributes", "* diff=evil\n", "a.txt", "changed\n")
			f.Config("diff.evil.textconv", mark)
			f.Config("diff.evil.cachetextconv", "true")
		}},
		{name: "hook that a new index starts", prove: status, arm: func(f *fixture, mark string) {
			f.Must(os.MkdirAll(f.Path(".git/hooks"), 0o755))
			f.Must(os.Symlink(mark, f.Path(".git/hooks/post-index-change")))
			f.Older("a.txt")
		}},
		{name: "core.hooksPath", prove: status, arm: func(f *fixture, mark string) {
			f.Must(os.Mkdir(f.Path("hooks"), 0o755))
			f.Must(os.Symlink(mark, f.Path("hooks/post-index-change")))
			f.Config("core.hooksPath", "hooks")
			f.Older("a.txt")
		}},
		{name: "hook.NAME.command", prove: status, since: version{2, 54}, arm: func(f *fixture, mark string) {
			f.Config("hook.evil.command", mark)
			f.Config("hook.evil.event", "post-index-change")
			f.Older("a.txt")
		}},
		{name: "included configuration", prove: status, arm: func(f *fixture, mark string) {
			f.Write(".git/more", "[core]\n\tfsmonitor = "+mark+"\n")
			f.Config("include.path", "more")
		}},
		{name: "conditionally included configuration", prove: status, arm: func(f *fixture, mark string) {
			f.Write(".git/more", "[core]\n\tfsmonitor = "+mark+"\n")
			f.Config("includeIf.onbranch:main.path", "more")
		}},
		{name: "the work tree's own configuration", prove: status, arm: func(f *fixture, mark string) {
			f.Config("extensions.worktreeConfig", "true")
			f.Git("config", "--worktree", "core.fsmonitor", mark)
		}},
		{name: "a submodule's configuration", prove: status, arm: func(f *fixture, mark string) {
			f.Git("submodule", "--quiet", "add", f.Sibling("origin"), "sm")
			f.Commit()
			f.Git("-C", "sm", "config", "core.fsmonitor", mark)
			f.Git("config", "-f", ".gitmodules", "submodule.sm.ignore", "none")
		}},
		{name: "filter of the user's own, as of git-lfs", prove: status, arm: func(f *fixture, mark string) {
			f.Write(".gitattributes", "*.txt filter=mine\n")
			f.Git("config", "--global", "filter.mine.process", mark)
			f.Git("config", "--global", "filter.mine.clean", mark)
			f.Git("config", "--global", "filter.mine.required", "true")
			f.Older("a.txt", "long.txt", "dir/b.txt")
		}},
		{name: "core.fsmonitor of the user's own", prove: status, arm: func(f *fixture, mark string) {
			f.Git("config", "--global", "core.fsmonitor", mark)
		}},
		{name: "hooks of the user's own", prove: status, arm: func(f *fixture, mark string) {
			f.Must(os.Mkdir(filepath.Join(f.Outside, "hooks"), 0o755))
			f.Must(os.Symlink(mark, filepath.Join(f.Outside, "hooks/post-index-change")))
			f.Git("config", "--global", "core.hooksPath", filepath.Join(f.Outside, "hooks"))
			f.Older("a.txt")
		}},
		{name: "fetching what a partial clone lacks", prove: []string{"cat-file", "-p", strings.Repeat("1", 40)}, arm: func(f *fixture, mark string) {
			f.Config("core.repositoryFormatVersion", "1")
			f.Config("extensions.partialClone", "origin")
			f.Config("remote.origin.url", f.Outside)
			f.Config("remote.origin.promisor", "true")
			f.Config("remote.origin.uploadpack", mark)
			f.Config("protocol.allow", "always")
		}},
		{name: "fetching over ssh", prove: []string{"cat-file", "-p", strings.Repeat("1", 40)}, arm: func(f *fixture, mark string) {
			f.Config("core.repositoryFormatVersion", "1")
			f.Config("extensions.partialClone", "origin")
			f.Config("remote.origin.url", "ssh://nowhere.invalid/x")
			f.Config("remote.origin.promisor", "true")
			f.Config("core.sshCommand", mark)
		}},
		{name: "fetching what a renamed file was", prove: status, arm: func(f *fixture, mark string) {
			f.Git("mv", "long.txt", "moved.txt")
			f.Write("moved.txt", gittest.Lines(41))
			f.Add("moved.txt")
			old := string(f.id("HEAD:long.txt"))
			f.Remove(".git/objects/" + old[:2] + "/" + old[2:])
			f.Config("core.repositoryFormatVersion", "1")
			f.Config("extensions.partialClone", "origin")
			f.Config("remote.origin.url", f.Outside)
			f.Config("remote.origin.promisor", "true")
			f.Config("remote.origin.uploadpack", mark)
			f.Config("protocol.allow", "always")
		}},
		{name: "an embedded bare repository", prove: []string{"-C", "embedded", "status"}, arm: func(f *fixture, mark string) {
			f.Git("init", "-q", "--bare", "embedded")
			f.Git("-C", "embedded", "config", "core.bare", "false")
			f.Git("-C", "embedded", "config", "core.worktree", f.Dir)
			f.Git("-C", "embedded", "config", "core.fsmonitor", mark)
		}},
	}
}

func TestNothingTheRepositoryNamesIsRun(t *testing.T) {
	t.Parallel()
	installed := installedVersion(t)
	for _, v := range vectors() {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			f := seeded(t)
			marker := filepath.Join(f.Outside, "marker")
			v.arm(f, f.Script("mark", "touch '"+marker+"'\nexit 1"))
			f.Remove("../marker") // arming it may have set it off
			before := snapshot(t, f.Dir)

			everything(f, f.openWith(f.options()))

			if _, err := os.Lstat(marker); err == nil {
				t.Error("it was run")
			}
			if after := snapshot(t, f.Dir); after != before {
				t.Errorf("the repository was written: %s", firstDifference(before, after))
			}
			if installed.before(v.since) {
				t.Skipf("git %v has no such thing, so that the vector itself cannot be proved", installed)
			}
			f.Try(v.prove...) //nolint:errcheck // what it starts may make it fail
			if _, err := os.Lstat(marker); err != nil {
				t.Errorf("plain git does not run it either, so this test proves nothing")
			}
		})
	}
}

func installedVersion(t testing.TB) version {
	out, err := exec.Command("git", "version").Output()
	if err != nil {
		t.Fatal(err)
	}
	v, ok := parseVersion(strings.TrimPrefix(string(out), "git version "))
	if !ok {
		t.Fatalf("git version: %q", out)
	}
	return v
}

// everything calls every method. Errors are no matter: the repository may well be unusable.
func everything(f *fixture, r Repository) {
	f.Helper()
	ctx := context.Background()
	info := r.Info()
	f.Must(useful(r.Changes(ctx, Lists{Committed: true, To: info.Head, Staged: true, Unstaged: true, Untracked: func(Entry) {}})))
	f.Must(useful(r.SymbolicRef(ctx, "HEAD")))
	f.Must(useful(r.DiffIndex(ctx)))
	f.Must(useful(r.Files(ctx, "")))
	f.Must(useful(r.Status(ctx)))
	f.Must(useful(r.Files(ctx, info.Head)))
	f.Must(useful(r.Resolve(ctx, "main~0")))
	f.Must(useful(r.Parents(ctx, info.Head)))
	f.Must(useful(r.MergeBases(ctx, info.Head, info.Head)))
	f.Must(useful(r.DiffTrees(ctx, "", info.Head)))
	f.Must(useful(r.Lookup(ctx, info.Head, "a.txt")))
	f.Must(useful(r.ReadWorktree("a.txt", large)))
	if _, _, err := r.NewCommits(ctx, info.Head, "origin"); err != nil {
		f.Error(err)
	}
	absent := OID(strings.Repeat("1", 40))
	if has, err := r.Has(ctx, absent); has || err != nil {
		f.Errorf("an absent object: %v, %v", has, err)
	}
	if _, err := r.Resolve(ctx, string(absent)); !errors.Is(err, ErrMissingObject) {
		f.Errorf("an absent commit: %v", err)
	}
	if _, _, err := r.NewCommits(ctx, absent, ""); !errors.Is(err, ErrMissingObject) {
		f.Errorf("new commits of an absent one: %v", err)
	}
	if _, err := r.ReadObject(ctx, absent, large); !errors.Is(err, ErrMissingObject) {
		f.Errorf("an absent object: %v", err)
	}
}

func useful[T any](_ T, err error) error { return err }

func TestEnvironmentRunsNothing(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write("a.txt", "changed\n")
	marker := filepath.Join(f.Outside, "marker")
	mark := f.Script("mark", "touch '"+marker+"'\nexit 1")
	env := []string{
		"GIT_EXTERNAL_DIFF=" + mark, "GIT_PAGER=" + mark, "GIT_SSH_COMMAND=" + mark, "GIT_EDITOR=" + mark,
		"GIT_TRACE=" + marker, "GIT_TRACE2=" + marker, "GIT_TRACE2_EVENT=" + marker, "GIT_TRACE_SETUP=" + marker,
		"GIT_CONFIG_PARAMETERS='core.fsmonitor=" + mark + "'",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=" + mark,
		"GIT_EXEC_PATH=" + f.Outside, "GIT_TEMPLATE_DIR=" + f.Outside,
	}
	opts := f.options(env...)
	opts.HookEnv = true
	before := snapshot(t, f.Dir)
	everything(f, f.openWith(opts))
	if _, err := os.Lstat(marker); err == nil {
		t.Error("a variable of the environment had an effect")
	}
	if after := snapshot(t, f.Dir); after != before {
		t.Errorf("the repository was written: %s", firstDifference(before, after))
	}
	f.Execute(f.Env(env[:1]...), "", "diff") //nolint:errcheck // the marker tells
	if _, err := os.Lstat(marker); err != nil {
		t.Error("plain git does not run it either, so this test proves nothing")
	}
}

// A repository may hold a program called git, in any of its work trees, and PATH may lead into it.
func TestGitIsNotTakenFromTheRepository(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	marker := filepath.Join(f.Outside, "marker")
	f.Must(os.Mkdir(f.Path("bin"), 0o755))
	f.Write("bin/git", "#!/bin/sh\ntouch '"+marker+"'\n", "git", "#!/bin/sh\ntouch '"+marker+"'\n")
	f.Must(os.Chmod(f.Path("bin/git"), 0o755))
	f.Must(os.Chmod(f.Path("git"), 0o755))
	linked := filepath.Join(f.Outside, "linkbin")
	f.Must(os.Mkdir(linked, 0o755))
	f.Must(os.Symlink(f.Path("bin/git"), filepath.Join(linked, "git")))
	other := filepath.Join(f.Outside, "other")
	f.Git("worktree", "add", "-q", "--detach", other)
	for _, dir := range []string{other, f.Path(".git")} {
		f.Must(os.Symlink(f.Path("bin"), filepath.Join(dir, "bin")))
	}
	dirs := []string{".", "bin", f.Path("bin"), linked, filepath.Join(other, "bin"), f.Path(".git/bin"), os.Getenv("PATH")}
	path := strings.Join(dirs, string(os.PathListSeparator))
	opts := Options{Dir: f.Dir, Env: append(f.Env(), "PATH="+path)}
	for _, opts.Dir = range []string{f.Dir, other} {
		everything(f, f.openWith(opts))
	}
	if _, err := os.Lstat(marker); err == nil {
		t.Fatal("the repository's own git was run")
	}
	for _, own := range []string{"git", "./git"} {
		opts.Git = own
		if _, err := Open(context.Background(), opts); err == nil {
			t.Errorf("Options.Git = %q was accepted", own)
		}
	}
	f.Must(exec.Command(filepath.Join(linked, "git")).Run())
	if _, err := os.Lstat(marker); err != nil {
		t.Error("the program leaves no marker, so this test proves nothing")
	}
}

func TestHostileRevisionsAreOnlyUnknown(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	r := f.open()
	before := snapshot(t, f.Dir)
	revisions := []string{
		"", "-", "--", "--output=x", "-O", "-Ox", "--git-dir=/", "--all", "--help", "^HEAD", "HEAD..HEAD", "HEAD^@", "HEAD^!", "main\nmain",
		"a\x00b", "\x1b[31m", "nothing", ":a.txt", "HEAD:a.txt", "HEAD^{tree}", ":/nothing", "@{-1}", "@{upstream}", "HEAD~99", strings.Repeat("x", 1<<16),
		"refs/heads/../../HEAD", "HEAD^{/", "%(exec)", "$(touch x)", "`touch x`", strings.Repeat("1", 39),
	}
	for _, rev := range revisions {
		if id, err := r.Resolve(context.Background(), rev); !errors.Is(err, ErrUnknownRevision) {
			t.Errorf("Resolve(%.40q) = %q, %v; want ErrUnknownRevision", rev, id, err)
		} else if rev != "" && len(rev) < 20 && !strings.Contains(err.Error(), fmt.Sprintf("%q", rev)) {
			t.Errorf("the error does not name %q: %v", rev, err)
		}
	}
	for _, id := range []OID{"", "x", "--output=x", "main", OID(strings.Repeat("1", 41)), "HEAD\n"} {
		ctx := context.Background()
		_, e1 := r.ReadObject(ctx, id, large)
		_, e2 := r.MergeBases(ctx, id, id)
		_, e3 := r.Has(ctx, id)
		_, _, e4 := r.NewCommits(ctx, id, "")
		for _, err := range []error{e1, e2, e3, e4} {
			if !errors.Is(err, ErrUnknownRevision) {
				t.Errorf("object id %q: %v", id, err)
			}
		}
	}
	if after := snapshot(t, f.Dir); after != before {
		t.Errorf("a file appeared: %s", firstDifference(before, after))
	}
}
