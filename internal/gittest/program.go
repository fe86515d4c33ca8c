package gittest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Program is a git: the absolute path of its program, or "" for the one in PATH.
type Program struct{ Path string }

// Installed is the machine's own git.
var Installed = Program{}

// programsVariable names the gits that tests of parity run with, each for itself, as a list like PATH. Only tests
// read it.
const programsVariable = "SENTINEL_TEST_GIT"

// Programs are the gits that the environment asks to test with: the machine's own if it asks for none.
func Programs(t testing.TB) []Program {
	t.Helper()
	asked := filepath.SplitList(os.Getenv(programsVariable))
	if len(asked) == 0 {
		return []Program{Installed}
	}
	var list []Program
	for _, path := range asked {
		if !filepath.IsAbs(path) {
			t.Fatalf("%s: %q is not an absolute path of a git program", programsVariable, path)
		}
		list = append(list, Program{path})
	}
	return list
}

// Version is a version of git, as far as situations ask for it.
type Version struct{ Major, Minor int }

// Before reports whether v is older than w.
func (v Version) Before(w Version) bool {
	return v.Major < w.Major || v.Major == w.Major && v.Minor < w.Minor
}

// Version asks the program for its version: as text, and to compare.
func (p Program) Version(t testing.TB) (string, Version) {
	t.Helper()
	out, err := exec.Command(p.name(), "version").Output()
	if err != nil {
		t.Fatalf("%s version: %v", p.name(), err)
	}
	text := strings.TrimPrefix(strings.TrimSpace(string(out)), "git version ")
	var v Version
	if _, err := fmt.Sscanf(text, "%d.%d", &v.Major, &v.Minor); err != nil {
		t.Fatalf("%s tells no version: %q", p.name(), out)
	}
	return text, v
}

func (p Program) name() string {
	if p.Path == "" {
		return "git"
	}
	return p.Path
}

// path is the PATH in which this git is the first.
func (p Program) path() []string {
	path := os.Getenv("PATH")
	if p.Path != "" {
		path = filepath.Dir(p.Path) + string(os.PathListSeparator) + path
	}
	return []string{"PATH=" + path}
}
