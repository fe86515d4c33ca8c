package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"sentinel/internal/finding"
	"sentinel/internal/proc"
)

// MaxCommandTime is the longest time limit that a configuration may give a command. No test suite that somebody waits
// for takes longer, and one that hangs ends some day.
const MaxCommandTime = 24 * time.Hour

var (
	// commandName is what names of commands are made of. They are typed in a shell, named by agents and shown in
	// reports, so nothing in them means anything there.
	commandName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$`)
	// reservedNames are keys that JavaScript gives every object: programs there that read a report by name would get
	// something else.
	reservedNames = []string{"__proto__", "constructor", "prototype"}
	// variableName is what the names of environment variables are made of (POSIX, Base Definitions 8.1, and small letters).
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// adHocPrefix is what the names begin with that commands get which have none.
const adHocPrefix = "argv:"

// commandKeys are the keys of one command, sorted.
func commandKeys() []string { return []string{"argv", "description", "environment", "timeout"} }

// commands reads a mapping of names to commands.
func (d *decoder) commands(v value) {
	d.config.Validations = map[string]Command{}
	d.pairs(v, func(name *yaml.Node, v value) {
		switch {
		case slices.Contains(reservedNames, name.Value), strings.HasPrefix(name.Value, adHocPrefix):
			d.fail(name, "choose another", "a command cannot have the name %s", name.Value)
			return
		case !commandName.MatchString(name.Value):
			d.fail(name, "up to 64 letters, digits, - _ . and :, the first a letter or digit", "%q is not a name for a command", finding.Printable(name.Value))
			return
		}
		v.key = "validations." + name.Value
		d.config.Validations[name.Value] = d.command(name, v)
	})
}

// command reads one command; name is where one is missed.
func (d *decoder) command(name *yaml.Node, v value) Command {
	var c Command
	given := false
	at := v.key
	d.pairs(v, func(key *yaml.Node, v value) {
		v.key = at + "." + key.Value
		switch key.Value {
		case "argv":
			given = true
			c.Argv = d.argv(v)
		case "description":
			c.Description = d.line(v)
		case "environment":
			c.Environment = d.variables(v)
		case "timeout":
			c.Timeout = d.duration(v)
		default:
			d.unknown(key, "key of "+at, commandKeys())
		}
	})
	if v.Kind == yaml.MappingNode && !given {
		d.fail(name, "write argv: [PROGRAM, ARGUMENT...]", "%s has no argv", at)
	}
	return c
}

// argv reads a program's name and its arguments, of which any but the name may be empty.
func (d *decoder) argv(v value) []string {
	items := d.list(v)
	if v.Kind == yaml.SequenceNode && len(items) == 0 {
		d.fail(v.Node, "write argv: [PROGRAM, ARGUMENT...]", "%s is empty", v.key)
	}
	var argv []string
	for i, item := range items {
		text, ok := item.Value, item.Kind == yaml.ScalarNode && item.Tag == "!!str"
		switch {
		case !ok:
			d.fail(item.Node, "put it in quotes", "%s has to be a text", item.key)
		case strings.ContainsRune(text, 0):
			d.fail(item.Node, "leave it out", "%s has a NUL character, which no argument can have", item.key)
		case i == 0:
			if err := proc.CheckName(text); err != nil {
				d.fail(item.Node, "", "%s: %s", v.key, finding.Printable(err.Error()))
			}
		}
		argv = append(argv, text)
	}
	return argv
}

// line is a text that is shown as it is, on one line.
func (d *decoder) line(v value) string {
	text, ok := d.text(v)
	if ok && finding.Printable(text) != text {
		d.fail(v.Node, "write one line of text", "%s has a character that is not shown: %s", v.key, finding.Printable(text))
	}
	return text
}

func (d *decoder) variables(v value) []string {
	var names []string
	for _, item := range d.list(v) {
		name, ok := d.text(item)
		if ok && !variableName.MatchString(name) {
			d.fail(item.Node, "name a variable, without its value", "%q is not the name of an environment variable", finding.Printable(name))
		}
		names = append(names, name)
	}
	return names
}

// duration is a time limit over 0 and up to MaxCommandTime.
func (d *decoder) duration(v value) time.Duration {
	const hint = "write a number and a unit, such as 90s or 5m"
	limit, err := time.ParseDuration(v.Value)
	switch {
	case v.Kind != yaml.ScalarNode || v.Tag != "!!str" || err != nil:
		d.fail(v.Node, hint, "%s has to be a duration", v.key)
	case limit <= 0:
		d.fail(v.Node, hint, "%s has to be more than nothing", v.key)
	case limit > MaxCommandTime:
		d.fail(v.Node, "", "%s is over %s, the longest time limit", v.key, MaxCommandTime)
	}
	return limit
}

// mcp reads what agents may ask for.
func (d *decoder) mcp(v value) {
	d.pairs(v, func(key *yaml.Node, v value) {
		if key.Value != "allow-validations" {
			d.unknown(key, "key of mcp", []string{"allow-validations"})
			return
		}
		v.key = "mcp." + key.Value
		d.allowed = d.list(v)
	})
}

// allow takes over the names that agents may ask for, once all the commands are known.
func (d *decoder) allow() {
	var known []string
	for name := range d.config.Validations {
		known = append(known, name)
	}
	slices.Sort(known)
	for _, item := range d.allowed {
		name, ok := d.text(item)
		switch {
		case !ok:
		case len(known) == 0:
			d.fail(item.Node, "define it under validations", "there is no validation %q", finding.Printable(name))
		case !slices.Contains(known, name):
			d.unknown(item.Node, "validation", known)
		default:
			d.config.MCPValidations = append(d.config.MCPValidations, name)
		}
	}
}

// words lists commands for people: "[lint: golangci-lint run, test: go test ./...]".
func words(commands map[string]Command) []string {
	var list []string
	for name, c := range commands {
		list = append(list, fmt.Sprintf("%s: %s", name, strings.Join(c.Argv, " ")))
	}
	slices.Sort(list)
	return list
}

// commandSchema is the JSON schema of the key validations.
func commandSchema() map[string]any {
	text := map[string]any{"type": "string"}
	return map[string]any{
		"type":          "object",
		"propertyNames": map[string]any{"pattern": commandName.String(), "not": map[string]any{"enum": reservedNames}},
		"additionalProperties": map[string]any{
			"type": "object", "additionalProperties": false, "required": []string{"argv"},
			"properties": map[string]any{
				"argv":        map[string]any{"type": "array", "minItems": 1, "items": text, "description": "the program's name, without a path, and its arguments"},
				"description": map[string]any{"type": "string", "minLength": 1, "description": "one line for those who choose among commands"},
				"environment": map[string]any{
					"type": "array", "items": map[string]any{"type": "string", "pattern": variableName.String()},
					"description": "further environment variables that the command gets",
				},
				"timeout": map[string]any{"type": "string", "minLength": 2, "description": "its time limit, such as 90s or 5m"},
			},
		},
	}
}
