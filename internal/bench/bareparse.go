package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"sentinel/internal/syntax"
)

// bareParseCommand is how this program starts itself to parse: a process of its own has figures of its own.
const bareParseCommand = "bare-parse"

// parsed is what bareParse prints.
type parsed struct {
	Files int           `json:"files"`
	Bytes int64         `json:"bytes"`
	Wall  time.Duration `json:"wall"`
	CPU   time.Duration `json:"cpu"`
}

// source is one file to parse.
type source struct {
	lang syntax.Language
	text []byte
}

// bareParse parses what `sentinel check --all` would parse of a repository, with the same grammars on all processors,
// and does nothing with the trees. Only the parsing is measured: the files are in memory before.
func bareParse(ctx context.Context, dir string, out io.Writer) error {
	sources, err := readSources(ctx, dir)
	if err != nil {
		return err
	}
	result := parsed{Files: len(sources)}
	for _, s := range sources {
		result.Bytes += int64(len(s.text))
	}
	runtime.GC()
	cpu, start := ownCPU(), time.Now()
	parseAll(sources)
	result.Wall, result.CPU = time.Since(start), ownCPU()-cpu
	return json.NewEncoder(out).Encode(result)
}

func parseAll(sources []source) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(sources); i = int(next.Add(1)) - 1 {
				// A parse that the time limit ends has cost its time like any other.
				_ = syntax.ParseOnly(sources[i].lang, sources[i].text)
			}
		})
	}
	wg.Wait()
}

// readSources reads the tracked files that have a grammar and are not over the limit for parsing.
func readSources(ctx context.Context, dir string) ([]source, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z")
	cmd.Dir = dir
	list, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list the files of %s: %w", dir, err)
	}
	var sources []source
	for name := range bytes.SplitSeq(list, []byte{0}) {
		path := filepath.Join(dir, string(name))
		lang, ok := syntax.LanguageOf(path)
		if !ok {
			continue
		}
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || info.Size() > syntax.MaxBytes {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source{lang, text})
	}
	return sources, nil
}
