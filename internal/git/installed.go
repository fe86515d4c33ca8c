package git

import (
	"context"
	"fmt"
	"os"
	"strings"
)

// Installed is the git program that Open would use in a folder.
type Installed struct {
	Path    string
	Version string
}

// FindInstalled looks for the git program the way Open does in dir. The error says that there is none, that it
// does not run, or that it is too old, in which case what was found comes with it.
func FindInstalled(ctx context.Context, dir string) (Installed, error) {
	env := newEnviron(nil)
	var folders []string
	if start, err := startDir(dir, nil); err == nil {
		if place, err := locate(start, env, false, false, nil); err == nil {
			folders = place.folders()
		}
	}
	env.keepOut(folders)
	path, err := findProgram("", env, folders)
	if err != nil {
		return Installed{}, err
	}
	out, err := run(ctx, command{
		program: path, dir: os.TempDir(), env: env.base(), limit: inertLimit, args: []string{"--version"},
	})
	if err != nil {
		return Installed{Path: path}, err
	}
	found := Installed{Path: path, Version: strings.TrimPrefix(strings.TrimSpace(string(out.stdout)), "git version ")}
	switch v, ok := parseVersion(found.Version); {
	case !ok:
		return found, fmt.Errorf("git program %s: its version is not known: %q", path, found.Version)
	case v.before(oldest):
		return found, tooOld(found.Version)
	}
	return found, nil
}
