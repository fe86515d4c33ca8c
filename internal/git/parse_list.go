package git

import (
	"fmt"
	"strings"
)

// parseIndex reads the output of "git ls-files -s -z": "MODE ID STAGE" TAB path NUL. A conflict has up to
// three stages; it becomes one entry, "ours" if there is one.
func parseIndex(data []byte) ([]Entry, error) {
	fields, err := split(data)
	if err != nil {
		return nil, err
	}
	list := make([]Entry, 0, len(fields))
	ours := false
	for _, field := range fields {
		head, path, ok := strings.Cut(field, "\t")
		f := strings.Split(head, " ")
		if !ok || len(f) != 3 || path == "" {
			return nil, fmt.Errorf("%w: %q", errAnswer, clip(field))
		}
		entry, err := parseEntry(f[0], f[1], path)
		if err != nil {
			return nil, err
		}
		if n := len(list); n > 0 && list[n-1].Path == path {
			if f[2] == "2" || f[2] == "3" && !ours {
				list[n-1] = entry
			}
		} else {
			list = append(list, entry)
		}
		ours = f[2] == "2"
	}
	sortEntries(list)
	return list, nil
}

// parseTree reads the output of "git ls-tree -r -z": "MODE TYPE ID" TAB path NUL.
func parseTree(data []byte) ([]Entry, error) {
	fields, err := split(data)
	if err != nil {
		return nil, err
	}
	list := make([]Entry, 0, len(fields))
	for _, field := range fields {
		head, path, ok := strings.Cut(field, "\t")
		f := strings.Split(head, " ")
		if !ok || len(f) != 3 || path == "" {
			return nil, fmt.Errorf("%w: %q", errAnswer, clip(field))
		}
		entry, err := parseEntry(f[0], f[2], path)
		if err != nil {
			return nil, err
		}
		list = append(list, entry)
	}
	sortEntries(list)
	return list, nil
}

func parseEntry(mode, id, path string) (Entry, error) {
	m, err := parseMode(mode)
	if err != nil {
		return Entry{}, err
	}
	o, err := parseID(id)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Path: path, Mode: m, OID: o}, nil
}

// parseIDs reads one object id a line.
func parseIDs(data []byte) ([]OID, error) {
	var list []OID
	for _, word := range strings.Fields(string(data)) {
		id := OID(word)
		if !id.valid() {
			return nil, fmt.Errorf("%w: %q is no object id", errAnswer, clip(word))
		}
		list = append(list, id)
	}
	return list, nil
}
