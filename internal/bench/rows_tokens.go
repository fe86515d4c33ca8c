package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tiktoken-go/tokenizer"
)

// tokens compares what a model reads of a folder: its source, or the answer of analyze_directory, page by page until
// every file is in it. Tokens are those of o200k_base.
func (b *bench) tokens(ctx context.Context) error {
	s := section{title: "Tokens of analyze_directory beside those of the source"}
	if len(b.ts) == 0 {
		s.unmeasured = append(s.unmeasured, "name clones of TypeScript repositories with -ts")
		b.printer.section(s)
		return nil
	}
	count, err := newTokenCounter()
	if err != nil {
		return err
	}
	for _, dir := range b.ts {
		note, err := b.tokensOf(ctx, dir, count)
		if err != nil {
			return err
		}
		s.notes = append(s.notes, note)
	}
	floor, err := b.tokenFloor(ctx, count)
	if err != nil {
		return err
	}
	s.verdicts = append(s.verdicts, verdict{what: "a small file's entry", unit: " tokens", figure: floor, limit: 60})
	b.printer.section(s)
	return nil
}

type tokenCounter func(text string) (int, error)

func newTokenCounter() (tokenCounter, error) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return nil, err
	}
	return codec.Count, nil
}

// directory is what of an answer of analyze_directory is needed here.
type directory struct {
	Files []struct {
		Path string
	}
	NextCursor string
}

// tokensOf says for one repository what the whole map costs, and its first page alone.
func (b *bench) tokensOf(ctx context.Context, dir string, count tokenCounter) (string, error) {
	c, err := b.startMCP(ctx, dir)
	if err != nil {
		return "", err
	}
	var source, answer, first, files int
	for cursor := ""; ; {
		arguments := map[string]any{"max_files": 1000}
		if cursor != "" {
			arguments["cursor"] = cursor
		}
		_, structured, err := c.call("analyze_directory", arguments)
		if err != nil {
			return "", err
		}
		var page directory
		if err := json.Unmarshal(structured, &page); err != nil {
			return "", err
		}
		n, err := count(string(structured))
		if err != nil {
			return "", err
		}
		answer += n
		if first == 0 {
			first = n
		}
		for _, f := range page.Files {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
			if err != nil {
				return "", err
			}
			n, err := count(string(text))
			if err != nil {
				return "", err
			}
			source += n
			files++
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	return fmt.Sprintf("%s: %d files, %d tokens of source; the whole map %d (%.1f %%), its first page %d", filepath.Base(dir), files, source,
		answer, 100*float64(answer)/float64(source), first), c.close()
}

// tokenFloor is what one more small file adds to an answer, the mean over a hundred.
func (b *bench) tokenFloor(ctx context.Context, count tokenCounter) (float64, error) {
	const small = 100
	dir := filepath.Join(b.cache, "small-files")
	if err := os.MkdirAll(filepath.Join(dir, "src"), 0o755); err != nil {
		return 0, err
	}
	for i := range small {
		path := filepath.Join(dir, "src", fmt.Sprintf("component%02d.ts", i))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			err = os.WriteFile(path, []byte("import { a } from './a'\n\nexport const b = a + 1\n"), 0o644)
			if err != nil {
				return 0, err
			}
		}
	}
	c, err := b.startMCP(ctx, dir)
	if err != nil {
		return 0, err
	}
	cost := func(files int) (int, error) {
		_, structured, err := c.call("analyze_directory", map[string]any{"max_files": files})
		if err != nil {
			return 0, err
		}
		return count(string(structured))
	}
	one, err := cost(1)
	if err != nil {
		return 0, err
	}
	all, err := cost(small)
	if err != nil {
		return 0, err
	}
	return float64(all-one) / (small - 1), c.close()
}
