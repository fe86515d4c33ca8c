package proc

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// clean cleans a text in pieces of at most size bytes.
func clean(text string, size int, l Limit) string {
	k := newKeeper(l)
	c := newCleaner(k)
	for len(text) > size {
		c.write([]byte(text[:size]))
		text = text[size:]
	}
	c.write([]byte(text))
	c.close()
	kept, _ := k.result()
	return kept
}

func TestClean(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "größe\t日本語 😀\n", "größe\t日本語 😀\n"},
		{"colours", "\x1b[1;31mred\x1b[0m \x1b[38;5;12mblue\x1b[m", "red blue"},
		{"link", "\x1b]8;;https://example.com\x1b\\text\x1b]8;;\x07 after", "text after"},
		{"8-bit introducers", "a\u009b31mb\u009d0;title\u009cc", "abc"},
		{"device control string", "a\x1bPq#0;2;0\x1b\\b", "ab"},
		{"character set", "a\x1b(Bb\x1b7c\x1b=d", "abcd"},
		{"sequence in a string", "\x1b]0;title\x1b[31mred", "0;titlered"},
		{"string without an end", "a\x1b]0;title\nFAILED x\n", "a0;title\nFAILED x\n"},
		{"sequence without an end", "a\x1b[31", "a31"},
		{"sequence with what cannot be in one", "a\x1b[3日b", "a3日b"},
		{"escape at the end", "a\x1b", "a"},
		{"NUL and others", "a\x00b\x07c\x0bd\x7fe\u0085f", "abcdef"},
		{"CRLF", "a\r\nb\r\r\nc\r", "a\nb\nc"},
		{"progress", "10%\r20%\r100%\ndone", "100%\ndone"},
		{"overwritten in part", "abcdef\rXY\n", "XYcdef\n"},
		{"by characters", "日本語\rab", "ab語"},
		{"erased to the end", "abcdef\rXY\x1b[K\n", "XY\n"},
		{"drawn anew", "50 of 100\x1b[2K\x1b[1Gdone", "done"},
		{"returned, coloured", "a\r\x1b[0m\nb", "a\nb"},
		{"backspaces", "abc\b\bX\b\b\b\bY\n", "YXc\n"},
		{"not UTF-8", "a\xffb\xe2\x82c\xc0\x80", "a\ufffdb\ufffd\ufffdc\ufffd\ufffd"},
		{"cut off", "a\xe2\x82", "a\ufffd\ufffd"},
		{"bidirectional", "a\u202egpj.exe\u2066b", `a\u{202e}gpj.exe\u{2066}b`},
		{"zero width", "pass\u200bword\ufeff", `pass\u{200b}word\u{feff}`},
		{"tags and selectors", "a\U000e0041b\U000e0101", `a\u{e0041}b\u{e0101}`},
		{"emoji presentation", "⚠\ufe0f failed", "⚠ failed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for size := 1; size <= max(len(tt.in), 1); size++ {
				if got := clean(tt.in, size, roomyText); got != tt.want {
					t.Errorf("in pieces of %d: got %q, want %q", size, got, tt.want)
				}
			}
		})
	}
}

// roomyText is a limit that no text of these tests reaches.
var roomyText = Limit{Bytes: 1 << 20, Lines: 1 << 20}

func TestWhatNeverEndsSwallowsLittle(t *testing.T) {
	for _, start := range []string{"\x1b]", "\x1b[", "\x1bP", "\x1b("} {
		text := start + strings.Repeat("1", 3*maxSequence) + "z FAILED x"
		got := clean(text, 100, roomyText)
		if !strings.HasSuffix(got, "FAILED x") || len(got) < len(text)-maxSequence {
			t.Errorf("after %q: %d of %d bytes are left, the end is %q", start, len(got), len(text), got[max(0, len(got)-10):])
		}
	}
}

func TestOneLineTakesConstantMemory(t *testing.T) {
	for _, piece := range []string{"x", "é", "\rab", "a\b", "\x1b[2Kab", "ab\x1b[1G", "\u200b", "\x1b]"} {
		k := newKeeper(Limit{Bytes: 1000, Lines: 10})
		c := newCleaner(k)
		for range 20 {
			c.write(bytes.Repeat([]byte(piece), 10_000))
		}
		held := cap(c.line.text) + 4*cap(c.line.cells) + 4*cap(c.seq.held) + cap(k.head) + cap(k.tail)
		if limit := 20 * maxLine; held > limit {
			t.Errorf("%q over and over: %d bytes are held, more than %d", piece, held, limit)
		}
	}
}

func TestTheShortCutOfUnseenAgreesWithTheTables(t *testing.T) {
	for r := rune(0xa0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
		if got := isUnseen(r); got != want {
			t.Errorf("%U: got %v, want %v", r, got, want)
		}
	}
}

func TestPlainASCII(t *testing.T) {
	for b := range 256 {
		plain := b >= ' ' && b < 0x7f || b == '\n' || b == '\t'
		for at := range 20 {
			text := []byte("a\n~ \tb\n\n~~xyz 0123456")[:20]
			text[at] = byte(b)
			want := at
			if plain {
				want = len(text)
			}
			if got := plainASCII(text); got != want {
				t.Errorf("%q: got %d, want %d", text, got, want)
			}
		}
	}
}

func FuzzCleaner(f *testing.F) {
	f.Add([]byte("a\x1b[31mb\x1b]0;t\x07\r\nc\bd\re\x1b[K\xe2\x82\xac\u202e"), uint16(200), uint16(3))
	f.Add(bytes.Repeat([]byte("日本\r"), 100), uint16(99), uint16(50))
	f.Add(append(bytes.Repeat([]byte("x"), maxLine-1), "é\ry\b\x1b[2Kz\n"...), uint16(999), uint16(7))
	f.Fuzz(func(t *testing.T, raw []byte, limit, pieces uint16) {
		l := Limit{Bytes: int(limit), Lines: 1 + int(limit)%50}
		got := clean(string(raw), len(raw), l)
		if again := clean(string(raw), 1+int(pieces), l); again != got {
			t.Errorf("in pieces of %d: %q\nin one piece: %q", 1+int(pieces), again, got)
		}
		whole := clean(string(raw), len(raw), Limit{Bytes: 1 << 30, Lines: 1 << 30})
		if clamped, _ := clamp(whole, l); clamped != got {
			t.Errorf("cleaned and clamped at once: %q\none after the other: %q", got, clamped)
		}
		if !utf8.ValidString(got) || len(got) > max(l.Bytes, MinBytes) || strings.Count(strings.TrimSuffix(got, "\n"), "\n")+1 > l.Lines {
			t.Errorf("%q is not UTF-8 within %+v", got, l)
		}
		if i := strings.IndexFunc(got, func(r rune) bool { return isControl(r) && r != '\n' && r != '\t' || isUnseen(r) }); i >= 0 {
			t.Errorf("%q holds a character that is not drawn at %d", got, i)
		}
	})
}

func benchmarkClean(b *testing.B, line string) {
	text := []byte(strings.Repeat(line, 10<<20/len(line)))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		k := newKeeper(Limit{Bytes: 32 << 10, Lines: 2000})
		c := newCleaner(k)
		for rest := text; len(rest) > 0; {
			n := min(len(rest), 64<<10)
			c.write(rest[:n])
			rest = rest[n:]
		}
		c.close()
	}
}

// 10 MB have to take well under 50 ms, or a command with much output waits for its reader.
func BenchmarkClean(b *testing.B) {
	for _, bb := range []struct{ name, line string }{
		{"plain", "ok  \tgithub.com/some/package/of/a/project\t0.123s\n"},
		{"one-line", "0123456789abcdef"},
		{"crlf", "ok  \tgithub.com/some/package/of/a/project\t0.123s\r\n"},
		{"colour", "\x1b[32mok\x1b[0m  \tgithub.com/some/package/of/a/project\t0.123s\n"},
		{"japanese", "テストは成功しました 日本語の出力\n"},
		{"progress", "downloading 1234 of 99999 files\r"},
	} {
		b.Run(bb.name, func(b *testing.B) { benchmarkClean(b, bb.line) })
	}
}
