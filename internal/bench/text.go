package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kinds are the file kinds of the synthetic repository, in the proportion of a repository for the web.
var kinds = []string{
	".ts", ".ts", ".ts", ".ts", ".ts", ".ts", ".ts", ".ts", ".js", ".js", ".js", ".js",
	".md", ".md", ".md", ".json", ".json", ".json", ".png", ".png",
}

// syntheticPath puts 50 files in a folder and 20 folders in a package.
func syntheticPath(i int) string {
	return fmt.Sprintf("packages/p%03d/src/d%02d/file%d%s", i/1000, i/50%20, i, kinds[i%len(kinds)])
}

// syntheticText is the content of file i in some version of it. Equal arguments give equal content.
func syntheticText(i, version int) string {
	r := rand.New(rand.NewPCG(uint64(i), uint64(version)))
	switch kinds[i%len(kinds)] {
	case ".ts":
		return code(r, i, true)
	case ".js":
		return code(r, i, false)
	case ".md":
		return prose(r, i)
	case ".json":
		return data(r)
	}
	return image(r)
}

// code is a module of some functions and a class, 0.5 to 6 kB of it. Nothing in it is a risk.
func code(r *rand.Rand, i int, typed bool) string {
	number, text := "", ""
	if typed {
		number, text = ": number", ": string"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "import { join } from 'node:path';\nimport { helper%d } from '../lib/helper%d.js';\n\n", i%7, i%7)
	for n := range 2 + r.IntN(12) {
		fmt.Fprintf(&b, "/** Adds up what module %d has of %s. */\n", i, word(r))
		fmt.Fprintf(&b, "export function %s%d(first%s, second%s, name%s)%s {\n", word(r), n, number, number, text, number)
		fmt.Fprintf(&b, "  const %s = [first, second, %d].map((value) => value * %d);\n", "values", r.IntN(1000), r.IntN(100))
		fmt.Fprintf(&b, "  if (name === '%s' && values.length > %d) {\n    return helper%d(values[0]) + second;\n  }\n", word(r), r.IntN(9), i%7)
		fmt.Fprintf(&b, "  return values.reduce((sum, value) => sum + value, name.length);\n}\n\n")
	}
	fmt.Fprintf(&b, "export class Store%d {\n  constructor(root%s) {\n    this.root = join(root, '%s');\n  }\n}\n", i, text, word(r))
	return b.String()
}

func prose(r *rand.Rand, i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Module %d\n\n", i)
	for range 3 + r.IntN(20) {
		for range 12 {
			b.WriteString(word(r) + " ")
		}
		b.WriteString("\n\n")
	}
	return b.String()
}

func data(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("{\n")
	for n := range 4 + r.IntN(40) {
		fmt.Fprintf(&b, "  \"%s%d\": [%d, \"%s\"],\n", word(r), n, r.IntN(1e6), word(r))
	}
	b.WriteString("  \"end\": null\n}\n")
	return b.String()
}

// image starts like a PNG file; the rest is noise.
func image(r *rand.Rand) string {
	noise := make([]byte, 400+r.IntN(2000))
	for n := range noise {
		noise[n] = byte(r.Uint32())
	}
	return "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + string(noise)
}

func word(r *rand.Rand) string {
	const syllables = "ba be bi co cu da di do fa fe go gu ha hi ja ka ke la li lo ma me mi na no pa pe ra re ri sa se ta ti to va"
	list := strings.Fields(syllables)
	var b strings.Builder
	for range 2 + r.IntN(3) {
		b.WriteString(list[r.IntN(len(list))])
	}
	return b.String()
}
