package cli

import (
	"reflect"
	"testing"

	"github.com/urfave/cli/v2"
)

func commands() []*cli.Command { return new(invocation).app().Commands }

func TestFlagsMayStandAnywhere(t *testing.T) {
	want := line{
		command: "check",
		flags:   []string{"--staged", "--report=json", "-v"},
		words:   []string{"structure"},
		paths:   []string{"src", "--all"},
	}
	for _, args := range [][]string{
		{"check", "structure", "--staged", "--report", "json", "-v", "--", "src", "--all"},
		{"check", "--staged", "--report=json", "structure", "-v", "--", "src", "--all"},
		{"--staged", "--report", "json", "-v", "check", "structure", "--", "src", "--all"},
	} {
		got, err := parseLine(args, commands())
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, %v", args, got, err)
		}
	}
}

func TestAFlagsValueIsNoCommandAndNoFlag(t *testing.T) {
	got, err := parseLine([]string{"-C", "check", "check", "--base", "--output=x"}, commands())
	want := line{command: "check", flags: []string{"-C=check", "--base=--output=x"}, words: []string{}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

// FuzzParseLine: whatever is typed, it is taken apart without a crash, and nothing after "--" is a flag or a word.
func FuzzParseLine(f *testing.F) {
	f.Add("check", "--staged", "--", "x")
	f.Add("-C", "--", "check", "-")
	f.Add("--version", "-=", "--=", "")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		args := []string{a, b, c, d}
		l, err := parseLine(args, commands())
		if err == nil && len(l.flags)+len(l.words)+len(l.paths) > len(args) {
			t.Errorf("%q: more came out than went in: %+v", args, l)
		}
	})
}
