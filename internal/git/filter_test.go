package git

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
)

// pointerTo is the Git LFS pointer of a content.
func pointerTo(content string) string {
	return fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%x\nsize %d\n", sha256.Sum256([]byte(content)), len(content))
}

// TestFilters: filters are never run. Whether an LFS file changed is known all the same; of other filtered files
// it is said that it is not.
func TestFilters(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	f.write(".gitattributes", "*.bin filter=lfs\n*.up filter=upper\n*.none filter=unknown\n",
		"same.bin", pointerTo("content"), "changed.bin", pointerTo("content"), "longer.bin", pointerTo("content"),
		"mode.bin", pointerTo("content"), "pointer.bin", pointerTo("content"), "plain.bin", "never was a pointer",
		"x.up", "FILTERED\n", "y.none", "y\n", "z.up", "SAME\n")
	f.commit()
	for _, key := range []string{"clean", "smudge", "process"} {
		f.config("filter.lfs."+key, "false")
		f.config("filter.upper."+key, "false")
	}
	f.write("same.bin", "content", "changed.bin", "CONTENT", "longer.bin", "content and more", "mode.bin", "content",
		"plain.bin", "changed", "x.up", "filtered\n", "y.none", "changed\n")
	f.must(os.Chmod(f.path("mode.bin"), 0o755))
	f.older("z.up", "pointer.bin")
	status, err := f.open().Status(context.Background())
	f.must(err)
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

func TestParsePointer(t *testing.T) {
	t.Parallel()
	if p, ok := parsePointer([]byte(pointerTo("x"))); !ok || p.size != 1 {
		t.Errorf("a pointer: %+v, %v", p, ok)
	}
	for _, text := range []string{"", "x", pointerTo("x") + "more\n", "\n" + pointerTo("x"), pointerTo("x")[1:], "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"} {
		if p, ok := parsePointer([]byte(text)); ok {
			t.Errorf("%q is taken for a pointer: %+v", text, p)
		}
	}
}
