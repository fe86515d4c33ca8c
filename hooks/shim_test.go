package hooks

import (
	"bytes"
	"strings"
	"testing"
)

func TestAShimIsKnownAgain(t *testing.T) {
	for _, program := range []string{"/usr/bin/sentinel", `/it's "here" $HOME/sentinel`, `C:\Program Files\sentinel.exe`, "/x'"} {
		text := shim(PreCommit, program)
		if got, want := readScript(text), (script{ours: true, program: program}); got != want {
			t.Errorf("%q: got %+v", program, got)
		}
		if bytes.Contains(text, []byte("\r")) || !bytes.HasSuffix(text, []byte("\n")) {
			t.Errorf("line ends: %q", text)
		}
	}
}

func TestEveryEditShows(t *testing.T) {
	whole := string(shim(PreCommit, "/usr/bin/sentinel"))
	for name, text := range map[string]string{
		"a line more":      whole + "echo mine\n",
		"a line less":      strings.Replace(whole, "\texit 1\n", "", 1),
		"another program":  strings.Replace(whole, "/usr/bin/", "/tmp/", 1),
		"a letter":         strings.Replace(whole, "exec", "true", 1),
		"another checksum": strings.Replace(whole, "Sum: ", "Sum: 0", 1),
		"cut off":          whole[:len(whole)-5],
	} {
		if s := readScript([]byte(text)); !s.ours || !s.edited {
			t.Errorf("%s: %+v", name, s)
		}
	}
	crlf := strings.ReplaceAll(whole, "\n", "\r\n")
	if s := readScript([]byte(crlf)); !s.ours || s.edited || !s.crlf {
		t.Errorf("CR LF: %+v", s)
	}
	if s := readScript([]byte("#!/bin/sh\nprogram='x'\nexec sentinel hooks run pre-commit\n")); s != (script{}) {
		t.Errorf("somebody else's: %+v", s)
	}
}

// FuzzReadScript: whatever lies in a hooks folder is read, and only what has our mark is ours.
func FuzzReadScript(f *testing.F) {
	f.Add(shim(PrePush, "/x"))
	f.Add([]byte(mark))
	f.Add([]byte("program='\r\n" + mark + "\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if s := readScript(text); s.ours && !bytes.Contains(text, []byte(mark)) {
			t.Errorf("%q", text)
		}
	})
}
