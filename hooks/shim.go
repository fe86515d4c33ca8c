package hooks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// mark begins the line by which a hook of ours is known. A sum over the other lines follows, so that every version
// of sentinel sees whether somebody has edited a hook that any version made.
const mark = "# Made by `sentinel hooks install`; `sentinel hooks uninstall` takes it away. Sum: "

// programLine begins the line that says where sentinel is.
const programLine = "program="

// shim is the hook itself: POSIX sh that needs nothing in PATH. Where there is no sentinel it refuses, because a
// hook that passes without having looked is worse than one that is in the way.
func shim(hook, program string) []byte {
	body := []string{
		programLine + quote(program),
		`[ -x "$program" ] || program=$(command -v sentinel) || {`,
		`	echo "sentinel not found: neither where it was nor in PATH; put it back, skip this once with --no-verify, or delete $0" >&2`,
		`	exit 1`,
		`}`,
		`exec "$program" hooks run --from "$0" ` + hook + ` -- "$@"`,
		"",
	}
	const first = "#!/bin/sh"
	lines := append([]string{first, mark + sum(append([]string{first}, body...))}, body...)
	return []byte(strings.Join(lines, "\n"))
}

// sum is short: it tells an edit, not an attack.
func sum(lines []string) string {
	hash := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(hash[:8])
}

// quote writes text for the shell. It must hold no newline.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

func unquote(text string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "'"), "'")
	return strings.ReplaceAll(text, `'\''`, "'")
}

// script is what can be said of a hook file by its text.
type script struct {
	ours, edited bool
	// crlf says that lines end in CR LF, which no Unix starts.
	crlf    bool
	program string
}

func readScript(text []byte) script {
	s := script{crlf: bytes.Contains(text, []byte("\r\n"))}
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	var rest []string
	claimed := ""
	for _, line := range lines {
		if after, ok := strings.CutPrefix(line, mark); ok && !s.ours {
			s.ours, claimed = true, after
			continue
		}
		if after, ok := strings.CutPrefix(line, programLine); ok && s.program == "" {
			s.program = unquote(after)
		}
		rest = append(rest, line)
	}
	if !s.ours {
		return script{crlf: s.crlf}
	}
	s.edited = sum(rest) != claimed
	return s
}
