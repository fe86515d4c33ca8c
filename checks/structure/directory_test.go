package structure_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"sentinel/checks"
	"sentinel/internal/syntax"
)

// kinds are the texts that a random tree is made of, by what they come to.
var kinds = map[string]string{
	"critical": "eval(x);\n",
	"high":     "import fs from 'fs'; fs.rmSync(x);\n",
	"medium":   "fetch(x);\n",
	"low":      "export const n = 1;\n",
	"unknown":  "let x = (\n",
}

func TestDirectoryListsFiftyOfSixty(t *testing.T) {
	files := map[string]string{"z/last.ts": dangerous, "z/README.md": "# text"}
	for i := range 59 {
		files[fmt.Sprintf("a/%02d.js", i)] = kinds["low"]
	}
	root := folder(t, files)
	first, text := answered[folderMap](t, root, "analyze_directory", checks.Values{})
	if first.Analyzed != 50 || !first.Truncated || first.Omitted != 10 || first.Total.Files != 60 || first.NextCursor == "" {
		t.Errorf("analyzed %d, truncated %v, omitted %d, total %+v", first.Analyzed, first.Truncated, first.Omitted, first.Total)
	}
	if first.Files[0].Path != "z/last.ts" || first.Files[0].Risk != "critical" {
		t.Errorf("the riskiest file is not the first one: %+v", first.Files[0])
	}
	if want := "Analysed 60 files, each understood whole; nothing was skipped.\nListed: 50 files, the riskiest first; cursor gives the other 10."; !strings.HasPrefix(text, want) {
		t.Errorf("text = %s", text)
	}
	flat, _ := answered[folderMap](t, root, "analyze_directory", checks.Values{"recursive": false})
	inZ, _ := answered[folderMap](t, root, "analyze_directory", checks.Values{"path": "z"})
	if flat.Analyzed != 0 || inZ.Analyzed != 1 || inZ.Files[0].Path != "z/last.ts" {
		t.Errorf("flat %d files; in z %+v", flat.Analyzed, inZ.Files)
	}
}

// randomTree makes up to 60 files, and says what should become of each.
func randomTree(t *testing.T, rng *rand.Rand) (root string, want map[string]string) {
	t.Helper()
	root, want = folder(t, nil), map[string]string{}
	names := []string{"critical", "high", "medium", "low", "unknown"}
	for i := range rng.IntN(60) {
		path := fmt.Sprintf("%c/%c/index%d.js", 'a'+rng.IntN(3), 'a'+rng.IntN(3), i)
		switch rng.IntN(10) {
		case 0:
			write(t, root, map[string]string{path: strings.Repeat(" ", syntax.MaxBytes+1)})
			want[path] = "too large"
		case 1:
			if err := os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("nowhere", filepath.Join(root, path)); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			want[path] = "link"
		case 2:
			write(t, root, map[string]string{path: kinds["low"]})
			want[path] = "unreadable"
			if err := os.Chmod(filepath.Join(root, path), 0); err != nil {
				t.Fatal(err)
			}
			if _, err := os.ReadFile(filepath.Join(root, path)); err == nil {
				want[path] = "low" // this user may read everything
			}
		default:
			want[path] = names[rng.IntN(len(names))]
			write(t, root, map[string]string{path: kinds[want[path]]})
		}
	}
	return root, want
}

func sum(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// holds checks one page against what every answer promises.
func (m folderMap) holds(t *testing.T, want map[string]string) {
	t.Helper()
	order := []string{"critical", "high", "medium", "unknown", "low"}
	if m.Analyzed != len(m.Files) || sum(m.RiskCounts) != m.Analyzed || sum(m.StatusCounts) != m.Analyzed {
		t.Errorf("analyzed %d, %d files, risks %v, statuses %v", m.Analyzed, len(m.Files), m.RiskCounts, m.StatusCounts)
	}
	if len(m.RiskCounts) != 5 || len(m.StatusCounts) != 2 || m.Skipped.Symlinks != len(m.Skipped.SymlinkPaths) {
		t.Errorf("a count is missing: %v, %v, %+v", m.RiskCounts, m.StatusCounts, m.Skipped)
	}
	var incomplete []string
	for i, f := range m.Files {
		if f.Risk != want[f.Path] {
			t.Errorf("%s: %s, want %s", f.Path, f.Risk, want[f.Path])
		}
		if f.AnalysisStatus == "incomplete" {
			incomplete = append(incomplete, f.Path)
		}
		if i == 0 {
			continue
		}
		before := m.Files[i-1]
		if a, b := slices.Index(order, before.Risk), slices.Index(order, f.Risk); a > b || a == b && before.Path >= f.Path {
			t.Errorf("%s, %s stands before %s, %s", before.Path, before.Risk, f.Path, f.Risk)
		}
	}
	slices.Sort(incomplete)
	if !slices.Equal(incomplete, m.Incomplete) || len(incomplete) != m.StatusCounts["incomplete"] {
		t.Errorf("incomplete = %q, of files %q", m.Incomplete, incomplete)
	}
}

// Whatever is in a folder, and however many files a page has: the pages together have each file once, what was not
// analysed is named with its reason on each, and the counts of each hold.
func TestPagesOfRandomTreesKeepTheirPromises(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		root, want := randomTree(t, rng)
		left := map[string]string{}
		for path, what := range want {
			left[path] = what
		}
		limit, cursor := 1+rng.IntN(20), ""
		for page := 0; ; page++ {
			m, text := answered[folderMap](t, root, "analyze_directory", checks.Values{"max_files": limit, "cursor": cursor})
			m.holds(t, want)
			for _, f := range m.Files {
				delete(left, f.Path)
			}
			if m.Truncated != (m.NextCursor != "") || m.Truncated != (m.Omitted > 0) || m.Truncated && m.Analyzed != limit || text == "" {
				t.Errorf("truncated %v, cursor %q, omitted %d, %d of %d files", m.Truncated, m.NextCursor, m.Omitted, m.Analyzed, limit)
			}
			if n := page*limit + m.Analyzed + m.Omitted; n != m.Total.Files || sum(m.Total.RiskCounts) != n || sum(m.Total.StatusCounts) != n {
				t.Errorf("total %+v, want %d", m.Total, n)
			}
			if cursor = m.NextCursor; cursor == "" {
				for what, paths := range map[string][]string{
					"too large": m.Skipped.TooLarge, "link": m.Skipped.SymlinkPaths, "unreadable": m.Skipped.Unreadable,
				} {
					for _, path := range paths {
						if left[path] != what {
							t.Errorf("%s is %s, and should be %q", path, what, left[path])
						}
						delete(left, path)
					}
				}
				break
			}
		}
		if len(left) > 0 {
			t.Errorf("nothing is said of %v", left)
		}
	}
}

func TestDirectoryDependsOnNothingButTheFiles(t *testing.T) {
	files := map[string]string{"a/index.js": kinds["unknown"], "b/index.js": kinds["unknown"], "c.ts": dangerous, "d.ts": kinds["low"]}
	names := []string{"d.ts", "b/index.js", "c.ts", "a/index.js"}
	one, other := folder(t, nil), folder(t, nil)
	for i := range names {
		write(t, one, map[string]string{names[i]: files[names[i]]})
		last := names[len(names)-1-i]
		write(t, other, map[string]string{last: files[last]})
	}
	first, firstText, err := ask(t, one, "analyze_directory", checks.Values{})
	if err != nil {
		t.Fatal(err)
	}
	second, secondText, err := ask(t, other, "analyze_directory", checks.Values{})
	if err != nil || string(first) != string(second) || firstText != secondText {
		t.Errorf("%v\n%s\n%s", err, first, second)
	}
	m, _ := answered[folderMap](t, one, "analyze_directory", checks.Values{})
	if want := []string{"a/index.js", "b/index.js"}; !slices.Equal(m.Incomplete, want) {
		t.Errorf("incomplete = %q, want %q", m.Incomplete, want)
	}
}

// The floor: what one more small file without anything in it costs, in tokens.
func TestASmallFileCostsAtMostSixtyTokens(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	cost := func(n int) int {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("packages/server/src/features/module%02d.ts", i)] = kinds["low"]
		}
		structured, _, err := ask(t, folder(t, files), "analyze_directory", checks.Values{})
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := codec.Count(string(structured))
		if err != nil {
			t.Fatal(err)
		}
		return tokens
	}
	if each := (cost(50) - cost(10)) / 40; each > 60 {
		t.Errorf("a small file costs %d tokens", each)
	}
}

// A long answer is cut where clients would, and more of it can be had.
func TestAPageHasABudget(t *testing.T) {
	files := map[string]string{}
	for i := range 700 {
		files[fmt.Sprintf("%s/%03d.ts", strings.Repeat("deep/", 10), i)] = kinds["low"]
	}
	root := folder(t, files)
	structured, _, err := ask(t, root, "analyze_directory", checks.Values{"max_files": 1000})
	if err != nil || len(structured) > 80<<10 {
		t.Fatalf("%d bytes, %v", len(structured), err)
	}
	m, _ := answered[folderMap](t, root, "analyze_directory", checks.Values{"max_files": 1000})
	rest, _ := answered[folderMap](t, root, "analyze_directory", checks.Values{"max_files": 1000, "cursor": m.NextCursor})
	if !m.Truncated || m.Analyzed+m.Omitted != 700 || rest.Analyzed == 0 || rest.Files[0].Path <= m.Files[m.Analyzed-1].Path {
		t.Errorf("analyzed %d, omitted %d; then %d", m.Analyzed, m.Omitted, rest.Analyzed)
	}
}
