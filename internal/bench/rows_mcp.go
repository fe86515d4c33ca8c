package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sentinel/internal/mcp/mcpbench"
)

// mcp measures the server for agents: what it adds to a call beside a bare mcp-go server, how soon it is there, how long
// an edit waits for its check, and whether it stays as it is under many calls.
func (b *bench) mcp(ctx context.Context) error {
	if err := b.mcpOverhead(); err != nil {
		return err
	}
	dir, err := b.synthetic(ctx, b.files)
	if err != nil {
		return err
	}
	if err := b.mcpReady(ctx, dir); err != nil {
		return err
	}
	if err := b.mcpCheckText(ctx, dir); err != nil {
		return err
	}
	return b.mcpManyCalls(ctx, dir)
}

// mcpOverhead calls a trivial tool of both servers in turn, alone and with many calls in flight.
func (b *bench) mcpOverhead() error {
	own, err := mcpbench.Own()
	if err != nil {
		return err
	}
	s := section{title: "A trivial tool over stdio, beside a bare mcp-go server"}
	for _, inFlight := range []int{1, 16} {
		const calls = 5000
		one := series{name: fmt.Sprintf("%d calls, %d in flight", calls, inFlight)}
		bare := series{name: "the same, bare mcp-go"}
		for round := range b.runs + 1 {
			mine, err := mcpbench.Calls(own, calls, inFlight)
			if err != nil {
				return err
			}
			theirs, err := mcpbench.Calls(mcpbench.Bare(), calls, inFlight)
			if err != nil {
				return err
			}
			if round > 0 {
				one.samples = append(one.samples, sample{wall: mine})
				bare.samples = append(bare.samples, sample{wall: theirs})
			}
		}
		s.series = append(s.series, one, bare)
		s.verdicts = append(s.verdicts, verdict{what: fmt.Sprintf("with %d in flight, wall time of the bare server", inFlight), unit: "x",
			figure: ratio(one.wall(), bare.wall()), limit: 1.2})
	}
	b.printer.section(s)
	return nil
}

// mcpReady starts servers and waits for their first answer.
func (b *bench) mcpReady(ctx context.Context, dir string) error {
	var took []time.Duration
	for range 3 * b.runs {
		c, err := b.startMCP(ctx, dir)
		if err != nil {
			return err
		}
		took = append(took, c.ready)
		if err := c.close(); err != nil {
			return err
		}
	}
	b.printer.section(section{title: "sentinel mcp, from its start to the answer to initialize", verdicts: []verdict{
		{what: "wall time, the median", unit: " ms", figure: milliseconds(median(took)), limit: 25},
	}})
	return nil
}

// textLines is the length of the file whose proposed content is checked.
const textLines = 500

// mcpCheckText checks proposed contents of one file, each of them new so that no result can be kept.
func (b *bench) mcpCheckText(ctx context.Context, dir string) error {
	texts, from, err := b.proposed()
	if err != nil {
		return err
	}
	c, err := b.startMCP(ctx, dir)
	if err != nil {
		return err
	}
	var took []time.Duration
	for i := range 20 * b.runs {
		text := fmt.Sprintf("// %d\n%s", i, texts[i%len(texts)])
		begin := time.Now()
		if _, _, err := c.call("check_text", map[string]any{"path": syntheticPath(0), "text": text}); err != nil {
			return err
		}
		took = append(took, time.Since(begin))
	}
	b.printer.section(section{
		title:    fmt.Sprintf("check_text on about %d lines of TypeScript (%s), in a repository of %d files", textLines, from, b.files),
		verdicts: []verdict{{what: "wall time, the median", unit: " ms", figure: milliseconds(median(took)), limit: 10}},
	})
	return c.close()
}

// proposed are files of about textLines lines: the ten of the first TypeScript repository that are closest to that, or
// else one of synthetic files one after the other.
func (b *bench) proposed() (texts []string, from string, err error) {
	if len(b.ts) == 0 {
		text := ""
		for n := 0; strings.Count(text, "\n") < textLines; n++ {
			text += syntheticText(n*len(kinds), 0)
		}
		return []string{text}, "synthetic", nil
	}
	err = filepath.WalkDir(b.ts[0], func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return cmp.Or(err, fs.SkipDir)
		}
		if !entry.Type().IsRegular() || filepath.Ext(path) != ".ts" {
			return nil
		}
		data, err := os.ReadFile(path)
		texts = append(texts, string(data))
		return err
	})
	away := func(text string) int { n := strings.Count(text, "\n") - textLines; return max(n, -n) }
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(a, b)) })
	return texts[:min(len(texts), 10)], "ten files of " + filepath.Base(b.ts[0]), err
}

// mcpManyCalls makes 10,000 calls with 16 in flight. Every answer has to come, and to be the one to its id; what the
// process keeps in memory at the end is compared with what it kept after a tenth of them.
func (b *bench) mcpManyCalls(ctx context.Context, dir string) error {
	const calls, inFlight = 10_000, 16
	c, err := b.startMCP(ctx, dir)
	if err != nil {
		return err
	}
	topics := []string{"structure/process-exec", "structure/dynamic-code", "guard/hooks", "suppression/unused"}
	asked := map[int]string{}
	var early, late int64
	begin := time.Now()
	for sent, got := 0, 0; got < calls; {
		for ; sent < calls && sent-got < inFlight; sent++ {
			topic := topics[sent%len(topics)]
			id, err := c.send("tools/call", map[string]any{"name": "explain", "arguments": map[string]any{"topic": topic}})
			if err != nil {
				return err
			}
			asked[id] = topic
		}
		id, result, err := c.receive()
		if err != nil {
			return err
		}
		if topic, known := asked[id]; !known || !strings.Contains(string(result), topic) {
			return fmt.Errorf("the answer with id %d is not the one to %q", id, topic)
		}
		delete(asked, id)
		if got++; got == calls/10 {
			early = resident(c.cmd.Process.Pid)
		}
	}
	late = resident(c.cmd.Process.Pid)
	s := section{title: fmt.Sprintf("%d calls, %d in flight: every answer came, each to its id", calls, inFlight)}
	s.notes = append(s.notes, fmt.Sprintf("%.0f calls a second", calls/time.Since(begin).Seconds()))
	if early == 0 {
		s.unmeasured = append(s.unmeasured, "memory: this system has no /proc")
	} else {
		s.verdicts = append(s.verdicts, verdict{what: "memory at the end beside that after a tenth", unit: "x", figure: float64(late) / float64(early), limit: 1.25})
	}
	b.printer.section(s)
	return c.close()
}

// resident is the resident set of a process in pages, 0 where the system does not tell.
func resident(pid int) int64 {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "statm"))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64) // 0 says that it is not known
	return pages
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
