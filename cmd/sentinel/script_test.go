package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sentinel/internal/cli"
)

var update = flag.Bool("update", false, "rewrite what scripts and the README compare with")

// TestMain makes this test binary the `sentinel` that scripts, and the git hooks in them, run.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sentinel": func() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/script: one file for each thing that users are promised.
func TestScripts(t *testing.T) {
	project, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, environment(env.WorkDir)...)
			env.Vars = append(env.Vars, "PROJECT="+project)
			return writeGitConfig(env.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exit-code": exitCode, "mcp": mcpCall, "mcp-parity": mcpParity, "mcp-parity-text": mcpParityText,
			"mcp-parity-review": mcpParityReview,
		},
	})
}

// environment is what scripts run in, beside testscript's own. Nothing of the developer's git reaches them.
// Scripts work in $WORK/repo or wherever they make repositories; home and caches are beside it.
func environment(work string) []string {
	const date = "2026-01-02T03:04:05Z"
	return []string{
		"HOME=" + filepath.Join(work, ".home"),
		"XDG_CACHE_HOME=" + filepath.Join(work, ".home", "cache"),
		"GIT_CONFIG_NOSYSTEM=1",
		"GIT_CEILING_DIRECTORIES=" + filepath.Dir(work),
		"GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_DATE=" + date,
		"TERM=dumb",
		"GORACE=atexit_sleep_ms=0", // else each run of a race-enabled binary sleeps a second when it ends
	}
}

func writeGitConfig(work string) error {
	const config = `[user]
	name = A U Thor
	email = author@example.com
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
[advice]
	detachedHead = false
`
	home := filepath.Join(work, ".home")
	if err := os.MkdirAll(home, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o666)
}

// exitCode is `exit-code N PROGRAM ARG...`: like exec, but the program must end with exactly that code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit-code N PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// TestEveryComplaintHasItsScripts: the table in CONTRIBUTING.md names scripts that are there, for all fifteen.
func TestEveryComplaintHasItsScripts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| [0-9]+ \\|.*\\| (`.*) \\|$").FindAllStringSubmatch(string(text), -1)
	if len(rows) != 15 {
		t.Errorf("%d complaints are listed", len(rows))
	}
	for _, row := range rows {
		for _, name := range strings.Split(strings.ReplaceAll(row[1], "`", ""), ", ") {
			if _, err := os.Stat(filepath.Join("..", "..", "testdata", "script", name+".txtar")); err != nil {
				t.Error(err)
			}
		}
	}
}
