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
		{"bin/tool", "repository", "is a relative path"},
		{"..", "usr", "is not a file"},
		{"tool", "late", `"tool" is not found in PATH: `},
	} {
		var folders []string
		for _, folder := range filepath.SplitList(tt.path) {
			folders = append(folders, path(folder))
		}
		pathVar := strings.Join(folders, ":")
		if pathVar != "" {
			pathVar = ":.:" + pathVar // the current folder has the program, and does not count
		}
		got, err := Find(tt.name, pathVar, []string{path("alias"), path("gone")})
		if err != nil {
			got = err.Error()
		}
		if got != path(tt.want) && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("Find(%q) in %q: %s, want %s", tt.name, tt.path, got, tt.want)
		}
	}
}
