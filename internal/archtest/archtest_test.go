// Package archtest holds the architecture: which package may import which. CONTRIBUTING.md says the same in words.
// A package or an import that is not in the table fails.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "sentinel"

// mayImport says for each package of this module which others of it it may import. A name with a star is for
// every package that the pattern matches and that has no row of its own; a lone star allows everything
// but the doors (cli, mcp), which nobody imports.
var mayImport = map[string][]string{
	"internal/finding": {},
	"internal/git":     {},
	"internal/syntax":  {},
	"internal/proc":    {},
	"internal/change":  {"internal/finding", "internal/git"},
	"internal/policy":  {"internal/finding", "internal/change", "internal/proc"}, // for the rule on programs' names
	"internal/index":   {"internal/finding", "internal/git", "internal/change", "internal/syntax"},
	"internal/task":    {"internal/finding", "internal/git", "internal/change"},
	"internal/scoring": {"internal/finding", "internal/policy", "internal/proc"},
	"internal/engine": {
		"checks", "internal/policy", "internal/change", "internal/finding", "internal/git", "internal/syntax",
	},
	"checks":           {"internal/finding", "internal/change", "internal/syntax"},
	"checks/all":       {"checks", "checks/*"},
	"checks/checktest": {"checks", "checks/*", "internal/finding", "internal/change", "internal/syntax", "internal/git", "internal/policy", "internal/engine", "internal/gittest"},
	"checks/*": {
		"checks", "internal/finding", "internal/change", "internal/syntax",
		"internal/proc", "internal/index", "internal/task", "internal/poll", "internal/mcpclient",
	},
	"report":                {"internal/finding"},
	"hooks":                 {"internal/git", "internal/finding"},
	"internal/poll":         {"internal/finding", "internal/mcpclient"},
	"internal/mcpclient":    {"internal/finding", "internal/proc"},
	"internal/mcp":          {"*"},
	"internal/mcp/mcpbench": {"internal/mcp"},
	"internal/tools":        {"*", "internal/mcp"},
	"internal/explain":      {"checks", "internal/finding", "internal/policy"},
	"internal/cli":          {"*", "internal/mcp"},
	"internal/bench":        {"*"},
	"internal/archtest":     {},
	"internal/gittest":      {}, // for tests
	"cmd/sentinel":          {"internal/cli"},
}

// doors are how people and agents come in. Whatever a door imports works without it.
var doors = []string{"internal/cli", "internal/mcp", "cmd/sentinel"}

// owners names the only packages that may import a library, or a part of the standard library that touches
// the world: one place to look when one of them changes or misbehaves.
var owners = map[string][]string{
	"C":                              {"internal/syntax"},
	"github.com/go-git/":             {"internal/git", "internal/gittest"},
	"github.com/smacker/":            {"internal/syntax"},
	"github.com/owenrumney/go-sarif": {"report"},
	"github.com/urfave/cli":          {"internal/cli"},
	"github.com/mark3labs/mcp-go":    {"internal/mcp", "internal/mcp/mcpbench", "internal/mcpclient"},
	"os/exec":                        {"internal/git", "internal/proc", "internal/bench", "internal/gittest", "hooks"},
	"os/signal":                      {"internal/cli"},
	"net/http":                       {"internal/mcp", "internal/mcpclient", "internal/poll", "internal/scoring"},
	"net":                            {"internal/mcp", "internal/mcpclient", "internal/poll", "internal/scoring"},
	"log":                            {},
}

func TestEveryImportIsAllowed(t *testing.T) {
	for _, pkg := range listPackages(t) {
		name := strings.TrimPrefix(pkg.ImportPath, module+"/")
		for _, imported := range pkg.Imports {
			if reason := refuse(name, imported); reason != "" {
				t.Errorf("%s -> %s: %s", name, strings.TrimPrefix(imported, module+"/"), reason)
			}
		}
	}
}

func TestTheTableRefuses(t *testing.T) {
	for _, edge := range [][2]string{
		{"internal/finding", "sentinel/internal/git"},
		{"internal/finding", "golang.org/x/text/width"},
		{"report", "sentinel/checks"},
		{"checks/structure", "sentinel/internal/engine"},
		{"checks/structure", "sentinel/checks/other"},
		{"internal/engine", "sentinel/internal/cli"},
		{"internal/mcp", "sentinel/internal/cli"},
		{"internal/engine", "github.com/urfave/cli/v2"},
		{"checks/structure", "os/exec"},
		{"internal/newcomer", "fmt"},
	} {
		if refuse(edge[0], edge[1]) == "" {
			t.Errorf("%s -> %s is not refused", edge[0], edge[1])
		}
	}
}

// refuse is why an import is not allowed, "" when it is.
func refuse(name, imported string) string {
	allowed, known := row(name)
	if !known {
		return "the package has no row in the table of internal/archtest"
	}
	if own, ok := strings.CutPrefix(imported, module+"/"); ok {
		return refuseOwn(allowed, own)
	}
	for library, packages := range owners {
		if within(imported, library) && !slices.Contains(packages, name) {
			return "only these may import it: " + strings.Join(packages, ", ")
		}
	}
	if name == "internal/finding" && strings.Contains(imported, ".") {
		return "finding imports nothing but the standard library"
	}
	return ""
}

func refuseOwn(allowed []string, imported string) string {
	for _, a := range allowed {
		everything := a == "*" && !slices.Contains(doors, imported)
		if match, _ := path.Match(a, imported); a == imported || everything || a != "*" && match {
			return ""
		}
	}
	return "allowed are: " + strings.Join(allowed, ", ")
}

func row(name string) ([]string, bool) {
	if allowed, ok := mayImport[name]; ok {
		return allowed, true
	}
	for pattern, allowed := range mayImport {
		if match, _ := path.Match(pattern, name); match {
			return allowed, true
		}
	}
	return nil, false
}

func within(imported, library string) bool {
	return imported == library || strings.HasPrefix(imported, strings.TrimSuffix(library, "/")+"/") && strings.Contains(library, ".")
}

// touchSources looks at every source file, so that go test does not take the last run's answer for this one's: it
// knows what a test opens, not what a program does that the test starts.
func touchSources(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

type listed struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	touchSources(t)
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", module+"/...")
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Fatalf("go list: %v\n%s", err, exit.Stderr)
		}
		t.Fatal(err)
	}
	var packages []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
