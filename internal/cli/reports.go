package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"sentinel/checks"
	"sentinel/checks/all"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/report"
)

// output is one report: a format, and the file it goes to; no file is standard output.
type output struct {
	format report.Format
	path   string
}

// wantsDocuments reports whether the checks' own machine-readable results show in this output.
func (o output) wantsDocuments() bool { return o.format.Name == "json" }

// checkReviewed refuses the report review where no check makes one: it has to be named, and nothing is run first.
func checkReviewed(outputs []output, req engine.Request) error {
	wanted := slices.ContainsFunc(outputs, func(o output) bool { return o.format.Name == "review" })
	makesOne := func(c *checks.Check) bool {
		return (c.Inventory || c.Gate != nil) && slices.Contains(req.Checks, c.Name)
	}
	commands := len(req.Validations.Names)+len(req.Validations.AdHoc) > 0
	if !wanted || commands || slices.ContainsFunc(all.Checks(), makesOne) {
		return nil
	}
	return finding.Usagef("name the check: sentinel check changes --report review",
		"--report review shows what the checks changes and validations say, and neither is asked for")
}

// parseReports reads the values of --report. Files are relative to dir.
func parseReports(values []string, dir string) ([]output, error) {
	if len(values) == 0 {
		values = []string{"text"}
	}
	var outputs []output
	taken := map[string]string{}
	for _, value := range values {
		o, err := parseReport(value, dir)
		if err != nil {
			return nil, err
		}
		if other, twice := taken[o.path]; twice && o.path == "" {
			return nil, finding.Usagef("send the others to files: --report "+value+"=FILE",
				"only one report can go to standard output, not %s and %s", other, value)
		} else if twice {
			return nil, finding.Usagef("", "--report %s and --report %s name the same file", other, value)
		}
		taken[o.path] = value
		outputs = append(outputs, o)
	}
	return outputs, nil
}

func parseReport(value, dir string) (output, error) {
	name, path, toFile := strings.Cut(value, "=")
	format, err := report.Lookup(name)
	if err != nil {
		var names []string
		for _, f := range report.Formats() {
			names = append(names, f.Name)
		}
		return output{}, oneOf("report", name, names...)
	}
	if toFile && path == "" {
		return output{}, finding.Usagef("write --report "+name+"=FILE", "--report %s names no file", value)
	}
	if !toFile {
		return output{format: format}, nil
	}
	return output{format: format, path: under(dir, path)}, nil
}

// display is how results are to look on this terminal, decided once.
type display struct {
	report.Options
	quiet    bool
	progress bool
	// told says that the reader of a text report on this terminal has just read all that would be in it: why nothing
	// could be looked at.
	told bool
}

func (inv *invocation) display(c *cli.Context) (display, error) {
	if c.Bool("quiet") && c.Bool("verbose") {
		return display{}, finding.Usagef("give one of them", "--quiet and --verbose cannot be combined")
	}
	when := "auto"
	if c.IsSet("color") {
		when = c.String("color")
	}
	if err := oneOf("color", when, "auto", "always", "never"); err != nil {
		return display{}, err
	}
	plain := os.Getenv("TERM") == "dumb"
	d := display{quiet: c.Bool("quiet"), progress: !c.Bool("quiet") && !plain && isTerminal(inv.stderr)}
	d.Verbose = c.Bool("verbose")
	d.Width = width(inv.stdout)
	d.Color = when == "always" || when == "auto" && !plain && os.Getenv("NO_COLOR") == "" && isTerminal(inv.stdout)
	return d, nil
}

// width is a terminal's width in columns, 0 for what is no terminal.
func width(end any) int {
	f := fileOf(end)
	if f == nil {
		return 0
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return w
}

// reportGrace is how long after the end of a time budget reports may still be waited for to be read: what was found
// in time is to be told.
const reportGrace = 5 * time.Second

// writing is the context for writing the reports of a run whose own was ctx.
func (inv *invocation) writing(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(inv.ctx)
	}
	return context.WithDeadlineCause(inv.ctx, end.Add(reportGrace), engine.ErrBudget)
}

// writeReports writes every report, also after one has failed.
func (inv *invocation) writeReports(ctx context.Context, outputs []output, r finding.Result, d display) error {
	ctx, release := inv.writing(ctx)
	defer release()
	if out, ok := inv.stdout.(*stream); ok {
		out.ctx = ctx
	}
	var errs []error
	for _, o := range outputs {
		if err := inv.writeReport(ctx, o, r, d); err != nil {
			errs = append(errs, err)
		}
	}
	err := errors.Join(errs...)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, engine.ErrBudget):
		return &finding.Failure{Exit: finding.ExitTimedOut, Err: err}
	}
	return &finding.Failure{Exit: finding.ExitUnfinished, Err: err}
}

// writeWarnings is what remains of the text report of a quiet run that passed: such as that a path which was
// asked for is not there.
func writeWarnings(stderr io.Writer, warnings []string) error {
	for _, w := range warnings {
		if _, err := fmt.Fprintf(stderr, "warning: %s\n", finding.Printable(w)); err != nil {
			return err
		}
	}
	return nil
}

func (inv *invocation) writeReport(ctx context.Context, o output, r finding.Result, d display) error {
	if o.path != "" {
		return report.WriteFile(ctx, o.path, o.format, r, d.Options)
	}
	if d.told && o.format.Name == "text" {
		return nil
	}
	if d.quiet && o.format.Name == "text" && inv.code == finding.ExitPassed {
		return writeWarnings(inv.stderr, r.Warnings)
	}
	var buf bytes.Buffer
	if err := o.format.Write(&buf, r, d.Options); err != nil {
		return err
	}
	_, err := inv.stdout.Write(buf.Bytes())
	if readerGone(err) { // of standard error, where the reports of hooks go
		return nil
	}
	return err
}
