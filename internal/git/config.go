package git

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// setting is one line of the configuration. Git writes the key in lower case, but for the middle part.
type setting struct {
	key, value string
	// own says that the repository said it, and not the user or the system.
	own bool
	// origin is where it stands: "file:" and a path, or another kind of source.
	origin string
}

// config is the configuration in git's own order: a later setting overrides an earlier one.
type config struct{ settings []setting }

// errConfig is an answer of "git config" that is not as documented.
var errConfig = errors.New("git config --list gave an unexpected answer")

// parseConfig reads the output of "git config --list -z --show-scope --show-origin": scope NUL origin NUL key LF value
// NUL.
func parseConfig(data []byte) (config, error) {
	fields, err := split(data)
	if err != nil || len(fields)%3 != 0 {
		return config{}, errConfig
	}
	c := config{settings: make([]setting, 0, len(fields)/3)}
	for i := 0; i < len(fields); i += 3 {
		scope, origin := fields[i], fields[i+1]
		key, value, hasValue := strings.Cut(fields[i+2], "\n")
		if key == "" {
			return config{}, errConfig
		}
		if !hasValue {
			value = "true" // "[core] bare" without "=" is a yes
		}
		c.settings = append(c.settings, setting{key, value, scope == "local" || scope == "worktree", origin})
	}
	return c, nil
}

// last is the value in force.
func (c config) last(key string) (string, bool) {
	for i := len(c.settings) - 1; i >= 0; i-- {
		if c.settings[i].key == key {
			return c.settings[i].value, true
		}
	}
	return "", false
}

// yes reports whether a boolean is set to true.
func (c config) yes(key string) bool {
	v, _ := c.last(key)
	return isTrue(v)
}

func isTrue(v string) bool {
	switch strings.ToLower(v) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}

// partial reports whether objects may be missing because they were never fetched.
func (c config) partial() bool {
	for _, s := range c.settings {
		if s.key == "extensions.partialclone" ||
			strings.HasPrefix(s.key, "remote.") && strings.HasSuffix(s.key, ".promisor") && isTrue(s.value) {
			return true
		}
	}
	return false
}

// Limit of the filter drivers that a configuration may name: each becomes eight variables of a process's
// environment, which the system limits. Real configurations have one or two.
const filterLimit = 500

// filters are the names of all filter drivers, whoever configured them, sorted. Any bytes but NUL and
// newline may be in a name.
func (c config) filters() ([]string, error) {
	seen := map[string]bool{}
	for _, s := range c.settings {
		rest, ok := strings.CutPrefix(s.key, "filter.")
		if dot := strings.LastIndexByte(rest, '.'); ok && dot >= 0 {
			seen[rest[:dot]] = true
		}
	}
	if len(seen) > filterLimit {
		return nil, fmt.Errorf("the configuration names %d filter drivers, more than %d: remove the filter sections that are not needed", len(seen), filterLimit)
	}
	names := make([]string, 0, len(seen))
	for name := range seen {
		names = append(names, name)
	}
	sort.Strings(names)
	return names, nil
}

// filterPins make every filter driver an identity that cannot fail, so that none is ever started.
func filterPins(names []string) []pin {
	var list []pin
	for _, name := range names {
		for _, key := range []string{"clean", "smudge", "process"} {
			list = append(list, pin{"filter." + name + "." + key, ""})
		}
		list = append(list, pin{"filter." + name + ".required", "false"})
	}
	return list
}
