package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// section is one comparison: what was run, side by side, and what that means.
type section struct {
	title    string
	series   []series
	bytes    int64 // looked at by each of the commands; 0 where a throughput says nothing
	verdicts []verdict
	notes    []string
	// unmeasured says of each comparison that could not be made why, and what to do about it.
	unmeasured []string
}

// printer writes sections as they are done, and counts.
type printer struct {
	out             io.Writer
	broken, missing int
}

func (p *printer) section(s section) {
	fmt.Fprintf(p.out, "\n%s\n", s.title)
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(s.series) > 0 {
		fmt.Fprint(table, "\twall\tleast\tcpu\tpeak\t\t\n")
	}
	for _, one := range s.series {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t\n", one.name, ms(one.wall()), ms(one.leastWall()), ms(one.cpu()), megabytes(one.peak()), throughput(s.bytes, one))
	}
	table.Flush()
	for _, v := range s.verdicts {
		p.verdict(v)
	}
	for _, note := range s.notes {
		fmt.Fprintf(p.out, "  %s\n", note)
	}
	for _, reason := range s.unmeasured {
		fmt.Fprintf(p.out, "  not measured: %s\n", reason)
		p.missing++
	}
}

func (p *printer) verdict(v verdict) {
	bound, outcome := "at most", "holds"
	if v.atLeast {
		bound = "at least"
	}
	if !v.holds() {
		outcome = "BROKEN"
		p.broken++
	}
	fmt.Fprintf(p.out, "  %s %.2f%s, %s %.2f%s: %s\n", v.what, v.figure, v.unit, bound, v.limit, v.unit, outcome)
}

func ms(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

func megabytes(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
}

func throughput(bytes int64, s series) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f MB/s, %.1f MB per cpu-s", perSecond(bytes, s.wall()), perSecond(bytes, s.cpu()))
}
