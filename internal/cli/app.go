package cli

import (
	"github.com/urfave/cli/v2"
)

// app is the list of commands, made anew for each run because the library keeps state in it. What the library
// would print or exit by itself is switched off: help, version and errors are this package's.
func (inv *invocation) app() *cli.App {
	return &cli.App{
		Name:                      "sentinel",
		Usage:                     "tells what the code of a change can newly do",
		HideHelp:                  true,
		HideVersion:               true,
		Writer:                    inv.stdout,
		ErrWriter:                 inv.stderr,
		ExitErrHandler:            func(*cli.Context, error) {},
		DisableSliceFlagSeparator: true,
		Commands: []*cli.Command{
			inv.baselineCommand(),
			inv.checkCommand(),
			inv.completionCommand(),
			inv.configCommand(),
			inv.doctorCommand(),
			inv.explainCommand(),
			inv.helpCommand(),
			inv.hooksCommand(),
			inv.mcpCommand(),
			inv.rulesCommand(),
			inv.versionCommand(),
		},
	}
}
