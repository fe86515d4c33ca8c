package git

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// findProgram gives the absolute path of git: the one asked for, or the first in PATH that lies outside
// the repository, followed to where it really is.
func findProgram(asked string, env environ, repository []string) (string, error) {
	if asked != "" {
		if !filepath.IsAbs(asked) {
			return "", fmt.Errorf("git program %q: the path must be absolute", asked)
		}
		if !executable(asked) {
			return "", fmt.Errorf("git program %q: not an executable file", asked)
		}
		return asked, nil
	}
	name := "git"
	if runtime.GOOS == "windows" {
		name = "git.exe"
	}
	for _, dir := range filepath.SplitList(env["PATH"]) {
		path := filepath.Join(dir, name)
		real, err := filepath.EvalSymlinks(path)
		if err == nil && executable(real) && !insideAny(real, repository) {
			return path, nil
		}
	}
	return "", errNoGit
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}

// version is a git version as far as it matters.
type version struct{ major, minor int }

// oldest is the first version that reads GIT_CONFIG_COUNT; before it the pins would be ignored silently.
// It is also the first with rev-parse --path-format.
var oldest = version{2, 31}

func (v version) before(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

func parseVersion(text string) (version, bool) {
	var v version
	n, err := fmt.Sscanf(strings.TrimSpace(text), "%d.%d", &v.major, &v.minor)
	return v, err == nil && n == 2
}

func tooOld(text string) error {
	return fmt.Errorf("git %s is too old: %d.%d or later is needed to read a repository safely; update git",
		text, oldest.major, oldest.minor)
}
