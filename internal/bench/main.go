// Command bench measures sentinel side by side with the tools and limits that the project compares it with, and says
// which of its promises hold on this machine. It prints ratios of runs that took turns, not times to compare with
// those of another machine. See README.md in this folder.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

type options struct {
	files, huge, runs int
	ts                []string // repositories of TypeScript
	large             string   // a repository of many files
	only              string
	install, strict   bool
	cache             string
	out               io.Writer
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == bareParseCommand {
		if err := bareParse(context.Background(), os.Args[2], os.Stdout); err != nil {
			fail(err)
		}
		return
	}
	if len(os.Args) == 2 && os.Args[1] == noiseCommand {
		if err := noise(os.Stdout); err != nil {
			fail(err)
		}
		return
	}
	o := parseFlags()
	b, err := newBench(o)
	if err != nil {
		fail(err)
	}
	if err := b.run(context.Background()); err != nil {
		fail(err)
	}
	if o.strict && b.printer.broken+b.printer.missing > 0 {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench:", err)
	os.Exit(2)
}

func parseFlags() options {
	o := options{out: os.Stdout}
	var ts string
	flag.IntVar(&o.files, "n", 50_000, "files of the synthetic repository")
	flag.IntVar(&o.huge, "huge", 0, "look at a staged change among that many files too, for information: 200000")
	flag.IntVar(&o.runs, "runs", 9, "measured runs of each short command; long ones run a third as often")
	flag.StringVar(&ts, "ts", os.Getenv("SENTINEL_BENCH_TS"), "clones of TypeScript repositories, DIR,DIR...: the first is looked at alone, all together against ast-grep")
	flag.StringVar(&o.large, "large", os.Getenv("SENTINEL_BENCH_LARGE"), "a clone of a repository of 20,000 files or more, with JavaScript or TypeScript")
	flag.StringVar(&o.only, "only", "", "measure this only: "+strings.Join(partNames(), ", "))
	flag.BoolVar(&o.install, "install", false, "install the tools to compare with into the user's cache folder, and end")
	flag.BoolVar(&o.strict, "strict", false, "fail when a limit is broken or could not be measured")
	flag.Parse()
	if ts != "" {
		o.ts = strings.Split(ts, ",")
	}
	if flag.NArg() > 0 || o.runs < 1 || o.only != "" && !slices.Contains(partNames(), o.only) {
		flag.Usage()
		os.Exit(2)
	}
	return o
}
