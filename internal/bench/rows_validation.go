package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
)

// noiseCommand is how this program starts itself to be the command that a validation runs.
const noiseCommand = "noise"

const (
	noiseBytes = 10 << 20 // of output
	noiseLine  = 80       // bytes of a line, as a test runner writes them
	// noiseWork is how many bytes are hashed for each line: about a second in all.
	noiseWork = 8 << 10
)

// noise is a command that works for about a second and writes 10 MB while it does. What it writes is used up as it
// comes, line by line, as by a program that writes to a terminal through a buffer.
func noise(out io.Writer) error {
	w := bufio.NewWriter(out)
	work := make([]byte, noiseWork)
	for i := range noiseBytes / noiseLine {
		sum := sha256.Sum256(work)
		copy(work, sum[:])
		if _, err := fmt.Fprintf(w, "%*d %x\n", noiseLine-2*sha256.Size-2, i, sum); err != nil {
			return err
		}
	}
	return w.Flush()
}

// validation runs a command that writes much, through sentinel and directly.
func (b *bench) validation(ctx context.Context) error {
	dir := filepath.Join(b.cache, "small")
	if _, err := b.output(ctx, ".", "git", "init", "-q", dir); err != nil {
		return err
	}
	all, err := b.interleave(ctx, b.runs,
		b.check("sentinel check validations", dir, "validations", "--validate", b.self+" "+noiseCommand),
		command{name: "the command itself", dir: dir, args: []string{b.self, noiseCommand}},
	)
	if err != nil {
		return err
	}
	b.printer.section(section{
		title: "A validation that writes 10 MB", series: all,
		verdicts: []verdict{
			{what: "wall time of the command itself", unit: "x", figure: ratio(all[0].wall(), all[1].wall()), limit: 1.1},
		},
	})
	return nil
}
