package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"sentinel/checks/all"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
	"sentinel/internal/git"
	"sentinel/internal/policy"
	"sentinel/report"
)

func configFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Category: groupJudge, Name: "config", Usage: "`FILE` your configuration, in place of the one in your configuration folder"},
		&cli.BoolFlag{Category: groupJudge, Name: "no-repo-config", Usage: "ignore the repository's " + policy.FileName},
		&cli.StringFlag{Category: groupJudge, Name: "baseline", Usage: "`FILE` with findings that are known and accepted (see: sentinel help baseline)"},
	}
}

// setPolicy sets what the operator decides: by flag first, by configuration file second, by default last.
func setPolicy(c *cli.Context, req *engine.Request) error {
	config, source, err := operatorConfig(c.String("config"), c.IsSet("config"), c.String("C"))
	if err != nil {
		return err
	}
	p := policyOf(config, source)
	p.Today = today()
	if c.IsSet("fail-on") {
		if err := oneOf("fail-on", c.String("fail-on"), "error", "warning", "note", "never"); err != nil {
			return err
		}
		p.FailOn = finding.Level(c.String("fail-on"))
	}
	if c.IsSet("fail-on-incomplete") {
		p.FailOnIncomplete = c.Bool("fail-on-incomplete")
	}
	req.Policy = p
	req.Validations.Known = config.Validations
	req.IgnoreRepository = c.Bool("no-repo-config")
	if len(req.Checks) == 0 {
		req.Checks = config.Checks
	}
	if c.IsSet("baseline") {
		return readBaseline(under(c.String("C"), c.String("baseline")), &req.Policy)
	}
	req.Baseline, req.BaselineSource = config.Baseline, source
	return nil
}

// policyOf is the policy that the operator's configuration makes of the default one.
func policyOf(config policy.Config, source string) policy.Policy {
	p := policy.Default()
	if config.FailOn != "" {
		p.FailOn = config.FailOn
	}
	if config.Suppressions != "" {
		p.Suppressions = config.Suppressions
	}
	p.FailOnIncomplete = config.FailOnIncomplete != nil && *config.FailOnIncomplete
	return p.Add(config, source)
}

// today is the day that directives expire against.
func today() string { return time.Now().Format(time.DateOnly) }

func readBaseline(path string, p *policy.Policy) error {
	data, err := readLimited(path, policy.MaxBaselineBytes)
	if err == nil {
		p.Baseline, err = policy.ParseBaseline(path, data)
	}
	if err != nil {
		return finding.Usagef("", "--baseline: %w", err)
	}
	p.BaselineSource = path
	return nil
}

// operatorConfig is the user's own configuration: the file that is named, which has to be there, or the one in the
// user's configuration folder, which need not.
func operatorConfig(path string, named bool, dir string) (config policy.Config, source string, err error) {
	source = path
	if named {
		path = under(dir, path)
	} else {
		source = "user configuration"
		if path, err = ownConfigPath(dir); err != nil || path == "" {
			return policy.Config{}, "", err
		}
	}
	data, err := readLimited(path, policy.MaxConfigBytes)
	if err == nil {
		config, err = policy.ParseConfig(path, data, true, engine.KnownNames(all.Checks()))
	}
	if err != nil {
		return policy.Config{}, "", &finding.Failure{Exit: finding.ExitUsage, Code: finding.ErrorConfigInvalid, Err: err}
	}
	return config, source, nil
}

// ownConfigPath is the file in the user's configuration folder, "" where there is none. One that lies in the
// repository which is looked at is not the user's own: whoever changes the repository would decide about the change.
func ownConfigPath(dir string) (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		if os.Getenv("XDG_CONFIG_HOME") == "" {
			return "", nil // no home, no configuration
		}
		return "", finding.Usagef("set XDG_CONFIG_HOME to an absolute path", "find your configuration folder: %w", err)
	}
	path := filepath.Join(folder, "sentinel", "config.yaml")
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if top := enclosing(dir); top != "" && (git.Info{Top: top}).Contains(path) {
		return "", finding.Usagef("name it with --config if you mean it, or set XDG_CONFIG_HOME",
			"your configuration, %s, is inside the repository that is looked at", path)
	}
	return path, nil
}

// enclosing is the folder at or above dir that has a .git, "" for none.
func enclosing(dir string) string {
	abs, err := filepath.Abs(dirOr(dir))
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	for ; err == nil; abs = filepath.Dir(abs) {
		if _, err := os.Lstat(filepath.Join(abs, ".git")); err == nil {
			return abs
		}
		if abs == filepath.Dir(abs) {
			break
		}
	}
	return ""
}

// readLimited reads a regular file of at most limit bytes.
func readLimited(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: not a regular file", path)
	case info.Size() > limit:
		return nil, fmt.Errorf("%s: %d bytes, the limit is %d", path, info.Size(), limit)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// writeBaseline is the findings of a result as a baseline file.
func writeBaseline(w io.Writer, r finding.Result, _ report.Options) error {
	return policy.WriteBaseline(w, r.Findings)
}
