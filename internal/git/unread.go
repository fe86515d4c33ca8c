package git

import (
	"fmt"
	"slices"
	"strings"
)

// unreadNamed is how many paths a sentence about what could not be read names before it counts the rest.
const unreadNamed = 5

// unread makes a sentence of what git status could not look at, empty where there is nothing. Git says so on standard
// error only, goes on, and lists what it could not look at as unchanged, or not at all.
func unread(stderr string) string {
	var paths []string
	for line := range strings.Lines(stderr) {
		if path, ok := unreadPath(strings.TrimSuffix(line, "\n")); ok {
			paths = append(paths, firstLines(clip(path)))
		}
	}
	return unreadSentence(paths)
}

// unreadPath takes the path out of "warning: could not open directory 'PATH': REASON" and of "PATH: REASON".
func unreadPath(line string) (string, bool) {
	if folder, ok := strings.CutPrefix(line, "warning: could not open directory '"); ok {
		end := strings.LastIndex(folder, "': ")
		if end < 0 {
			return folder, true // git cuts its messages at 4 KB, and this is a path of more
		}
		return folder[:end], !strings.HasSuffix(folder, ": No such file or directory") // it went away meanwhile
	}
	for _, reason := range []string{"Permission denied", "Input/output error", "File name too long"} {
		path, ok := strings.CutSuffix(line, ": "+reason)
		if !ok {
			continue
		}
		if _, quoted, ok := strings.Cut(path, " '"); ok && strings.HasPrefix(path, "warning: ") {
			path = strings.TrimSuffix(quoted, "'")
		}
		return path, true
	}
	return "", false
}

func unreadSentence(paths []string) string {
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if len(paths) == 0 {
		return ""
	}
	text := strings.Join(paths[:min(len(paths), unreadNamed)], ", ")
	if left := len(paths) - unreadNamed; left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return "These could not be read, so nothing is known of them and of what is in them: " + text + "."
}
