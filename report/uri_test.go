package report

import (
	"net/url"
	"strings"
	"testing"
)

func TestRelativeURI(t *testing.T) {
	for path, want := range map[string]string{
		"src/app.ts":    "src/app.ts",
		pathColon:       "./a:b.ts",
		"src/a:b.ts":    "src/a:b.ts",
		"a:b/c:d.ts":    "./a:b/c:d.ts",
		pathSpecial:     "src/100%25%20%231%20a%3Fb&c.ts",
		pathBytes:       "src/latin1-%E9.ts",
		pathNewline:     "src/two%0Alines.ts",
		pathBack:        "src/back%5Cx0aslash.ts",
		"häuser/😀.ts":   "h%C3%A4user/%F0%9F%98%80.ts",
		"[a]/(b)/{c}.x": "%5Ba%5D/%28b%29/%7Bc%7D.x",
	} {
		if got := relativeURI(path); got != want {
			t.Errorf("relativeURI(%q) = %q, want %q", path, got, want)
		}
	}
}

// FuzzRelativeURI: a URI is printable ASCII, is no absolute one, and gives every byte of the path back.
func FuzzRelativeURI(f *testing.F) {
	for _, path := range append(hostilePaths(), "", ":", "./a:b", "a//b", "/etc", "// 0", "%41", "src/app.ts") {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		uri := relativeURI(path)
		for i := range len(uri) {
			if uri[i] <= ' ' || uri[i] > '~' {
				t.Fatalf("%q has byte %#x", uri, uri[i])
			}
		}
		if u, err := url.Parse(uri); err != nil || u.Scheme != "" || u.RawQuery != "" || u.Fragment != "" {
			t.Fatalf("%q is not a plain path: %v", uri, err)
		}
		escaped := uri
		if first, _, _ := strings.Cut(path, "/"); first == "" || strings.Contains(first, ":") {
			escaped = strings.TrimPrefix(uri, "./")
		}
		back, err := url.PathUnescape(escaped)
		if err != nil || back != path {
			t.Fatalf("%q came back as %q: %v", path, back, err)
		}
	})
}
