package git

import (
	"strings"
	"testing"
)

func TestUnread(t *testing.T) {
	t.Parallel()
	many := strings.Builder{}
	for _, name := range []string{"g", "f", "e", "d", "c", "b", "a", "a"} {
		many.WriteString("warning: could not open directory '" + name + "/': Permission denied\n")
	}
	const begin = "These could not be read, so nothing is known of them and of what is in them: "
	for stderr, want := range map[string]string{
		"": "",
		"warning: in the working copy of 'a', LF will be replaced by CRLF the next time Git touches it\n": "",
		"sub/t: Permission denied\nwarning: could not open directory 'sub/': Permission denied\n":         begin + "sub/, sub/t.",
		"warning: could not open directory 'it's/': Input/output error\n":                                 begin + "it's/.",
		"warning: could not open directory 'a\x1b[31m/': Permission denied":                               begin + "a\ufffd[31m/.",
		"warning: could not open directory 'long/":                                                        begin + "long/.", // git cuts its messages at 4 KB
		"warning: could not open directory 'gone/': No such file or directory":                            "",
		many.String(): begin + "a/, b/, c/, d/, e/ and 2 more.",
	} {
		if got := unread(stderr); got != want {
			t.Errorf("%q:\n got %q\nwant %q", stderr, got, want)
		}
	}
}
