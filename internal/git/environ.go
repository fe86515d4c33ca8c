package git

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// environ is the environment that a caller gave, by name. Windows' names have no case.
type environ map[string]string

func newEnviron(list []string) environ {
	if list == nil {
		list = os.Environ()
	}
	env := make(environ, len(list))
	for _, pair := range list {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			continue
		}
		if runtime.GOOS == "windows" {
			name = strings.ToUpper(name)
		}
		env[name] = value
	}
	return env
}

// inherited are the only variables git takes over from the caller's environment: where the user's own
// configuration is, and what Windows needs to start a program at all. Everything else in it could make
// git run or write something (GIT_EXTERNAL_DIFF, GIT_TRACE, GIT_CONFIG_PARAMETERS, GIT_SSH_COMMAND, ...).
var inherited = []string{
	"HOME", "XDG_CONFIG_HOME", "USER", "LOGNAME", "TMPDIR",
	"GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
	"SYSTEMROOT", "USERPROFILE", "APPDATA", "PROGRAMDATA", "COMSPEC", "PATHEXT", "TEMP", "TMP",
}

// fixed holds for every git process: one language, no lock, no network, no prompt, no replaced history,
// no other program.
func fixed() []string {
	return []string{
		"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_PROTOCOL_FROM_USER=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1",
		"GIT_GRAFT_FILE=" + os.DevNull, "GIT_PAGER=cat", "GIT_EDITOR=:", "GIT_ASKPASS=", "SSH_ASKPASS=",
		"GIT_TRACE2=0", "GIT_TRACE2_EVENT=0", "GIT_TRACE2_PERF=0",
	}
}

// base is what every git process is given, once keepOut has seen to PATH.
func (e environ) base() []string {
	list := fixed()
	for _, name := range inherited {
		if value, ok := e[name]; ok {
			list = append(list, name+"="+value)
		}
	}
	return append(list, "PATH="+e["PATH"])
}

// keepOut takes from PATH what a repository could fill: relative entries, and those in one of its folders.
func (e environ) keepOut(folders []string) {
	var dirs []string
	for _, dir := range filepath.SplitList(e["PATH"]) {
		if filepath.IsAbs(dir) && !insideAny(dir, folders) {
			dirs = append(dirs, dir)
		}
	}
	e["PATH"] = strings.Join(dirs, string(os.PathListSeparator))
}

// pin is a configuration value that no file can override, because git reads it last.
type pin struct{ key, value string }

// pins switches off everything in configuration that names a program, and what makes answers depend on
// the user. core.hooksPath is not among them: the inert commands are asked for it, and run no hook.
func pins() []pin {
	return []pin{
		{"core.fsmonitor", ""}, {"core.pager", "cat"}, {"core.editor", ":"}, {"core.sshCommand", "false"},
		{"core.alternateRefsCommand", "true"}, {"credential.helper", ""}, {"diff.external", ""},
		{"diff.submodule", "short"}, {"diff.ignoreSubmodules", "dirty"}, {"diff.renameLimit", renameLimitText()},
		{"status.renameLimit", renameLimitText()}, {"status.submoduleSummary", "false"},
		{"submodule.recurse", "false"}, {"log.showSignature", "false"}, {"gpg.program", "false"},
		{"protocol.allow", "never"}, {"advice.graftFileDeprecated", "false"}, {"gc.auto", "0"},
		{"maintenance.auto", "false"}, {"core.warnAmbiguousRefs", "true"},
	}
}

// pinned passes pins by environment: on the command line, "filter.a=b.clean=" would be cut at the wrong "=".
func pinned(list []pin) []string {
	env := make([]string, 0, 2*len(list)+1)
	env = append(env, "GIT_CONFIG_COUNT="+strconv.Itoa(len(list)))
	for i, p := range list {
		n := strconv.Itoa(i)
		env = append(env, "GIT_CONFIG_KEY_"+n+"="+p.key, "GIT_CONFIG_VALUE_"+n+"="+p.value)
	}
	return env
}

// inside reports whether path is dir or below it. Both are absolute and clean.
func inside(path, dir string) bool {
	if dir == "" {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func insideAny(path string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return inside(path, dir) })
}
