package change

import (
	"fmt"
	"testing"

	"sentinel/internal/finding"
	"sentinel/internal/gittest"
)

// randomSeeds is how many random repositories a test run compares: what fits into half a minute. FuzzParity goes on.
const randomSeeds = 100

// TestRandomInventoriesAreThoseOfGit compares the lists of repositories that nobody thought of.
func TestRandomInventoriesAreThoseOfGit(t *testing.T) {
	t.Parallel()
	for _, program := range gittest.Programs(t) {
		version, _ := program.Version(t)
		for seed := range uint64(randomSeeds) {
			t.Run(fmt.Sprintf("%s/%d", version, seed), func(t *testing.T) {
				t.Parallel()
				compareRandom(t, program, seed)
			})
		}
	}
}

// FuzzParity does the same without end. The seed is the input: "go test -run FuzzParity/ID" makes the repository of a
// failure again.
func FuzzParity(f *testing.F) {
	programs := gittest.Programs(f)
	f.Add(uint64(randomSeeds))
	f.Fuzz(func(t *testing.T, seed uint64) {
		for _, program := range programs {
			compareRandom(t, program, seed)
		}
	})
}

func compareRandom(t *testing.T, program gittest.Program, seed uint64) {
	t.Helper()
	r := gittest.Random(t, program, seed)
	got, err := inventoryOf(t, r, Spec{
		Kind: finding.ScopeSections, Base: gittest.RandomBase, Inventory: true, NamesOnly: true, Listed: manyListed,
	})
	if err != nil {
		t.Fatal(err)
	}
	// A nested repository may have changes of its own, which are not looked for.
	want, err := listsOfGit(r, gittest.RandomBase, gittest.Difference{Flags: []string{"--ignore-submodules=dirty"}})
	if err != nil {
		t.Fatal(err)
	}
	sameLists(t, got, want)
}
