//go:build unix

package proc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(top, name) }
	for name, mode := range map[string]os.FileMode{
		"repository/bin/tool": 0o755, "repository-tools/tool": 0o755, "usr/tool": 0o755, "usr/data": 0o644, "late/data": 0o755,
	} {
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"link": path("repository/bin"), "usr/linked": path("repository/bin/tool"),
		"usr/outside": path("repository-tools/tool"), "repository/bin/out": path("usr/tool"), "alias": path("repository"),
		"repository/away": "../repository-tools", "through": path("repository/away"), "repository/deep": path("late/usr"),
		"usr/through": path("repository/away/tool"), "round": "round",
	} {
		if err := os.Symlink(target, path(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(path("late/usr"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(path("repository/bin"))

	for _, tt := range []struct {
		name, path, want string // want is a path below top, or what an error says
	}{
		{"tool", "usr", "usr/tool"},
		{"tool", "missing:repository/bin:usr", "usr/tool"},
		{"tool", "link:repository-tools", "repository-tools/tool"},
		{"outside", "usr", "usr/outside"},
		{"data", "usr:late", "late/data"},
		{path("usr/tool"), "", "usr/tool"},
		{"data", "usr", "usr/data is not executable"},
		{"usr", "late", "late/usr is not a file"},
		{"linked", "usr", "lies in a folder whose programs are never started"},
		{"out", "repository/bin", "lies in a folder whose programs are never started"},
		{path("repository/bin/tool"), "", "lies in a folder whose programs are never started"},
		{"through", "usr", "lies in a folder whose programs are never started"},
		{"tool", "through", "lies in a folder whose programs are never started"},
		{path("round/tool"), "", "it cannot be looked at"},
		{"bin/tool", "repository", "is a relative path"},
		{"..", "usr", "is not a file"},
		{"tool", "late", `"tool" is not found in PATH`},
	} {
		var folders []string
		for _, folder := range filepath.SplitList(tt.path) {
			folders = append(folders, path(folder))
		}
		pathVar := strings.Join(folders, ":")
		if pathVar != "" {
			pathVar = ":.:" + pathVar // the current folder has the program, and does not count
		}
		got, err := findOutside(tt.name, pathVar, []string{path("alias"), path("gone")})
		if err != nil {
			got = err.Error()
		}
		if got != path(tt.want) && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("find(%q) in %q: %s, want %s", tt.name, tt.path, got, tt.want)
		}
	}
}

// What lies there can change at any time, and what is on the way to it, too.
func TestFolderIsInsideIfAnyStepOnTheWayIs(t *testing.T) {
	top := t.TempDir()
	path := func(name string) string { return top + "/" + name } // ".." stays
	for _, folder := range []string{"repository/bin", "a/b", "usr"} {
		if err := os.MkdirAll(path(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"repository/deep": path("a/b"), "in": "repository/bin", "on": path("repository/deep"), "dangling": path("repository/gone"),
		"beside": "a/b", "round": "round",
	} {
		if err := os.Symlink(target, path(link)); err != nil {
			t.Fatal(err)
		}
	}
	avoid, err := openFolders([]string{path("repository")})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"repository": true, "repository/bin": true, "in": true, "in/": true, "in/gone": true, "on": true, "dangling": true,
		"round": true, "repository/deep/../../usr": true, "usr/../repository/bin": true,
		"usr": false, "usr/": false, "usr/gone": false, "gone/usr": false, "beside": false, "beside/../../usr": false,
	} {
		if got := avoid.contain(path(name)); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}

// findOutside looks for a program that lies in none of the folders of avoid.
func findOutside(name, pathVar string, avoid []string) (string, error) {
	folders, err := openFolders(avoid)
	if err != nil {
		return "", err
	}
	return folders.find(name, pathVar)
}
