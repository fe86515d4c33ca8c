package cli

import (
	"github.com/urfave/cli/v2"
)

// The groups in which the help shows flags.
const (
	groupScope    = "What to look at (one of them)"
	groupValidate = "What to run in the work tree"
	groupReport   = "What to show"
	groupJudge    = "When to fail"
	groupRun      = "How to run"
)

func checkFlags() []cli.Flag {
	var flags []cli.Flag
	for _, group := range [][]cli.Flag{scopeFlags(), validationFlags(), reportFlags(), judgeFlags(), runFlags()} {
		flags = append(flags, group...)
	}
	return flags
}

func scopeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Category: groupScope, Name: "worktree", Usage: "the files on disk against HEAD, untracked ones included (default)"},
		&cli.BoolFlag{Category: groupScope, Name: "staged", Usage: "what git commit would commit; for a pre-commit hook"},
		&cli.StringFlag{Category: groupScope, Name: "base", Usage: "`REF` what HEAD adds since it left REF; for a branch or pull request"},
		&cli.StringFlag{Category: groupScope, Name: "range", Usage: "`A...B` what B adds since it left A; A..B: B against A itself"},
		&cli.StringSliceFlag{Category: groupScope, Name: "scope", Usage: "`LIST` of committed, staged, unstaged, untracked; worktree: the last three; all (default for the check changes)"},
		&cli.StringFlag{Category: groupScope, Name: "base-ref", Usage: "`REF` with --scope: what committed is compared with; looked for if left out"},
		&cli.BoolFlag{Category: groupScope, Name: "push", Usage: "what a push adds; reads a pre-push hook's standard input"},
		&cli.StringFlag{Category: groupScope, Name: "remote", Usage: "`NAME` with --push: the remote, the hook's first argument"},
		&cli.BoolFlag{Category: groupScope, Name: "all", Usage: "all the files on disk, compared with nothing"},
		&cli.BoolFlag{Category: groupScope, Name: "files", Usage: "files and folders on disk, in a repository or not, compared with nothing"},
		&cli.BoolFlag{Category: groupScope, Name: "stdin", Usage: "one file's proposed content, read from standard input"},
		&cli.StringFlag{Category: groupScope, Name: "stdin-path", Usage: "`PATH` with --stdin: the file the content is proposed for"},
	}
}

func reportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Category: groupReport, Name: "report", Usage: "`FORMAT[=FILE]` text (default) or another format (below), to standard output or a file; several at once if at most one goes to standard output"},
		&cli.StringFlag{Category: groupReport, Name: "detail", Usage: "`LEVEL` of what changes and validations list: full (default) or summary"},
		&cli.StringFlag{Category: groupReport, Name: "max-output-bytes", Usage: "`N` the most bytes kept of each output of a validation"},
		&cli.BoolFlag{Category: groupReport, Name: "verbose", Aliases: []string{"v"}, Usage: "list what is otherwise only counted"},
		&cli.BoolFlag{Category: groupReport, Name: "quiet", Aliases: []string{"q"}, Usage: "nothing but warnings when the run passes, and no progress"},
		&cli.StringFlag{Category: groupReport, Name: "color", Usage: "`WHEN` auto (default), always or never"},
	}
}

func judgeFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Category: groupJudge, Name: "fail-on", Usage: "`LEVEL` the least serious that fails: error (default), warning, note or never"},
		&cli.BoolFlag{Category: groupJudge, Name: "fail-on-incomplete", Usage: "fail when a file was skipped or not understood whole"},
		&cli.BoolFlag{Category: groupJudge, Name: "exit-zero", Usage: "exit with 0 whenever there is a report, whatever it says"},
	}, configFlags()...)
}

func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Category: groupRun, Name: "C", Usage: "`DIR` run as if started there"},
		&cli.StringFlag{Category: groupRun, Name: "timeout", Usage: "`DURATION` end after 30s, 5m, ... and say what was not looked at"},
		&cli.BoolFlag{Category: groupRun, Name: "no-cache", Usage: "neither use nor keep results of earlier runs"},
	}
}
