package proc

import (
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
)

// Environment makes a program's environment of another, such as os.Environ(): the variables that nearly every program
// needs to run at all, those that the operator names in also, and four that ask for plain output without questions:
// CI=1, NO_COLOR=1, FORCE_COLOR=0 and TERM=dumb, whatever from says. Nothing else passes, above all no credentials.
// It is sorted. HOME passes: a program can read the files of its user; this is no sandbox.
func Environment(from []string, also ...string) []string {
	values := map[string]string{}
	for _, entry := range from {
		if name, _, ok := strings.Cut(entry, "="); ok && passes(name, also) {
			values[variable(name)] = entry
		}
	}
	for _, entry := range []string{"CI=1", "NO_COLOR=1", "FORCE_COLOR=0", "TERM=dumb"} {
		name, _, _ := strings.Cut(entry, "=")
		values[variable(name)] = entry
	}
	env := make([]string, 0, len(values))
	for _, entry := range values {
		env = append(env, entry)
	}
	sort.Strings(env)
	return env
}

func passes(name string, also []string) bool {
	needed := []string{"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "USER", "LOGNAME"}
	if runtime.GOOS == "windows" {
		needed = append(needed, "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "TEMP", "TMP",
			"USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "PROGRAMFILES")
	}
	same := func(other string) bool { return variable(other) == variable(name) }
	return slices.ContainsFunc(needed, same) || slices.ContainsFunc(also, same)
}

// variable is what two names of the same variable have in common: Windows takes no account of case.
func variable(name string) string {
	if runtime.GOOS == "windows" {
		return strings.ToUpper(name)
	}
	return name
}

// withSafePath is an environment in which PATH has only the entries that a program is looked for in, so that what the program
// starts by name ("#!/usr/bin/env node") is not found elsewhere. Where none is left PATH goes, as many programs take
// an empty one for the current folder.
func withSafePath(env []string, avoid folders) (safe []string, path string) {
	safe = make([]string, 0, len(env))
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if variable(name) != "PATH" {
			safe = append(safe, entry)
			continue
		}
		var kept []string
		for _, folder := range filepath.SplitList(value) {
			if filepath.IsAbs(folder) && !avoid.contain(folder) {
				kept = append(kept, folder)
			}
		}
		if path = strings.Join(kept, string(filepath.ListSeparator)); path != "" {
			safe = append(safe, name+"="+path)
		}
	}
	return safe, path
}
