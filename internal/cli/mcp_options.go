package cli

import (
	"os"
	"path/filepath"
	"strings"

	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/tools"
)

// mcpRoots are the folders to serve, absolute. The current one is not taken where that is everything somebody has: a
// client may start its servers anywhere.
func mcpRoots(named []string) ([]string, error) {
	if len(named) == 0 {
		here, err := os.Getwd()
		if err != nil {
			return nil, finding.Usagef("name a folder with --root", "find the current folder: %w", err)
		}
		home, _ := os.UserHomeDir()
		if sameFolder(here, home) || sameFolder(here, filepath.VolumeName(here)+string(filepath.Separator)) {
			return nil, finding.Usagef("name the folder with the project: --root DIR; if you mean all of it: --root "+here,
				"the current folder is %s, which is not served unless it is asked for", here)
		}
		named = []string{here}
	}
	var roots []string
	for _, dir := range named {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, finding.Usagef("", "--root: %w", err)
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() || dir == "" {
			return nil, finding.Usagef("", "--root %s: no such folder", dir)
		}
		roots = append(roots, abs)
	}
	return roots, nil
}

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// mcpToolsets takes apart the values of --toolsets.
func mcpToolsets(values []string) ([]string, error) {
	var sets []string
	for _, value := range values {
		for set := range strings.SplitSeq(value, ",") {
			if err := oneOf("toolsets", set, tools.Toolsets()...); err != nil {
				return nil, err
			}
			sets = append(sets, set)
		}
	}
	return sets, nil
}

// absolute is a path that means the same wherever a program is started.
func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return abs
}

// mcpRequest is what the operator has decided, for all calls.
func mcpRequest(config string, named bool, roots []string) (engine.Request, error) {
	if !named {
		if err := outsideRoots(roots); err != nil {
			return engine.Request{}, err
		}
	}
	own, source, err := operatorConfig(config, named, "")
	if err != nil {
		return engine.Request{}, err
	}
	return engine.Request{
		Policy: policyOf(own, source), Checks: own.Checks, Baseline: own.Baseline, BaselineSource: source,
		// What is not listed is not for agents: the list is never nil, which would allow all.
		Validations: engine.Validations{Known: own.Validations, Exposed: append([]string{}, own.MCPValidations...)},
		CacheDir:    cacheDir(), LockDir: lockDir(), Version: version(),
	}, nil
}

// outsideRoots refuses the user's own configuration if it is in a repository that agents may look at: whoever changes
// that would decide about the change.
func outsideRoots(roots []string) error {
	for _, root := range roots {
		path, err := ownConfigPath(root)
		if err != nil || path == "" {
			return err
		}
		if top := enclosing(filepath.Dir(path)); top != "" && (git.Info{Top: root}).Contains(top) {
			return finding.Usagef("name it with --config if you mean it, or set XDG_CONFIG_HOME",
				"your configuration, %s, is inside a repository that is served", path)
		}
	}
	return nil
}

// mcpToken is the token that HTTP clients have to send, "" for none.
func mcpToken(path string, named bool) (string, error) {
	token := os.Getenv(tokenVariable)
	if named {
		const limit = 4 << 10 // more than a header takes
		text, err := readLimited(path, limit)
		if err != nil {
			return "", finding.Usagef("", "--token-file: %w", err)
		}
		if token = strings.TrimSpace(string(text)); token == "" {
			return "", finding.Usagef("write the token into it, on one line", "--token-file %s: there is no token in it", path)
		}
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", finding.Usagef("take letters and digits", "the token has a character that no header can carry")
	}
	return token, nil
}
