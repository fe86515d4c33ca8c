// Sentinel tells what the code of a change can newly do. `sentinel help` says how to use it.
package main

import (
	"os"

	"sentinel/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr)) }
