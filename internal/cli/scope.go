package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"sentinel/checks/all"
	"sentinel/internal/change"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
	"sentinel/internal/syntax"
)

// stdinLimit is how many bytes of proposed content are read: more than is looked at, so that what is too
// large is reported as skipped with the engine's own reason, and not so much that memory is at risk.
const stdinLimit = 16 * syntax.MaxBytes

// scope says which change the flags mean.
func (inv *invocation) scope(c *cli.Context) (change.Spec, error) {
	spec := change.Spec{Kind: finding.ScopeWorktree, Paths: inv.paths}
	if slices.Contains(inv.paths, "") {
		return spec, finding.Usagef("after -- name files and folders; to look at everything leave it out", "empty path")
	}
	flag, err := scopeFlag(c)
	if err != nil {
		return spec, err
	}
	if flag == "" && engine.OnlyInventory(all.Checks(), inv.words) {
		flag = "scope"
	}
	switch flag {
	case "scope":
		return withSections(c, spec)
	case "staged":
		spec.Kind = finding.ScopeStaged
	case "all":
		spec.Kind = finding.ScopeAll
	case "base":
		spec.Kind, spec.Base, spec.Head = finding.ScopeRange, c.String("base"), "HEAD"
	case "range":
		return withRange(spec, c.String("range"))
	case "files":
		return withFiles(c, spec)
	case "push":
		return inv.withPush(c, spec)
	case "stdin":
		return inv.withOverlay(c, spec)
	}
	return spec, nil
}

// scopeFlag is the one flag that names a scope, "" for none.
func scopeFlag(c *cli.Context) (string, error) {
	var given []string
	for _, name := range []string{"worktree", "staged", "base", "range", "push", "all", "files", "stdin", "scope"} {
		if c.IsSet(name) {
			given = append(given, name)
		}
	}
	switch {
	case len(given) > 1:
		return "", finding.Usagef("give one of them", "--%s cannot be combined", strings.Join(given, " and --"))
	case len(given) == 0:
		given = append(given, "")
	}
	for _, needs := range [][2]string{{"remote", "push"}, {"stdin-path", "stdin"}, {"base-ref", "scope"}} {
		if c.IsSet(needs[0]) && given[0] != needs[1] && (given[0] != "" || needs[1] != "scope") {
			return "", finding.Usagef("", "--%s only goes with --%s", needs[0], needs[1])
		}
	}
	for _, name := range []string{"base", "range", "base-ref"} {
		if c.IsSet(name) && c.String(name) == "" {
			return "", finding.Usagef("name a commit, branch or tag; if it came from a variable, that was empty", "--%s is empty", name)
		}
	}
	return given[0], nil
}

func withRange(spec change.Spec, text string) (change.Spec, error) {
	var err error
	spec.Kind = finding.ScopeRange
	spec.Base, spec.Head, spec.Direct, err = change.ParseRange(text)
	if err != nil {
		return spec, finding.Usagef("", "--range: %w", err)
	}
	return spec, nil
}

// withFiles looks in the folder that the run starts from, wherever links on the way to it lead.
func withFiles(c *cli.Context, spec change.Spec) (change.Spec, error) {
	root, err := filepath.Abs(dirOr(c.String("C")))
	if err != nil {
		return spec, finding.Unfinishedf("", "find the folder to look in: %w", err)
	}
	if real, err := filepath.EvalSymlinks(root); err == nil { // the engine says of one that is not there
		root = real
	}
	spec.Kind, spec.Root = finding.ScopeFiles, root
	return spec, nil
}

func (inv *invocation) withPush(c *cli.Context, spec change.Spec) (change.Spec, error) {
	if isTerminal(inv.stdin) {
		return spec, finding.Usagef("it is for a pre-push hook; to check a branch by hand: sentinel check --base REF",
			"--push reads the lines git gives a hook on standard input, and that is a terminal")
	}
	spec.Kind, spec.Remote = finding.ScopePush, c.String("remote")
	text, err := inv.readStdin(c.Context)
	if err != nil {
		return spec, err
	}
	spec.Push, err = git.ParsePush(bytes.NewReader(text))
	if err != nil {
		return spec, finding.Usagef("", "--push: standard input: %w", err)
	}
	return spec, nil
}

func (inv *invocation) withOverlay(c *cli.Context, spec change.Spec) (change.Spec, error) {
	if c.String("stdin-path") == "" {
		return spec, finding.Usagef("say which file it is for: --stdin --stdin-path src/a.ts", "--stdin needs --stdin-path")
	}
	if path := c.String("stdin-path"); os.IsPathSeparator(path[len(path)-1]) {
		return spec, finding.Usagef("name the file itself", "--stdin-path %s names a folder", path)
	}
	if len(inv.paths) > 0 {
		return spec, finding.Usagef("leave them out", "--stdin looks at one file, and takes no paths")
	}
	spec.Kind, spec.OverlayPath = finding.ScopeOverlay, c.String("stdin-path")
	text, err := inv.readStdin(c.Context)
	if err != nil {
		return spec, err
	}
	// An empty file is content too, not the absence of an overlay.
	spec.OverlayText = append([]byte{}, text...)
	return spec, nil
}

// readStdin reads standard input, and gives up waiting for it when the run is interrupted or out of time.
func (inv *invocation) readStdin(ctx context.Context) ([]byte, error) {
	type input struct {
		text []byte
		err  error
	}
	read := make(chan input, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(inv.stdin, stdinLimit+1))
		read <- input{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case in := <-read:
		switch {
		case in.err != nil:
			return nil, finding.Unfinishedf("", "read standard input: %w", in.err)
		case len(in.text) > stdinLimit:
			return nil, finding.Usagef("", "standard input is over %d bytes", stdinLimit)
		}
		return in.text, nil
	}
}

func isTerminal(end any) bool {
	f := fileOf(end)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// fileOf is the file that one of the standard streams is, or nil.
func fileOf(end any) *os.File {
	if s, ok := end.(*stream); ok {
		end = s.to
	}
	f, _ := end.(*os.File)
	return f
}

// oneOf is a usage error unless value is among the choices.
func oneOf(flag, value string, choices ...string) error {
	if slices.Contains(choices, value) {
		return nil
	}
	hint := "choose one of: " + strings.Join(choices, ", ")
	if near := policy.Nearest(value, choices); near != "" {
		hint = fmt.Sprintf("did you mean --%s %s?", flag, near)
	}
	return finding.Usagef(hint, "--%s %q is not known", flag, value)
}

// usageError is for what the flag package may find by itself: the library would print it to standard output.
func usageError(_ *cli.Context, err error, _ bool) error {
	return finding.Usagef("", "%w", err)
}
