package git

import (
	"context"
	"maps"
	"os"
	"slices"
	"testing"

	"sentinel/internal/gittest"
)

// TestFilters: filters are never run. Whether an LFS file changed is known all the same; of other filtered files
// it is said that it is not.
func TestFilters(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Write(".gitattributes", "*.bin filter=lfs\n*.up filter=upper\n*.none filter=unknown\n",
		"same.bin", gittest.Pointer("content"), "changed.bin", gittest.Pointer("content"), "longer.bin", gittest.Pointer("content"),
		"mode.bin", gittest.Pointer("content"), "pointer.bin", gittest.Pointer("content"), "plain.bin", "never was a pointer",
		"x.up", "FILTERED\n", "y.none", "y\n", "z.up", "SAME\n")
	f.Commit()
	for _, key := range []string{"clean", "smudge", "process"} {
		f.Config("filter.lfs."+key, "false")
		f.Config("filter.upper."+key, "false")
	}
	f.Write("same.bin", "content", "changed.bin", "CONTENT", "longer.bin", "content and more", "mode.bin", "content",
		"plain.bin", "changed", "x.up", "filtered\n", "y.none", "changed\n")
	f.Must(os.Chmod(f.Path("mode.bin"), 0o755))
	f.Older("z.up", "pointer.bin")
	status, err := f.open().Status(context.Background())
	f.Must(err)
	var changed []string
	for _, d := range status.Unstaged {
		changed = append(changed, d.Path())
	}
	if want := []string{"changed.bin", "longer.bin", "mode.bin", "plain.bin", "x.up", "y.none"}; !slices.Equal(changed, want) {
		t.Errorf("changed: %v, want %v", changed, want)
	}
	if want := map[string]string{"plain.bin": "lfs", "x.up": "upper"}; !maps.Equal(status.Filtered, want) {
		t.Errorf("filtered: %v, want %v", status.Filtered, want)
	}
}

// TestRequiredFilters: a filter that the repository requires, which would make git fail where it is only taken away,
// and keys that no command line carries, leave the repository inspected.
func TestRequiredFilters(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.Commit(".gitattributes", "*.bin filter=lfs\n*.odd filter=a=b\n",
		"same.bin", gittest.Pointer("content"), "changed.bin", gittest.Pointer("content"), "x.odd", "x\n")
	for _, name := range []string{"lfs", "a=b", "with a space"} {
		for _, key := range []string{"clean", "smudge", "process"} {
			f.Config("filter."+name+"."+key, "/nothing/of/this/name")
		}
		f.Config("filter."+name+".required", "true")
	}
	f.Config("credential.https://x.example/a=b c.helper", "/nothing/of/this/name")
	f.Write("same.bin", "content", "changed.bin", "CONTENT", "x.odd", "changed\n", "a.txt", "changed\n", "new.bin", "x\n")
	var untracked []string
	got, err := f.open().Changes(t.Context(), Lists{Staged: true, Unstaged: true, Untracked: func(e Entry) { untracked = append(untracked, e.Path) }})
	f.Must(err)
	equalLists(t, "staged", nameStatus(got.Staged), nil)
	equalLists(t, "unstaged", nameStatus(got.Unstaged), []string{`M "a.txt"`, `M "changed.bin"`, `M "x.odd"`})
	equalLists(t, "untracked", untracked, []string{"new.bin"})
	if want := map[string]string{"x.odd": "a=b"}; !maps.Equal(got.Filtered, want) {
		t.Errorf("filtered: %v, want %v", got.Filtered, want)
	}
	if _, err := f.Try("diff"); err == nil {
		t.Error("plain git does not fail, so this test proves nothing")
	}
}

func TestParsePointer(t *testing.T) {
	t.Parallel()
	if p, ok := parsePointer([]byte(gittest.Pointer("x"))); !ok || p.size != 1 {
		t.Errorf("a pointer: %+v, %v", p, ok)
	}
	for _, text := range []string{"", "x", gittest.Pointer("x") + "more\n", "\n" + gittest.Pointer("x"), gittest.Pointer("x")[1:], "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"} {
		if p, ok := parsePointer([]byte(text)); ok {
			t.Errorf("%q is taken for a pointer: %+v", text, p)
		}
	}
}
