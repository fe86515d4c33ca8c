package finding

import "testing"

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain größe 日本語 😀 e\u0301":  "plain größe 日本語 😀 e\u0301",
		"\x1b]0;title\x07\r\n\t\x7f": `\x1b]0;title\x07\x0d\x0a\x09\x7f`,
		"\u009b31m":                  `\u{9b}31m`,
		"latin1-\xe9\xff":            `latin1-\xe9\xff`,
		"\u202egpj.exe\u200b\ufeff":  `\u{202e}gpj.exe\u{200b}\u{feff}`,
		"tag\U000e0041":              `tag\u{e0041}`,
		"selector\ufe0f\U000e0101":   `selector\u{fe0f}\u{e0101}`,
		"filler\u3164\u115f":         `filler\u{3164}\u{115f}`,
		"space\u00a0\u2003\u2028":    `space\u{a0}\u{2003}\u{2028}`,
		"replacement\ufffd":          "replacement\ufffd",
		"private\ue000":              `private\u{e000}`,
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
}
