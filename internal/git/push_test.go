package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParsePush(t *testing.T) {
	t.Parallel()
	one, two, none := strings.Repeat("1", 40), strings.Repeat("2", 40), strings.Repeat("0", 40)
	long := strings.Repeat("a", 64)
	for name, c := range map[string]struct {
		input string
		want  []PushRef
	}{
		"nothing":  {"", nil},
		"update":   {"refs/heads/a " + one + " refs/heads/b " + two + "\n", []PushRef{{"refs/heads/a", OID(one), "refs/heads/b", OID(two)}}},
		"new":      {"HEAD " + one + " refs/heads/b " + none + "\n", []PushRef{{"HEAD", OID(one), "refs/heads/b", ""}}},
		"deletion": {"(delete) " + none + " refs/heads/b " + two + "\n", []PushRef{{"(delete)", "", "refs/heads/b", OID(two)}}},
		"sha256":   {"x " + long + " y " + strings.Repeat("0", 64) + "\n", []PushRef{{"x", OID(long), "y", ""}}},
		"several, the last without a newline": {"a " + one + " b " + two + "\nc " + two + " d " + none,
			[]PushRef{{"a", OID(one), "b", OID(two)}, {"c", OID(two), "d", ""}}},
	} {
		got, err := ParsePush(strings.NewReader(c.input))
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
}

func TestParsePushRefusesWhatGitDoesNotWrite(t *testing.T) {
	t.Parallel()
	one := strings.Repeat("1", 40)
	good := "a " + one + " b " + one + "\n"
	for _, line := range []string{
		"", "x", "a b c d", "a " + one + " b", good[:len(good)-1] + " more", "a  " + one + " b " + one, " " + one + " b " + one,
		"a " + one[1:] + " b " + one, "a " + one + " b " + strings.Repeat("1", 64), "a " + strings.Repeat("A", 40) + " b " + one,
		"a --output=x b " + one, strings.Repeat("x", pushLineLimit) + " " + one + " b " + one,
	} {
		got, err := ParsePush(strings.NewReader(good + line + "\n" + good))
		if err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%.60q: %v, %v; want an error that names line 2", line, got, err)
		}
	}
}

// TestParsePushReadsWhatGitWrites takes the input from a real push.
func TestParsePushReadsWhatGitWrites(t *testing.T) {
	t.Parallel()
	f := seeded(t)
	bare := filepath.Join(f.Outside, "bare.git")
	f.Git("init", "-q", "--bare", bare)
	f.Git("remote", "add", "origin", bare)
	f.Git("tag", "-a", "-m", "t", "v1")
	f.Git("push", "-q", "origin", "HEAD:refs/heads/old")
	f.Write("a.txt", "2\n")
	f.Commit()
	input := filepath.Join(f.Outside, "input")
	f.Must(os.MkdirAll(f.Path(".git/hooks"), 0o755))
	f.Write(".git/hooks/pre-push", "#!/bin/sh\ncat > '"+input+"'\n")
	f.Must(os.Chmod(f.Path(".git/hooks/pre-push"), 0o755))
	f.Git("push", "-q", "origin", "main", "v1", ":refs/heads/old")
	file, err := os.Open(input)
	f.Must(err)
	defer file.Close()
	refs, err := ParsePush(file)
	f.Must(err)
	byName := map[string]PushRef{}
	for _, r := range refs {
		byName[r.RemoteRef] = r
	}
	if r := byName["refs/heads/main"]; !r.New() || r.Deletion() || r.LocalOID != f.id("main") {
		t.Errorf("branch: %+v", r)
	}
	if r := byName["refs/tags/v1"]; !r.New() || r.LocalOID != f.id("v1") {
		t.Errorf("tag: %+v", r)
	}
	if r := byName["refs/heads/old"]; !r.Deletion() || r.RemoteOID != f.id("main~1") {
		t.Errorf("deletion: %+v", r)
	}
}
