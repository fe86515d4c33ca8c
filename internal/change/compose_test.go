package change

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/git"
)

// TestComposeFollowsAFile lays two lists over each other: "R a b" is a file that moved from a to b. The base's content
// of a path is named after the path, so that it shows where an old side is from.
func TestComposeFollowsAFile(t *testing.T) {
	for _, tt := range []struct{ name, below, above, want string }{
		{"both edit", "M a", "M a", "M a<a"},
		{"added, then edited", "A a", "M a", "A a"},
		{"added, then gone", "A a", "D a", ""},
		{"edited, then gone", "M a", "D a", "D a<a"},
		{"gone, then back", "D a", "A a", "M a<a"},
		{"moved, then edited", "R a b", "M b", "R b<a"},
		{"moved twice", "R a b", "R b c", "R c<a"},
		{"moved and back", "R a b", "R b a", "M a<a"},
		{"moved, then gone", "R a b", "D b", "D a<a"},
		{"added, then moved", "A a", "R a b", "A b"},
		{"moved, and a new file takes its place", "R a b", "A a", "C b<a, M a<a"},
		{"copied, then edited", "C a b", "M b", "C b<a"},
		{"copied, then gone", "C a b", "D b", ""},
		{"edited, then copied", "M a", "C a b", "C b<a, M a<a"},
		{"added, then copied", "A a", "C a b", "A a, A b"},
		{"apart", "M a", "A b", "A b, M a<a"},
		{"a conflict on top", "M a", "U a", "U a"},
		{"nothing below", "", "M a", "M a<a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, d := range compose(deltas(tt.below), deltas(tt.above)) {
				text := fmt.Sprintf("%c %s", d.Status, d.Path())
				if d.Old.Mode != "" && d.Status != 'U' {
					text += "<" + d.Old.Path
				}
				got = append(got, text)
			}
			slices.Sort(got)
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("got %q, want %q", text, tt.want)
			}
		})
	}
}

// deltas reads "M a" or "R a b".
func deltas(text string) []git.Delta {
	f := strings.Fields(text)
	if len(f) == 0 {
		return nil
	}
	entry := func(path string) git.Entry { return git.Entry{Path: path, Mode: git.ModeRegular} }
	d := git.Delta{Status: git.Status(f[0][0]), Old: entry(f[1]), New: entry(f[len(f)-1])}
	switch d.Status {
	case 'A':
		d.Old = git.Entry{}
	case 'D':
		d.New = git.Entry{}
	}
	return []git.Delta{d}
}
