package change

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

// tree makes files below a new folder; a name that ends in a slash is an empty folder.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		dir := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			dir = path
		}
		err := os.MkdirAll(dir, 0o777)
		if err == nil && dir != path {
			err = os.WriteFile(path, []byte(name), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func filesOf(t *testing.T, spec Spec) *Change {
	t.Helper()
	spec.Kind = finding.ScopeFiles
	c, err := Resolve(context.Background(), nil, spec.Root, spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func pathsIn(c *Change) []string {
	var list []string
	for _, f := range c.Files {
		list = append(list, f.Path)
	}
	return list
}

func skipsIn(c *Change) []string {
	var list []string
	for _, s := range c.Skips {
		list = append(list, s.Path+" "+string(s.Reason))
	}
	return list
}

func TestFilesAreThoseOnDiskAndNoGitIsAsked(t *testing.T) {
	t.Parallel()
	root := tree(t, "b.ts", "a/b.ts", "a.ts", "a-b/c", "sub/.git", ".eslintrc.js", "sub/deep/er/x.js",
		".git/config", ".github/x.js", "node_modules/x.js", "a/node_modules/y.js", "venv/", "test/a.test.ts")
	c := filesOf(t, Spec{Root: root})
	want := []string{".eslintrc.js", "a-b/c", "a.ts", "a/b.ts", "b.ts", "sub/deep/er/x.js", "test/a.test.ts"}
	if got := pathsIn(c); !slices.Equal(got, want) {
		t.Errorf("files = %q\nwant    %q", got, want)
	}
	wantSkips := []string{".github folder", "a/node_modules folder", "node_modules folder", "venv folder"}
	if got := skipsIn(c); !slices.Equal(got, wantSkips) {
		t.Errorf("skips = %q, want %q", got, wantSkips)
	}
	if c.HasBase() || c.Scope.Backend != "none" || c.Scope.Files != len(want) || len(c.Faults) > 0 {
		t.Errorf("scope %+v, faults %v", c.Scope, c.Faults)
	}
	if last := c.Files[len(c.Files)-1]; !last.Kind.Has(KindTest) || last.Status != Present {
		t.Errorf("a test is %+v", last)
	}
	if text, err := c.Read(context.Background(), c.Files[3].New, 100); err != nil || string(text) != "a/b.ts" {
		t.Errorf("content = %q, %v", text, err)
	}
}

func TestFilesUnderPaths(t *testing.T) {
	t.Parallel()
	root := tree(t, "src/a.ts", "src/in/b.ts", "src2/c.ts", "d.ts", ".github/x.js", "node_modules/m/y.js")
	for _, test := range []struct {
		paths []string
		flat  bool
		want  []string
	}{
		{[]string{"src"}, false, []string{"src/a.ts", "src/in/b.ts"}},
		{[]string{"src"}, true, []string{"src/a.ts"}},
		{nil, true, []string{"d.ts"}},
		{[]string{"src/in", "src", "src/a.ts", "d.ts"}, false, []string{"d.ts", "src/a.ts", "src/in/b.ts"}},
		{[]string{".github", "node_modules/m"}, false, []string{".github/x.js", "node_modules/m/y.js"}},
		{[]string{".", ".github"}, true, []string{".github/x.js", "d.ts"}},
		{[]string{filepath.Join(root, "src2")}, false, []string{"src2/c.ts"}},
	} {
		c := filesOf(t, Spec{Root: root, Paths: test.paths, Flat: test.flat})
		if got := pathsIn(c); !slices.Equal(got, test.want) || len(c.Warnings) > 0 {
			t.Errorf("%q, flat %v: %q, warnings %q, want %q", test.paths, test.flat, got, c.Warnings, test.want)
		}
	}
}

func TestLinksAreListedAndNotFollowed(t *testing.T) {
	t.Parallel()
	outside := tree(t, "secret.ts")
	root := tree(t, "a.ts", "in/b.ts")
	for name, to := range map[string]string{"folder": outside, "file.ts": "a.ts", "loop": ".", "gone": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	c := filesOf(t, Spec{Root: root})
	if got, want := skipsIn(c), []string{"file.ts symlink", "folder symlink", "gone symlink", "loop symlink"}; !slices.Equal(got, want) {
		t.Errorf("skips = %q, want %q", got, want)
	}
	for _, f := range c.Files {
		if f.New.Readable() && f.Path != "a.ts" && f.Path != "in/b.ts" {
			t.Errorf("%s would be read", f.Path)
		}
	}
}

func TestPathsThatCannotBeLookedAt(t *testing.T) {
	t.Parallel()
	root := tree(t, "a.ts", "in/b.ts")
	links := os.Symlink("a.ts", filepath.Join(root, "link")) == nil &&
		os.Symlink(os.TempDir(), filepath.Join(root, "out")) == nil
	if !links {
		t.Skip("no symbolic links here")
	}
	for _, test := range []struct {
		path   string
		expect Expected
		code   finding.DiagnosticCode
	}{
		{"nowhere.ts", ExpectAny, finding.ErrorNotFound},
		{"a.ts/b.ts", ExpectAny, finding.ErrorNotFound},
		{"link", ExpectAny, finding.ErrorNotAFile},
		{"in", ExpectFile, finding.ErrorNotAFile},
		{"a.ts", ExpectFolder, finding.ErrorNotAFolder},
		{"../x", ExpectAny, finding.ErrorOutsideRoot},
		{"in/../../x", ExpectAny, finding.ErrorOutsideRoot},
		{root + "-sibling", ExpectAny, finding.ErrorOutsideRoot},
		{"out/x.ts", ExpectAny, finding.ErrorOutsideRoot},
		{os.TempDir(), ExpectAny, finding.ErrorOutsideRoot},
	} {
		spec := Spec{Kind: finding.ScopeFiles, Root: root, Paths: []string{test.path}, Expect: test.expect}
		_, err := Resolve(context.Background(), nil, root, spec)
		var f *finding.Failure
		if !errors.As(err, &f) || f.Code != test.code || f.Exit != finding.ExitUsage {
			t.Errorf("%s: %v, want %s", test.path, err, test.code)
		}
	}
}

func TestAWalkThatCannotGoOnSaysSo(t *testing.T) {
	t.Parallel()
	root := tree(t, "a/1", "a/2", "b/c/d/e", "z")
	walked := func(b bounds) *Change {
		folder, err := git.OpenFolder(root)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { folder.Close() })
		c := &Change{folder: folder}
		if err := c.walk(context.Background(), Spec{}, nil, b); err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, test := range []struct {
		bounds bounds
		files  []string
		at     string
	}{
		{bounds{depth: 1, entries: 99, files: 99}, []string{"a/1", "a/2", "z"}, "b/c"},
		{bounds{depth: 9, entries: 5, files: 99}, []string{"a/1", "a/2"}, "b"},
		{bounds{depth: 9, entries: 99, files: 2}, []string{"a/1", "a/2"}, "b/c/d/e"},
		{bounds{depth: 9, entries: 2, files: 99}, nil, ""},
	} {
		c := walked(test.bounds)
		if got := pathsIn(c); !slices.Equal(got, test.files) {
			t.Errorf("%+v: files = %q, want %q", test.bounds, got, test.files)
		}
		if len(c.Faults) != 1 || c.Faults[0].Path != test.at || c.Faults[0].Code != finding.FaultLimit {
			t.Errorf("%+v: faults = %+v, want one at %q", test.bounds, c.Faults, test.at)
		}
	}
}

func TestAFolderThatCannotBeReadIsAFault(t *testing.T) {
	t.Parallel()
	root := tree(t, "a.ts", "locked/b.ts", "z.ts")
	locked := filepath.Join(root, "locked")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(locked, 0o700) }) //nolint:gosec // so that it can be removed
	if _, err := os.ReadDir(locked); err == nil {
		t.Skip("this user may read everything")
	}
	c := filesOf(t, Spec{Root: root})
	if len(c.Faults) != 1 || c.Faults[0].Path != "locked" || c.Faults[0].Code != finding.FaultRead || len(c.Files) != 2 {
		t.Errorf("faults %+v, files %q", c.Faults, pathsIn(c))
	}
}

func TestContentInMemoryMayHaveAnyName(t *testing.T) {
	t.Parallel()
	c := filesOf(t, Spec{OverlayPath: "../../etc/passwd.ts", OverlayText: []byte{}})
	text, err := c.Read(context.Background(), c.Files[0].New, 10)
	if err != nil || len(text) != 0 || c.Files[0].Path != "../../etc/passwd.ts" || c.HasBase() {
		t.Errorf("%+v, %q, %v", c.Files, text, err)
	}
}

func TestAFIFOIsNotOpened(t *testing.T) {
	t.Parallel()
	root := tree(t, "a.ts")
	gittest.New(t).FIFO(filepath.Join(root, "pipe.ts"))
	c := filesOf(t, Spec{Root: root})
	if got := skipsIn(c); !slices.Equal(got, []string{"pipe.ts not-regular"}) || c.Files[1].New.Readable() {
		t.Errorf("skips = %q, files %+v", got, c.Files)
	}
}
