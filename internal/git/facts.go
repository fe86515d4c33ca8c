package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// facts is what git itself says about a repository, from inert commands: they read its configuration
// and references, but nothing in those makes them run, write or fetch.
type facts struct {
	top                                     string
	gitDir, commonDir, index, objects       string
	shallowFile, exclude, attributes, cones string // cones is info/sparse-checkout
	hooks                                   string
	bare, shallow                           bool
	format                                  string
	head                                    OID
	headRef                                 string
	config                                  config
	version                                 string
}

// separator stands between the answers of rev-parse, which repeats what it does not know. A path may hold
// a newline, so lines alone would not do.
const separator = "--sentinel-next-answer"

// questions are what rev-parse is asked in one process. The last two fail in a bare repository and before
// the first commit; what was asked before them is answered all the same.
func questions() [][]string {
	return [][]string{
		{"--git-dir"}, {"--git-common-dir"}, {"--git-path", "index"}, {"--git-path", "objects"},
		{"--git-path", "shallow"}, {"--git-path", "info/exclude"}, {"--git-path", "info/attributes"},
		{"--git-path", "info/sparse-checkout"}, {"--git-path", "hooks"}, {"--is-bare-repository"},
		{"--is-shallow-repository"}, {"--show-object-format"}, {"--show-toplevel"},
		{"HEAD", "--symbolic-full-name", "HEAD"},
	}
}

// inert runs a command on the real repository. Only rev-parse, symbolic-ref, for-each-ref, rev-list and config may
// be run so: of all of git's commands these were seen to start nothing, whatever the configuration.
func inert(ctx context.Context, program string, p *place, env []string, args ...string) (output, error) {
	return run(ctx, command{program: program, dir: p.level, env: env, limit: inertLimit, args: args})
}

// inertEnv is the environment for inert commands.
func inertEnv(env environ, p *place) []string {
	list := append(env.base(), "GIT_DIR="+p.link)
	if p.workTree != "" {
		list = append(list, "GIT_WORK_TREE="+p.workTree)
	}
	if p.objects != "" {
		list = append(list, "GIT_OBJECT_DIRECTORY="+p.objects)
	}
	return append(list, pinned(pins())...)
}

// ask finds out everything about a repository with two processes at once.
func ask(ctx context.Context, program string, p *place, env []string) (facts, error) {
	var f facts
	var c config
	var version string
	var places, settings error
	var wait sync.WaitGroup
	wait.Go(func() { c, version, settings = askConfig(ctx, program, p, env) })
	wait.Go(func() { f, places = askPlaces(ctx, program, p, env) })
	wait.Wait()
	if hooks, set := c.last("core.hookspath"); set && hooks == "" && settings == nil {
		// People switch hooks off so. Git runs none then, and rev-parse fails when it is asked where they are.
		f, places = askPlaces(ctx, program, p, env, "-c", "core.hooksPath="+os.DevNull)
		f.hooks = ""
	}
	if places != nil {
		return facts{}, places
	}
	if settings != nil {
		return facts{}, settings
	}
	f.config, f.version = c, version
	return f, nil
}

// askConfig reads the whole configuration, and git's version from the trace of the same process.
func askConfig(ctx context.Context, program string, p *place, env []string) (config, string, error) {
	traced := append(append([]string(nil), env...), "GIT_TRACE2_EVENT=2")
	out, err := inert(ctx, program, p, traced, "config", "--list", "-z", "--show-scope", "--show-origin")
	if err != nil {
		return config{}, "", err
	}
	c, err := parseConfig(out.stdout)
	return c, traceVersion(string(out.stderr)), err
}

// traceVersion finds git's version in the first event of a trace: {"event":"version",...,"exe":"2.39.5"}.
func traceVersion(trace string) string {
	_, rest, ok := strings.Cut(trace, `"event":"version"`)
	if !ok {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	_, rest, _ = strings.Cut(line, `"exe":"`)
	text, _, _ := strings.Cut(rest, `"`)
	return text
}

// askPlaces asks rev-parse, and asks again what a bare or a new repository did not answer. The settings stand before
// the command.
func askPlaces(ctx context.Context, program string, p *place, env []string, settings ...string) (facts, error) {
	args := append(settings, "rev-parse", "--path-format=absolute")
	for _, q := range questions() {
		args = append(append(args, q...), separator)
	}
	out, failure := inert(ctx, program, p, env, args...)
	var exit *exitError
	if failure != nil && !errors.As(failure, &exit) {
		return facts{}, failure
	}
	answers := strings.Split(string(out.stdout), "\n"+separator+"\n")
	answers = answers[:len(answers)-1]
	const places = 12 // the questions that every repository answers
	if len(answers) < places || len(answers) > len(questions()) {
		return facts{}, refused(p, answers, failure)
	}
	f := parsePlaces(answers)
	if len(answers) > places {
		f.top = answers[places]
	}
	if len(answers) == places+2 {
		return f, f.takeHead(answers[places+1])
	}
	return f, f.findHead(ctx, program, p, env)
}

// refused says why git does not take a folder for a repository.
func refused(p *place, answers []string, failure error) error {
	if failure == nil {
		return fmt.Errorf("%s: git rev-parse gave %d answers, not %d", p.link, len(answers), len(questions()))
	}
	if strings.Contains(failure.Error(), "not a git repository") {
		return fmt.Errorf("%s: %w: git does not accept it: repair it, or start from another folder", p.link, ErrNotARepository)
	}
	return fmt.Errorf("open %s: %w", p.link, failure)
}

// line is an output without its last newline.
func line(answer string) string { return strings.TrimSuffix(answer, "\n") }

func parsePlaces(a []string) facts {
	return facts{
		gitDir: a[0], commonDir: a[1], index: a[2], objects: a[3],
		shallowFile: a[4], exclude: a[5], attributes: a[6], cones: a[7],
		hooks: a[8], bare: a[9] == "true", shallow: a[10] == "true", format: a[11],
	}
}

// takeHead reads the two lines about HEAD: its commit, and its branch ("HEAD" when detached).
func (f *facts) takeHead(answer string) error {
	id, ref, ok := strings.Cut(answer, "\n")
	if !ok || !OID(id).valid() {
		return fmt.Errorf("git rev-parse HEAD gave an unexpected answer %q", clip(answer))
	}
	f.head = OID(id)
	if ref != "HEAD" {
		f.headRef = ref
	}
	return nil
}

// findHead asks about HEAD alone: in a bare repository, and before the first commit.
func (f *facts) findHead(ctx context.Context, program string, p *place, env []string) error {
	out, err := inert(ctx, program, p, env, "rev-parse", "-q", "--verify", "--end-of-options", "HEAD")
	switch {
	case err == nil:
		f.head = OID(line(string(out.stdout)))
	case !exited(err, 1):
		return fmt.Errorf("read HEAD: %w", err)
	}
	out, err = inert(ctx, program, p, env, "symbolic-ref", "-q", "HEAD")
	if err != nil && !exited(err, 1) {
		return fmt.Errorf("read HEAD: %w", err)
	}
	f.headRef = line(string(out.stdout))
	if f.head != "" {
		return nil
	}
	if f.headRef == "" {
		return fmt.Errorf("HEAD of %s is neither a branch nor a commit: git cannot read it", f.gitDir)
	}
	if _, err := os.Lstat(filepath.Join(f.commonDir, filepath.FromSlash(f.headRef))); err == nil {
		return fmt.Errorf("HEAD is %s, which git cannot read: the reference is damaged", clip(f.headRef))
	}
	return nil
}
