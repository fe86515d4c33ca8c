package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sentinel/checks"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
)

// Validations say which commands the check validations runs.
type Validations struct {
	// Known are the operator's commands by name.
	Known map[string]policy.Command
	// Names are those asked for, in order. AdHoc are commands without a name, which run after them. Where both are
	// empty all of the known ones run, in the order of their names. Where one is not, the check runs even if
	// Request.Checks does not name it.
	Names []string
	AdHoc [][]string
	// Exposed are the only names that may run, nil for all: another one is denied.
	Exposed []string
	// AllowRepository adds the commands of the repository's own configuration, at the base side of the change. The
	// operator's count where both have a name.
	AllowRepository bool
	// Timeout is for each command that has none of its own, 0 for the default. Total is for all of them together; 0
	// means the default, or the longest of their own where that is more.
	Timeout, Total time.Duration
}

// The defaults are those of schema version 1 of a review.
const (
	validationTimeout = 2 * time.Minute
	validationTotal   = 5 * time.Minute
)

// validationsCheck is the check that runs commands.
const validationsCheck = "validations"

func (v Validations) asked() bool { return len(v.Names)+len(v.AdHoc) > 0 }

// withValidations adds the check that runs commands where the request asks for some, in its place in list.
func withValidations(list, chosen []*checks.Check, v Validations) []*checks.Check {
	if !v.asked() {
		return chosen
	}
	return slices.DeleteFunc(slices.Clone(list), func(c *checks.Check) bool {
		return c.Name != validationsCheck && !slices.Contains(chosen, c)
	})
}

// plan makes what the check that runs commands is handed, if it was chosen. Whatever is wrong with the names shows
// before anything is looked at.
func (r *run) plan(req Request, repo git.Repository) error {
	if !slices.ContainsFunc(r.chosen, func(c *checks.Check) bool { return c.Name == validationsCheck }) {
		return nil
	}
	commands, err := r.commands(req.Validations)
	if err != nil {
		return err
	}
	r.gate = checks.Gate{
		Commands: commands, Total: total(req.Validations, commands), Limits: req.limits(),
		Environ: req.Env, State: r.tree.state, Waiting: req.Waiting,
	}
	if r.gate.Environ == nil {
		r.gate.Environ = os.Environ()
	}
	if r.gate.Waiting == nil {
		r.gate.Waiting = func(string) {}
	}
	if repo == nil {
		return nil
	}
	info := repo.Info()
	r.gate.Dir, r.gate.Avoid = info.Top, info.Folders()
	// The folder that is looked at has to be the one that commands run in, even if one of them moves it away and with
	// it our current folder.
	r.tree.req = req
	r.tree.req.Dir = info.Top
	r.gate.LockDir, err = lockDir(req.LockDir, info)
	return err
}

// commands are those that are to run, and those that are denied, in the order in which they were asked for.
func (r *run) commands(v Validations) ([]checks.Command, error) {
	known := r.known(v)
	names := v.names(known)
	var commands []checks.Command
	for i, name := range names {
		c, ok := known[name]
		switch {
		case !ok:
			return nil, r.unknownValidation(name, known)
		case !slices.Contains(names[:i], name):
			commands = append(commands, checks.Command{
				ID: name, Argv: c.Argv, Timeout: v.limit(c), Environment: c.Environment, Denied: v.denies(name),
			})
		}
	}
	for i, argv := range v.AdHoc {
		id := adHocID(i)
		commands = append(commands, checks.Command{ID: id, Argv: argv, Timeout: v.limit(policy.Command{}), Denied: v.denies(id)})
	}
	if len(commands) == 0 {
		return nil, r.nothingToRun()
	}
	return commands, nil
}

// names are those that are to run of the known ones: the ones asked for, or, where none is, all that may.
func (v Validations) names(known map[string]policy.Command) []string {
	if v.asked() {
		return v.Names
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(known)), func(name string) bool { return v.denies(name) != "" })
}

// notRun are the commands of a run that ended before it came to them, if it was to.
func notRun(chosen []*checks.Check, v Validations) []finding.Validation {
	if !slices.ContainsFunc(chosen, func(c *checks.Check) bool { return c.Name == validationsCheck }) {
		return nil
	}
	var commands []checks.Command
	for _, name := range v.names(v.Known) {
		if !slices.ContainsFunc(commands, func(c checks.Command) bool { return c.ID == name }) {
			commands = append(commands, checks.Command{ID: name, Argv: v.Known[name].Argv})
		}
	}
	for i, argv := range v.AdHoc {
		commands = append(commands, checks.Command{ID: adHocID(i), Argv: argv})
	}
	return withoutResult(commands, "it was not run: the repository could not be looked at")
}

// withoutResult are commands of which nothing is known.
func withoutResult(commands []checks.Command, reason string) []finding.Validation {
	list := make([]finding.Validation, len(commands))
	for i, c := range commands {
		list[i] = finding.Validation{
			ID: c.ID, Argv: slices.Concat([]string{}, c.Argv), Status: finding.ValidationDenied, Reason: reason,
		}
	}
	return list
}

// adHocID is what a command without a name is called.
func adHocID(i int) string { return "argv:" + strconv.Itoa(i) }

// known are the commands by name: the operator's, and the repository's where the operator allows them.
func (r *run) known(v Validations) map[string]policy.Command {
	known := maps.Clone(v.Known)
	if known == nil {
		known = map[string]policy.Command{}
	}
	own := slices.Sorted(maps.Keys(r.own.Validations))
	if len(own) > 0 && !v.AllowRepository {
		r.diagnostics = append(r.diagnostics, finding.Diagnostic{
			Code: finding.WarnRepositoryConfig, Severity: finding.SeverityWarning,
			Message: fmt.Sprintf("the repository's %s names commands: %s; they are not used", r.ownSource, strings.Join(own, ", ")),
			Hint:    "--allow-repo-config uses them",
		})
		return known
	}
	for _, name := range own {
		if _, taken := known[name]; !taken {
			known[name] = r.own.Validations[name]
			r.settings.use(r.ownSource, validationsCheck, name)
		}
	}
	return known
}

// denies says why a command must not run, "" when it may.
func (v Validations) denies(name string) string {
	if v.Exposed == nil || slices.Contains(v.Exposed, name) {
		return ""
	}
	return "the operator does not let it be asked for here"
}

// limit is the time limit of one command.
func (v Validations) limit(c policy.Command) time.Duration {
	switch {
	case c.Timeout > 0:
		return c.Timeout
	case v.Timeout > 0:
		return v.Timeout
	}
	return validationTimeout
}

// total is how long all commands may take together.
func total(v Validations, commands []checks.Command) time.Duration {
	if v.Total > 0 {
		return v.Total
	}
	all := validationTotal
	for _, c := range commands {
		all = max(all, c.Timeout)
	}
	return all
}

func (r *run) unknownValidation(name string, known map[string]policy.Command) error {
	names := slices.Sorted(maps.Keys(known))
	hint := "the validations are: " + strings.Join(names, ", ")
	if len(names) == 0 {
		hint = "none is configured: set validations in your configuration, or give the command itself with --validate"
	}
	if near := policy.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("did you mean %s? %s", near, hint)
	}
	if _, theirs := r.own.Validations[name]; theirs {
		hint = fmt.Sprintf("the repository's %s names it, --allow-repo-config uses that; %s", r.ownSource, hint)
	}
	return &finding.Failure{
		Exit: finding.ExitUsage, Code: finding.ErrorValidationUnknown,
		Err: fmt.Errorf("there is no validation %q", finding.Printable(name)), Hint: hint,
	}
}

func (r *run) nothingToRun() error {
	hint := "set validations in your configuration, or give the command with --validate"
	if len(r.own.Validations) > 0 {
		hint += "; the repository's " + r.ownSource + " names some, --allow-repo-config uses them"
	}
	return finding.Usagef(hint, "there is nothing to validate with: no command is configured, and none was given")
}

// lockDir is the folder for the locks of what cannot be locked itself. It is never in the repository: that is not written into, and whoever writes it could
// hold up every run.
func lockDir(wanted string, info git.Info) (string, error) {
	if wanted != "" && !info.Contains(wanted) {
		return wanted, nil
	}
	shared := filepath.Join(os.TempDir(), "sentinel-locks-"+strconv.Itoa(os.Getuid()))
	if !info.Contains(shared) && isPrivate(shared) {
		return shared, nil
	}
	return "", finding.Usagef("set XDG_CACHE_HOME to a folder of yours outside of it",
		"there is no folder outside the repository for the lock that keeps two runs apart")
}

// isPrivate reports whether a folder, which need not be there yet, is this user's alone: everybody may make one in the
// folder for temporary files, and put links into it.
func isPrivate(dir string) bool {
	entry, err := os.Lstat(dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return entry.IsDir() && isOurs(entry)
}
