package change

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/gittest"
)

// What is read must be what the object id in a report, and in the cache, stands for.
func TestReadGivesTheContentOfTheObjectID(t *testing.T) {
	r := gittest.New(t)
	r.Commit("same.ts", "1\n", "later.ts", "2\n", "gone.ts", "3\n")
	c := resolve(t, r, Spec{Kind: finding.ScopeAll})
	r.Write("later.ts", "changed after git was asked\n")
	if err := os.Remove(filepath.Join(r.Dir, "gone.ts")); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"same.ts": "1\n", "later.ts": "2\n", "gone.ts": "3\n"}
	for _, f := range c.Files {
		text, err := c.Read(context.Background(), f.New, 100)
		if err != nil || string(text) != want[f.Path] {
			t.Errorf("%s: %q, %v, want %q", f.Path, text, err, want[f.Path])
		}
	}
}
