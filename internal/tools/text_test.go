package tools

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestShortenedKeepsTheCounts(t *testing.T) {
	long := strings.Repeat("src/a.ts:1:1  error  something\n", 500) + "sentinel: 500 errors\n"
	got := shortened(long, "a note")
	lines := strings.Split(got, "\n")
	if len(got) > maxText+100 || lines[len(lines)-1] != "sentinel: 500 errors" || lines[len(lines)-2] != "a note" ||
		!strings.HasPrefix(lines[len(lines)-3], "… ") || !strings.HasSuffix(lines[len(lines)-3], " more lines") {
		t.Errorf("%d bytes:\n%s", len(got), got)
	}
	if got := shortened("one\ntwo\n", ""); got != "one\ntwo" {
		t.Errorf("a short text became %q", got)
	}
	if got := shortened("exports: a\u3164b, c\u202ed\nlast\ufe0f", ""); got != `exports: a\u{3164}b, c\u{202e}d`+"\n"+`last\u{fe0f}` {
		t.Errorf("what is not shown became %q", got)
	}
	if got := shortened(strings.Repeat("é", 5000)+"\nlast", ""); len([]rune(got)) != maxLine+len("\nlast") {
		t.Errorf("a long line became %d characters", len([]rune(got)))
	}
}

// TestVisiblyChangesNoValue: the text is safe to show, and says the same to who reads the JSON.
func TestVisiblyChangesNoValue(t *testing.T) {
	for _, s := range []string{
		"plain", "naïve 日本", "a\u202eb", "\u2066x\u2069", "\U000e0041\U000e0042", "z\u200bw", "\ufe0f", "\U000e0100", "\u00ad", "\ufffd", "𝄞",
	} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		out := visibly(text)
		var back string
		if err := json.Unmarshal(out, &back); err != nil || back != s {
			t.Errorf("%q became %s, which is %q, %v", s, out, back, err)
		}
		for _, hidden := range "\u202e\u2066\u2069\U000e0041\u200b\ufe0f\U000e0100\u00ad" {
			if strings.ContainsRune(string(out), hidden) {
				t.Errorf("%q is still in %s as it is", hidden, out)
			}
		}
	}
	if out := visibly([]byte(`"日本"`)); string(out) != `"日本"` {
		t.Errorf("what is shown became %s", out)
	}
}
