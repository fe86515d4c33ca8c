package proc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		`go test ./...`:               {"go", "test", "./..."},
		"  go\t test  ":               {"go", "test"},
		`a "b c" 'd e'`:               {"a", "b c", "d e"},
		`a "say \"hi\" \\ \n"`:        {"a", `say "hi" \ \n`},
		`a 'back\slash "quoted"'`:     {"a", `back\slash "quoted"`},
		`a "" ''`:                     {"a", "", ""},
		`a --name="b c"'d'e`:          {"a", "--name=b cde"},
		`npm run größe:日本 A=b, x^y%@`: {"npm", "run", "größe:日本", "A=b,", "x^y%@"},
	} {
		if got, err := Split(line); err != nil || !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q, %v; want %q", line, got, err, want)
		}
	}
}

func TestSplitRefusesShellSyntax(t *testing.T) {
	for _, r := range ";&|$`><*?[{~!#(\n\x00" {
		for _, line := range []string{"größe " + string(r), "'größe" + string(r) + "'", `"größe` + string(r) + `"`} {
			args, err := Split(line)
			if err == nil {
				t.Errorf("Split(%q) = %q", line, args)
				continue
			}
			named := fmt.Sprintf("%q", string(r))
			switch r {
			case '\n':
				named = "a line break"
			case 0:
				named = "a NUL character"
			}
			for _, want := range []string{named, "at position 7 ", "there is no shell"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Split(%q): %v\nmisses %q", line, err, want)
				}
			}
		}
	}
}

func TestSplitRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"":         "the command is empty",
		" \t ":     "the command is empty",
		`''`:       "the program's name is empty",
		`"" a`:     "the program's name is empty",
		`é "a`:     `the quote "\"" at position 3 is never closed`,
		`a 'b" `:   `the quote "'" at position 3 is never closed`,
		`a "b\"`:   `the quote "\"" at position 3 is never closed`,
		`a\ b`:     `the character "\" at position 2 is not allowed outside quotes`,
		"a \xff":   "the command is not UTF-8",
		"a\r\nb\r": "a line break at position 2",
	} {
		if got, err := Split(line); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Split(%q) = %q, %v; want %q", line, got, err, want)
		}
	}
}

func TestCheckName(t *testing.T) {
	for _, name := range []string{"npm", "go1.26", "g++", "my-tool_2", "größe"} {
		if err := CheckName(name); err != nil {
			t.Errorf("CheckName(%q): %v", name, err)
		}
	}
	if err := CheckName(""); err == nil {
		t.Error("an empty name is taken")
	}
	for _, r := range `/\;&|` + "`$()<>{}*?[]!~#'\" \t\n\x00\x1b\u00a0\u202e\u200b\ufeff\ufe0f\U000e0041" {
		if err := CheckName("ab" + string(r) + "c"); err == nil || !strings.Contains(err.Error(), "at position 3") {
			t.Errorf("%q in a name: %v", r, err)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add(`go test "a b" 'c' \"`)
	f.Fuzz(func(t *testing.T, line string) {
		args, err := Split(line)
		if err != nil {
			return
		}
		if len(args) == 0 {
			t.Errorf("Split(%q) gives nothing", line)
		}
		// What was taken means the same when each argument is quoted anew.
		var quoted []string
		for _, arg := range args {
			if strings.ContainsAny(arg, meant+"\n\r\x00") {
				t.Errorf("Split(%q) lets %q pass", line, arg)
			}
			quoted = append(quoted, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(arg)+`"`)
		}
		if again, err := Split(strings.Join(quoted, " ")); err != nil || !slices.Equal(again, args) {
			t.Errorf("Split(%q) = %q, quoted anew %q, %v", line, args, again, err)
		}
	})
}
