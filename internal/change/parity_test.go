package change

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/gittest"
)

// manyListed is more entries than any situation has.
const manyListed = 1 << 20

// TestInventoryIsThatOfGit holds the four lists against git's own words, in every situation and for every git that
// SENTINEL_TEST_GIT names (make parity).
func TestInventoryIsThatOfGit(t *testing.T) {
	t.Parallel()
	for _, program := range gittest.Programs(t) {
		version, _ := program.Version(t)
		for _, s := range gittest.Situations() {
			t.Run(version+"/"+s.Name, func(t *testing.T) {
				t.Parallel()
				r := s.Build(t, program)
				spec := Spec{Kind: finding.ScopeSections, Base: baseOf(r, s), Inventory: true, NamesOnly: true, Listed: manyListed}
				got, failure := inventoryOf(t, r, spec)
				if failure == nil {
					cutShort(t, r, spec, got) // before git looks, which refreshes the index
				}
				want, refused := listsOfGit(r, spec.Base, s.OnPurpose)
				if refused != nil {
					if failure == nil {
						t.Errorf("git says %v, and here is an answer: %+v", refused, got.Changes)
					}
					withoutBase(t, r, s)
					return
				}
				if failure != nil {
					t.Fatal(failure)
				}
				sameLists(t, got, want)
				stillOnPurpose(t, r, s, spec.Base, want)
			})
		}
	}
}

// baseOf is the revision that a situation's commits are counted from, "" where HEAD has no parent.
func baseOf(r *gittest.Repo, s gittest.Situation) string {
	if s.Base != "" {
		return s.Base
	}
	if _, err := r.Try("rev-parse", "-q", "--verify", "HEAD~1^{tree}"); err != nil {
		return ""
	}
	return "HEAD~1"
}

// inventoryOf asks what is tested, and sees that the index is as it was afterwards.
func inventoryOf(t testing.TB, r *gittest.Repo, spec Spec) (*finding.Inventory, error) {
	t.Helper()
	index := strings.TrimSuffix(r.Git("rev-parse", "--path-format=absolute", "--git-path", "index"), "\n")
	before := fileState(index)
	repo, err := git.Open(t.Context(), git.Options{Dir: r.Dir, Env: r.Env()})
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	c, err := Resolve(t.Context(), repo, r.Dir, spec)
	if after := fileState(index); after != before {
		t.Error("the index was written")
	}
	if err != nil {
		return nil, err
	}
	return c.Inventory, nil
}

func fileState(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return "none"
	}
	info, err := os.Stat(path)
	if err != nil {
		return "none"
	}
	return info.ModTime().String() + string(data)
}

// withoutBase compares the sections that need no base, where git knows none. What git cannot compare with the work
// tree at all must be an error here, too.
func withoutBase(t *testing.T, r *gittest.Repo, s gittest.Situation) {
	t.Helper()
	spec := Spec{Kind: finding.ScopeSections, Sections: finding.Sections()[1:], Inventory: true, NamesOnly: true, Listed: manyListed}
	got, failure := inventoryOf(t, r, spec)
	want, refused := listsOfGit(r, "", s.OnPurpose)
	switch {
	case s.Broken != (refused != nil) && r.Git("rev-parse", "--is-bare-repository") == "false":
		t.Errorf("git refuses: %v", refused)
	case refused != nil && failure == nil:
		t.Errorf("git says %v, and here is an answer: %+v", refused, got.Changes)
	case refused == nil && failure != nil:
		t.Error(failure)
	case refused == nil:
		sameLists(t, got, want)
	}
}

// stillOnPurpose sees that a situation that differs on purpose does differ.
func stillOnPurpose(t *testing.T, r *gittest.Repo, s gittest.Situation, base string, want lists) {
	t.Helper()
	if s.OnPurpose.Reason == "" {
		return
	}
	plain, err := listsOfGit(r, base, gittest.Difference{})
	if err == nil && reflect.DeepEqual(plain, want) {
		t.Errorf("git gives this answer unasked, so that it is no difference any more: %s", s.OnPurpose.Reason)
	}
}

// cutShort asks for fewer entries than there are: the lists are cut, the counts are not.
func cutShort(t *testing.T, r *gittest.Repo, spec Spec, whole *finding.Inventory) {
	t.Helper()
	spec.Listed = 1
	got, err := inventoryOf(t, r, spec)
	if err != nil {
		t.Fatal(err)
	}
	if got.Changes.Counts != whole.Changes.Counts {
		t.Errorf("counts of cut lists: %+v, want %+v", got.Changes.Counts, whole.Changes.Counts)
	}
	cut := false
	for _, section := range finding.Sections() {
		short, long := *got.Changes.List(section), *whole.Changes.List(section)
		if !reflect.DeepEqual(short, long[:min(1, len(long))]) {
			t.Errorf("%s cut to one: %+v of %+v", section, short, long)
		}
		cut = cut || len(long) > 1
	}
	if files := whole.Changes.Files; !reflect.DeepEqual(got.Changes.Files, files[:min(1, len(files))]) {
		t.Errorf("the union cut to one: %+v of %+v", got.Changes.Files, files)
	}
	if cut = cut || len(whole.Changes.Files) > 1; got.Changes.ListTruncated != cut {
		t.Errorf("listTruncated is %v, want %v", got.Changes.ListTruncated, cut)
	}
}

// sameLists compares an inventory with git's lists: each of the four, the union of them, and the counts.
func sameLists(t testing.TB, got *finding.Inventory, want lists) {
	t.Helper()
	counts := finding.SectionCounts{}
	for _, section := range finding.Sections() {
		if have := entriesOf(*got.Changes.List(section)); !slices.Equal(have, want[section]) {
			t.Errorf("%s:\n got  %q\n want %q", section, have, want[section])
		}
		*counts.Of(section) = len(want[section])
	}
	if have, wanted := inStatus(got.Changes), agreed(want); !slices.Equal(have, wanted) {
		t.Errorf("git status:\n got  %q\n want %q", have, wanted)
	}
	rows := unionOf(want)
	counts.DistinctFiles = len(rows)
	var have []string
	for _, f := range got.Changes.Files {
		have = append(have, fmt.Sprintf("%q %s %v", f.Path, f.Status, f.Scopes))
	}
	if !slices.Equal(have, rows) {
		t.Errorf("union:\n got  %q\n want %q", have, rows)
	}
	if got.Changes.Counts != counts {
		t.Errorf("counts %+v, want %+v", got.Changes.Counts, counts)
	}
	if got.Changes.ListTruncated {
		t.Error("listTruncated, and nothing is cut")
	}
}
