package main

import (
	"context"
	"fmt"
	"path/filepath"
)

func (b *bench) staged(ctx context.Context) error {
	s, err := b.stagedAmong(ctx, b.files)
	if err != nil {
		return err
	}
	b.printer.section(s)
	return nil
}

// stagedHuge is for information: no limit is promised.
func (b *bench) stagedHuge(ctx context.Context) error {
	if b.huge == 0 {
		return nil
	}
	s, err := b.stagedAmong(ctx, b.huge)
	if err != nil {
		return err
	}
	for _, v := range s.verdicts {
		s.notes = append(s.notes, fmt.Sprintf("%s %.2f%s", v.what, v.figure, v.unit))
	}
	s.verdicts, s.unmeasured = nil, nil
	b.printer.section(s)
	return nil
}

// stagedAmong looks at a staged change of five files in a repository of n: with no result of an earlier run there,
// which is how a change is looked at first, and with those of the run before, which is how it is committed.
func (b *bench) stagedAmong(ctx context.Context, n int) (section, error) {
	dir, err := b.synthetic(ctx, n)
	if err != nil {
		return section{}, err
	}
	check := b.check("sentinel check --staged", dir, "--staged")
	check.prepare = b.dropResults
	hook, err := b.hook(ctx, dir)
	if err != nil {
		return section{}, err
	}
	commands := []command{
		check,
		{name: "git status", dir: dir, args: []string{"git", "status"}},
		{name: "git diff --cached --raw", dir: dir, args: []string{"git", "diff", "--cached", "--raw"}},
		hook,
		b.check("sentinel check --staged, again", dir, "--staged"),
	}
	leaks, name, installed := b.gitleaks()
	if installed {
		commands = append(commands, command{name: name + " git --staged", dir: dir, args: []string{leaks, "git", "--staged", "--no-banner"}})
	}
	all, err := b.interleave(ctx, b.runs, commands...)
	if err != nil {
		return section{}, err
	}
	s := section{title: fmt.Sprintf("A staged change of %d files in a repository of %d", syntheticStaged, n), series: all}
	s.verdicts = append(s.verdicts, verdict{what: "wall time of git status", unit: "x", figure: ratio(all[0].wall(), all[1].wall()), limit: 1.0 / 3})
	s.verdicts = append(s.verdicts, verdict{what: "again, wall time of git status", unit: "x", figure: ratio(all[4].wall(), all[1].wall()), limit: 1.0 / 3})
	s.verdicts = append(s.verdicts, verdict{what: "wall time of the hook beside sentinel check --staged", unit: "x", figure: ratio(all[3].wall(), all[0].wall()), limit: 1.2})
	if installed {
		s.verdicts = append(s.verdicts, verdict{what: "wall time of gitleaks", unit: "x", figure: ratio(all[0].wall(), all[5].wall()), limit: 1.2})
	} else {
		s.unmeasured = append(s.unmeasured, "gitleaks is not installed: run make bench-tools")
	}
	return s, nil
}

// hook is what git starts before a commit, once it is installed.
func (b *bench) hook(ctx context.Context, dir string) (command, error) {
	_, err := b.output(ctx, dir, b.sentinel, "hooks", "install", "pre-commit")
	hook := command{name: "the pre-commit hook", dir: dir, args: []string{filepath.Join(dir, ".git", "hooks", "pre-commit")}, exits: []int{1}}
	hook.prepare = b.dropResults
	return hook, err
}
