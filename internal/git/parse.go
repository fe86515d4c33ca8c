package git

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// errAnswer is an answer of git that is not as documented.
var errAnswer = errors.New("git gave an unexpected answer")

// split gives the fields of an output in which NUL ends each one.
func split(data []byte) ([]string, error) {
	if len(data) == 0 {
		return nil, nil
	}
	if data[len(data)-1] != 0 {
		return nil, fmt.Errorf("%w: it is cut off", errAnswer)
	}
	return strings.Split(string(data[:len(data)-1]), "\x00"), nil
}

// clip shortens outside text for an error message.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// valid reports whether an id is a full one, in lower-case hex.
func (id OID) valid() bool {
	if len(id) != 40 && len(id) != 64 {
		return false
	}
	for i := range len(id) {
		if c := id[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// zero reports whether an id is git's way to say "none".
func (id OID) zero() bool { return strings.Trim(string(id), "0") == "" }

// parseID reads an id that may be all zeroes, for none.
func parseID(s string) (OID, error) {
	id := OID(s)
	if !id.valid() {
		return "", fmt.Errorf("%w: %q is no object id", errAnswer, clip(s))
	}
	if id.zero() {
		return "", nil
	}
	return id, nil
}

// parseMode reads a mode that may be all zeroes, for no entry. Old tools wrote 100664; git reads it as 100644.
func parseMode(s string) (Mode, error) {
	switch m := Mode(s); m {
	case ModeRegular, ModeExecutable, ModeSymlink, ModeSubmodule:
		return m, nil
	case "000000":
		return "", nil
	case "100664":
		return ModeRegular, nil
	}
	return "", fmt.Errorf("%w: mode %q", errAnswer, clip(s))
}

// parseScore reads a status with its optional similarity, such as "M" or "R086".
func parseScore(s string) (Status, int, error) {
	if s == "" || !strings.Contains("ACDMRTUX", s[:1]) {
		return 0, 0, fmt.Errorf("%w: status %q", errAnswer, clip(s))
	}
	if len(s) == 1 {
		return Status(s[0]), 0, nil
	}
	score, err := strconv.ParseUint(s[1:], 10, 8)
	if err != nil || score > 100 {
		return 0, 0, fmt.Errorf("%w: status %q", errAnswer, clip(s))
	}
	return Status(s[0]), int(score), nil
}

func sortDeltas(list []Delta) {
	sort.SliceStable(list, func(i, j int) bool {
		if a, b := list[i].Path(), list[j].Path(); a != b {
			return a < b
		}
		return list[i].Old.Path < list[j].Old.Path
	})
}

func sortEntries(list []Entry) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].Path < list[j].Path })
}
