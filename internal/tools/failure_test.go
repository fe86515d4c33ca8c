package tools

import (
	"errors"
	"testing"

	"sentinel/internal/finding"
)

func TestNoPlaceIsTold(t *testing.T) {
	roots := folders{"/srv/work", "/srv/other"}
	for text, want := range map[string]string{
		"/srv/work/a/b.ts: no such file":          "a/b.ts: no such file",
		"open /srv/work: denied":                  "open .: denied",
		"/srv/work/: denied":                      "./: denied",
		`open "/srv/work/a b/c": denied`:          `open "a b/c": denied`,
		"/srv/work-evil/x: denied":                "<path>: denied",
		"/srv/other/x: denied":                    "<path>: denied",
		"read /etc/passwd, then /srv/work/x":      "read <path>, then x",
		"https://example.com/x is fine":           "https://example.com/x is fine",
		"line one\nstack at /srv/work/x.go:1":     "line one",
		"src/a.ts: relative stays":                "src/a.ts: relative stays",
		"(/srv/work;/srv/work/y) /srv/workshop/z": "(.;y) <path>",
	} {
		if got := withoutPlaces(text, roots); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
	if got := withoutPlaces("/x: denied", folders{"/"}); got != "<path>: denied" {
		t.Errorf("below the root of all: %q", got)
	}
}

func TestAnyErrorGetsACode(t *testing.T) {
	for _, test := range []struct {
		err  error
		want finding.DiagnosticCode
	}{
		{errors.New("no idea"), finding.ErrorInternal},
		{finding.Usagef("", "wrong"), finding.ErrorArguments},
		{finding.Unfinishedf("", "git broke"), finding.ErrorGitFailed},
		{refusef(finding.ErrorCursor, "", "stale"), finding.ErrorCursor},
	} {
		if d := diagnosticOf(test.err, nil); d.Code != test.want || d.Severity != finding.SeverityFatal {
			t.Errorf("%v: %+v", test.err, d)
		}
	}
}
