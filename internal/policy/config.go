package policy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sentinel/internal/finding"
)

// FileName is the configuration of a repository, at its top. It is read from the base side of a change.
const FileName = ".sentinel.yaml"

// MaxConfigBytes bounds a configuration file: far more than a person writes, and little enough that the YAML
// parser is done with any input of it in milliseconds.
const MaxConfigBytes = 64 << 10

// Off is the level of a rule that a configuration switches off.
const Off finding.Level = "off"

// Suppressions says which sentinel:ignore directives count.
type Suppressions string

// The choices. Every directive that came with the change is shown, whichever is chosen.
const (
	SuppressAll  Suppressions = "all"  // all of them
	SuppressBase Suppressions = "base" // those that the base side has too
	SuppressNone Suppressions = "none" // none
)

// Config is what one configuration file says. A zero field is one that it does not set.
type Config struct {
	Checks   []string
	Rules    map[string]finding.Level // rule ID -> level or Off
	Exclude  []string                 // patterns of paths, from the top: * within a folder, ** across folders
	Baseline string                   // path from the top

	// Only an operator may set these; a repository must not choose how strictly it is judged.
	FailOn           finding.Level
	FailOnIncomplete *bool
	Suppressions     Suppressions

	// Validations are commands by name. A repository's own configuration may have them, and then they are only used
	// where the operator allows it.
	Validations map[string]Command
	// MCPValidations are the names of those that agents may ask for, as the operator lists them.
	MCPValidations []string
}

// Command is a command that a configuration names.
type Command struct {
	// Argv is the program's name, without a path, and its arguments.
	Argv []string
	// Timeout is 0 where the file sets none.
	Timeout time.Duration
	// Description is one line for people and agents who choose among commands.
	Description string
	// Environment are names of further variables that the command gets.
	Environment []string
}

// Known are the names that a configuration may use.
type Known struct {
	Checks, Rules []string
}

// Problem is one thing that is wrong with a file. Line and Column start at 1; 0 is the file as a whole.
type Problem struct {
	Line, Column int
	Message      string
	Hint         string
}

// ConfigError is all that is wrong with one configuration file. Nothing of such a file is used.
type ConfigError struct {
	File     string
	Problems []Problem
}

// Error lists the problems, one a line, as compilers do.
func (e *ConfigError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		place := finding.Printable(e.File)
		if p.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", place, p.Line, p.Column)
		}
		line := place + ": " + p.Message
		if p.Hint != "" {
			line += " (" + p.Hint + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// Key is one key of a configuration file.
type Key struct {
	Name string
	// Operator says that a repository's own file must not have it.
	Operator    bool
	Description string
	// Choices are the values it may have, nil where any will do.
	Choices []string
	// Default is what counts where nothing sets it, in words.
	Default string
	decode  func(*decoder, value)
}

// Merges reports whether what several configurations set adds up, instead of the strongest one's counting alone.
func (k Key) Merges() bool {
	return k.Name == "exclude" || k.Name == "rules" || k.Name == "validations"
}

// Keys lists all keys, sorted.
func Keys() []Key {
	levels := []string{"error", "warning", "note"}
	return []Key{
		{Name: "baseline", Default: "none", Description: "the file with the findings that are known and accepted, as sentinel baseline writes it",
			decode: func(d *decoder, v value) { d.config.Baseline = d.path(v) }},
		{Name: "checks", Default: "all that need no naming", Description: "the checks to run; if left out, all that need no naming",
			decode: func(d *decoder, v value) { d.config.Checks = d.names(v, d.known.Checks, "check") }},
		{Name: "exclude", Default: "nothing", Description: "paths that are left out, from the top of the repository; * matches within a folder, ** across folders",
			decode: func(d *decoder, v value) { d.config.Exclude = d.patterns(v) }},
		{Name: "fail-on", Default: "error", Operator: true, Description: "the least serious level that fails a run", Choices: append(slices.Clone(levels), "never"),
			decode: func(d *decoder, v value) { d.config.FailOn = finding.Level(d.choice(v, append(levels, "never"))) }},
		{Name: "fail-on-incomplete", Default: "false", Operator: true, Description: "whether files that were skipped or not understood fail a run",
			decode: func(d *decoder, v value) { d.config.FailOnIncomplete = d.boolean(v) }},
		{Name: "mcp", Default: "none", Operator: true, Description: "what agents may ask for over MCP: allow-validations lists names of validations",
			decode: (*decoder).mcp},
		{Name: "rules", Default: "as sentinel rules lists them", Description: "the level of a rule, or off", Choices: append(slices.Clone(levels), string(Off)),
			decode: func(d *decoder, v value) { d.config.Rules = d.levels(v, append(levels, string(Off))) }},
		{Name: "suppressions", Default: "all", Operator: true, Description: "which sentinel:ignore directives count: all, those that the base side has, or none",
			Choices: []string{string(SuppressAll), string(SuppressBase), string(SuppressNone)},
			decode: func(d *decoder, v value) {
				d.config.Suppressions = Suppressions(d.choice(v, []string{string(SuppressAll), string(SuppressBase), string(SuppressNone)}))
			}},
		{Name: "validations", Default: "none", Description: "commands that the check validations runs, by name; those of a repository only with --allow-repo-config",
			decode: (*decoder).commands},
	}
}

func keyNames(operator bool) []string {
	var names []string
	for _, k := range Keys() {
		if operator || !k.Operator {
			names = append(names, k.Name)
		}
	}
	return names
}
