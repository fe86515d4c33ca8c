package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"sentinel/internal/finding"
)

// line is a command line taken apart. The flag package stops at the first word and silently takes every flag
// behind it for one more word; here flags may stand anywhere before "--".
type line struct {
	command string
	help    bool
	flags   []string // as --name or --name=value
	words   []string // without the command
	paths   []string // what stands after "--"
}

// parseLine takes apart the arguments after the program's name.
func parseLine(args []string, commands []*cli.Command) (line, error) {
	l := line{command: commandIn(args, commands)}
	known := commands
	if l.command != "" {
		c := findCommand(l.command, commands)
		if c == nil {
			return l, unknownCommand(l.command, commands)
		}
		known = []*cli.Command{c}
	}
	for len(args) > 0 {
		rest, err := l.take(args, known)
		if err != nil {
			return l, err
		}
		args = rest
	}
	if len(l.words) > 0 {
		l.words = l.words[1:]
	}
	return l, nil
}

// take consumes the next argument, with its value if it is a flag that has one, and returns the others.
func (l *line) take(args []string, known []*cli.Command) ([]string, error) {
	arg, rest := args[0], args[1:]
	switch {
	case arg == "--":
		l.paths = rest
		return nil, nil
	case arg == "-h" || arg == "--help":
		l.help = true
		return rest, nil
	case arg == "--version" && l.command == "":
		l.command = "version"
		return rest, nil
	case !isFlag(arg):
		l.words = append(l.words, arg)
		return rest, nil
	}
	name, hasValue := cutFlag(arg)
	f := findFlag(name, known)
	switch {
	case f == nil:
		return nil, unknownFlag(name, l.command, known)
	case !takesValue(f) && hasValue:
		return nil, finding.Usagef("", "%s takes no value", dashed(name))
	case !takesValue(f) || hasValue:
		l.flags = append(l.flags, arg)
		return rest, nil
	case len(rest) == 0:
		return nil, finding.Usagef("write "+synopsis(f), "%s needs a value", dashed(name))
	}
	l.flags = append(l.flags, dashed(name)+"="+rest[0])
	return rest[1:], nil
}

// commandIn is the first argument that is neither a flag nor a flag's value.
func commandIn(args []string, commands []*cli.Command) string {
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		if !isFlag(args[i]) {
			return args[i]
		}
		name, hasValue := cutFlag(args[i])
		if f := findFlag(name, commands); f != nil && takesValue(f) && !hasValue {
			i++
		}
	}
	return ""
}

// isFlag reports whether arg is one; a lone dash is a word.
func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

// cutFlag is the name of the flag that arg is, and whether its value is in arg, too.
func cutFlag(arg string) (name string, hasValue bool) {
	name, _, hasValue = strings.Cut(arg, "=")
	return strings.TrimPrefix(strings.TrimPrefix(name, "-"), "-"), hasValue
}

// dashed writes a flag's name the way it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func findCommand(name string, commands []*cli.Command) *cli.Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func findFlag(name string, commands []*cli.Command) cli.Flag {
	for _, c := range commands {
		for _, f := range c.Flags {
			if slices.Contains(f.Names(), name) {
				return f
			}
		}
	}
	return nil
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}
