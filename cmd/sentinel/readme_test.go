package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sentinel/internal/finding"
)

const readme = "../../README.md"

// generated are the parts of the README between "<!-- NAME -->" and "<!-- end -->" that are written by a program.
var generated = regexp.MustCompile(`(?s)(<!-- ([a-z-]+) -->\n)(.*?)(<!-- end -->)`)

// console are the examples: commands behind "$ ", each followed by what it prints.
var console = regexp.MustCompile("(?s)(```console\n)(.*?)(```\n)")

// TestReadmeIsTrue runs every example of the README, in order, in the repository that testdata/readme.txtar
// describes, and compares what is printed; and it makes the generated parts anew. With -update it writes them.
func TestReadmeIsTrue(t *testing.T) {
	old, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	repo := readmeRepository(t)
	text := generated.ReplaceAllStringFunc(string(old), func(part string) string {
		m := generated.FindStringSubmatch(part)
		return m[1] + generate(t, repo, m[2]) + m[4]
	})
	text = console.ReplaceAllStringFunc(text, func(block string) string {
		m := console.FindStringSubmatch(block)
		return m[1] + replay(t, repo, m[2]) + m[3]
	})
	if text == string(old) {
		return
	}
	if !*update {
		t.Fatalf("the README is not what sentinel does (`make docs` rewrites it):\n%s", firstDifference(string(old), text))
	}
	if err := os.WriteFile(readme, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// generate makes one of the generated parts.
func generate(t *testing.T, repo, name string) string {
	switch name {
	case "exit-codes":
		var b strings.Builder
		b.WriteString("| code | meaning |\n|---:|---|\n")
		for _, e := range finding.ExitCodes() {
			fmt.Fprintf(&b, "| %d | %s |\n", e.Code, e.Meaning)
		}
		return b.String()
	case "help-check":
		return "```\n" + shell(t, repo, "sentinel help check") + "```\n"
	case "rules":
		return "```\n" + shell(t, repo, "sentinel rules") + "```\n"
	}
	t.Errorf("nothing makes the part %q", name)
	return ""
}

// replay runs the commands of an example and puts their real output below them.
func replay(t *testing.T, repo, block string) string {
	var b strings.Builder
	for line := range strings.Lines(block) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			b.WriteString(line + shell(t, repo, strings.TrimSpace(command)))
		}
	}
	return b.String()
}

// shell is what a command prints, on either stream. Its exit code is for the reader of the README to see in it.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(environment(filepath.Dir(dir)), "PATH="+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", command, err)
	}
	return steady(strings.ReplaceAll(string(out), dir, "/home/you/project"))
}

// took is how long a validation took.
var took = regexp.MustCompile(`(after) [0-9.]+ m?s\b`)

// program is where a program lies that prints its own place.
var program = regexp.MustCompile(`/[^ "]*/sentinel"`)

// steady leaves out of an example what differs from run to run.
func steady(text string) string {
	return program.ReplaceAllString(took.ReplaceAllString(text, "$1 0.2 s"), `/usr/local/bin/sentinel"`)
}

// readmeRepository unpacks testdata/readme.txtar, whose comment is the script that makes a repository of it.
func readmeRepository(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("../../testdata/readme.txtar")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	if err := txtar.Write(archive, work); err != nil {
		t.Fatal(err)
	}
	if err := writeGitConfig(work); err != nil {
		t.Fatal(err)
	}
	repo := filepath.Join(work, "repo")
	if err := os.Mkdir(repo, 0o777); err != nil {
		t.Fatal(err)
	}
	if out := shell(t, repo, "set -e\n"+string(archive.Comment)); out != "" {
		t.Fatalf("making the repository: %s", out)
	}
	return repo
}

// TestReadmeInstall: the first command of the README is all that it takes.
func TestReadmeInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("links the program")
	}
	bin := t.TempDir()
	cmd := exec.Command("make", "-C", "../..", "install")
	cmd.Env = append(os.Environ(), "GOBIN="+bin)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(filepath.Join(bin, "sentinel"), "version").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func firstDifference(old, new string) string {
	a, b := strings.Split(old, "\n"), strings.Split(new, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, %d wanted", len(a), len(b))
}
