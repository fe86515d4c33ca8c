package engine

import (
	"bytes"
	"testing"
)

func FuzzDirectives(f *testing.F) {
	f.Add([]byte("x // sentinel:ignore a/b until 2026-01-01 -- reason"))
	f.Add([]byte("/* sentinel:ignore a/b -- x */ /* sentinel:ignore c/d -- y */\r\n\r\nx"))
	f.Add([]byte("# sentinel:ignore"))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := bytes.Count(text, []byte{'\n'}) + 1
		for _, d := range directives(text) {
			if d.Region.StartLine < 1 || d.Region.StartLine > lines || d.Region.StartColumn < 1 || d.Region.EndColumn < d.Region.StartColumn {
				t.Errorf("%q: region %+v of %d lines", text, d.Region, lines)
			}
			if d.Target < d.Region.StartLine || d.Target > lines+1 {
				t.Errorf("%q: target %d", text, d.Target)
			}
			if d.Problem == "" && (len(d.Rules) == 0 || d.Reason == "") {
				t.Errorf("%q: understood without a rule or a reason: %+v", text, d)
			}
		}
	})
}
