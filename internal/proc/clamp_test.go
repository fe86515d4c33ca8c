package proc

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestClampLeavesWhatFits(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", strings.Repeat("x", 100), strings.Repeat("x\n", 10), "\n\n\n\n\n\n\n\n\n\n"} {
		if got, dropped := clamp(text, Limit{Bytes: 100, Lines: 10}); got != text || dropped != 0 {
			t.Errorf("clamp(%q) = %q, %d", text, got, dropped)
		}
	}
}

func TestClampKeepsHeadAndTail(t *testing.T) {
	lines := strings.Repeat("0123456\n", 98)
	for _, tt := range []struct {
		name, in string
		limit    Limit
		want     string
		dropped  int64
	}{
		{"lines", "first\n" + lines + "last\n", Limit{1000, 4}, "first\n… 97 lines, 776 bytes left out …\n0123456\nlast\n", 776},
		{"lines, no end", "first\n" + lines + "last", Limit{1000, 3}, "… 98 lines, 782 bytes left out …\n0123456\nlast", 782},
		{"one line", lines, Limit{1000, 1}, "… 98 lines, 784 bytes left out …", 784},
		{"bytes, at line ends", "first\n" + lines + "last\n", Limit{100, 100}, "first\n0123456\n… 93 lines, 744 bytes left out …\n0123456\n0123456\n0123456\n0123456\nlast\n", 744},
		{"bytes, in a line", strings.Repeat("a", 500) + strings.Repeat("z", 500), Limit{100, 10},
			strings.Repeat("a", 21) + "\n… 937 bytes left out …\n" + strings.Repeat("z", 42), 937},
	} {
		got, dropped := clamp(tt.in, tt.limit)
		if got != tt.want || dropped != tt.dropped {
			t.Errorf("%s: got %d, %q\nwant %d, %q", tt.name, dropped, got, tt.dropped, tt.want)
		}
	}
}

func TestClampSplitsNoCharacter(t *testing.T) {
	text := strings.Repeat("語", 1000)
	for limit := range 200 {
		got, dropped := clamp(text, Limit{Bytes: limit, Lines: 10})
		if !utf8.ValidString(got) || len(got) > max(limit, MinBytes) {
			t.Errorf("%d bytes: %q of %d bytes", limit, got, len(got))
		}
		if kept := strings.Count(got, "語"); int64(3*kept)+dropped != int64(len(text)) || limit >= 99 && kept < 10 {
			t.Errorf("%d bytes: %d characters kept, %d bytes dropped", limit, kept, dropped)
		}
	}
}

func FuzzClamp(f *testing.F) {
	f.Add("語\n語語\n\n"+strings.Repeat("ab\n", 60), 99, 10, 3)
	f.Add(strings.Repeat("x", 300), 100, 1, 64)
	f.Add(strings.Repeat("\n", 300), 101, 2, 1)
	f.Fuzz(func(t *testing.T, text string, size, lines, piece int) {
		l := Limit{Bytes: size % 4096, Lines: lines % 100}
		got, dropped := clamp(text, l)
		if len(got) > max(l.Bytes, MinBytes) || strings.Count(strings.TrimSuffix(got, "\n"), "\n")+1 > max(l.Lines, 1) {
			t.Errorf("%q is over %+v", got, l)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q has a split character", got)
		}
		if dropped == 0 && got != text || dropped < 0 || dropped > int64(len(text)) {
			t.Errorf("%d bytes dropped of %q give %q", dropped, text, got)
		}
		if head, tail, cut := strings.Cut(got, "… "); dropped > 0 && cut && !strings.Contains(text, "… ") {
			_, tail, _ = strings.Cut(tail, " left out …")
			if !strings.HasPrefix(text, strings.TrimSuffix(head, "\n")) || !strings.HasSuffix(text, strings.TrimPrefix(tail, "\n")) {
				t.Errorf("%q is not head and tail of %q", got, text)
			}
		}
		k := newKeeper(l)
		for rest := text; len(rest) > 0; {
			n := min(len(rest), 1+max(piece, 0)%1000)
			k.write([]byte(rest[:n]))
			rest = rest[n:]
		}
		if again, _ := k.result(); again != got {
			t.Errorf("in pieces %q, at once %q", again, got)
		}
	})
}

// clamp is what is kept of a text, and how many bytes are left out.
func clamp(text string, l Limit) (string, int64) {
	k := newKeeper(l)
	k.write([]byte(text))
	return k.result()
}
