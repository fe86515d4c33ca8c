package proc

import (
	"slices"
	"testing"
)

func TestEnvironment(t *testing.T) {
	from := []string{
		"ZED=1", "PATH=/bin", "HOME=/home/me", "TOKEN=secret", "CI=false", "TERM=xterm", "LANG=de_DE.UTF-8",
		"WANTED=a=b", "PATH=/usr/bin", "PATHOLOGY=1", "=odd", "noequals", "LC_ALL=C", "LC_CTYPE=C", "LC_TIME=C", "TMPDIR=/t",
		"USER=me", "LOGNAME=me",
	}
	want := []string{
		"CI=1", "FORCE_COLOR=0", "HOME=/home/me", "LANG=de_DE.UTF-8", "LC_ALL=C", "LC_CTYPE=C", "LOGNAME=me", "NO_COLOR=1",
		"PATH=/usr/bin", "TERM=dumb", "TMPDIR=/t", "USER=me", "WANTED=a=b",
	}
	if got := Environment(from, "WANTED", "TERM", "MISSING"); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
