package main

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The tools to compare with, at the versions the project's figures are from.
const (
	gitleaksModule = "github.com/zricethezav/gitleaks/v8@v8.30.1"
	astGrepPackage = "@ast-grep/cli@0.51.1"
)

// gitleaks is the installed program and its name with the version; ok is false where there is none.
func (b *bench) gitleaks() (path, name string, ok bool) {
	path = filepath.Join(b.cache, "tools", "bin", "gitleaks")
	info, err := buildinfo.ReadFile(path) // the program itself does not know its version
	if err != nil {
		return "", "", false
	}
	return path, "gitleaks " + info.Main.Version, true
}

// astGrep is like gitleaks. The path is that of the program itself, not of the script that npm may put before it.
func (b *bench) astGrep(ctx context.Context) (path, name string, ok bool) {
	programs, err := filepath.Glob(filepath.Join(b.cache, "tools", "node_modules", "@ast-grep", "cli-*", "ast-grep"))
	if err != nil || len(programs) == 0 {
		return "", "", false
	}
	name, err = b.output(ctx, ".", programs[0], "--version")
	return programs[0], name, err == nil
}

// installTools installs them with the ordinary clients, each told to keep to the cache folder.
func (b *bench) installTools(ctx context.Context) error {
	tools := filepath.Join(b.cache, "tools")
	if err := os.MkdirAll(tools, 0o755); err != nil {
		return err
	}
	goInstall := command{args: []string{"go", "install", gitleaksModule}, dir: tools}
	if err := b.runLoud(ctx, goInstall, []string{"GOBIN=" + filepath.Join(tools, "bin")}); err != nil {
		return err
	}
	npm := command{args: []string{"npm", "install", "--prefix", tools, "--no-audit", "--no-fund", "--ignore-scripts", astGrepPackage}, dir: tools}
	return b.runLoud(ctx, npm, nil)
}

// runLoud runs a command in the user's own environment and shows what it says.
func (b *bench) runLoud(ctx context.Context, c command, env []string) error {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, os.Stderr, os.Stderr
	cmd.Env = append(os.Environ(), env...)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.args, " "), err)
	}
	return nil
}
