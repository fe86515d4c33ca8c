package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"sentinel/internal/finding"
)

// ParseConfig reads a configuration file strictly: whatever is not understood is an error, and a file with an error
// is not used at all. operator says that the file is the operator's own. The error is a *ConfigError.
func ParseConfig(file string, data []byte, operator bool, known Known) (Config, error) {
	d := &decoder{known: known, operator: operator}
	if root, ok := d.document(data); ok {
		d.mapping(root)
		d.allow()
	}
	if n := len(d.problems); n > 0 {
		slices.SortStableFunc(d.problems, func(a, b Problem) int { return a.Line - b.Line })
		if n > maxProblems {
			d.problems = append(d.problems[:maxProblems:maxProblems], Problem{Message: fmt.Sprintf("%d more problems", n-maxProblems)})
		}
		return Config{}, &ConfigError{File: file, Problems: d.problems}
	}
	return d.config, nil
}

// maxProblems is how many problems of a file are listed: more than a person mends at once.
const maxProblems = 20

// value is a node of the file with the path of keys to it, for messages.
type value struct {
	*yaml.Node
	key string
}

type decoder struct {
	known    Known
	operator bool
	config   Config
	problems []Problem
	// allowed are the entries of mcp.allow-validations.
	allowed []value
}

func (d *decoder) fail(n *yaml.Node, hint, format string, args ...any) {
	d.problems = append(d.problems, Problem{Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// document parses the bytes into one document without anchors. ok is false for an empty one and for one that is wrong.
func (d *decoder) document(data []byte) (root *yaml.Node, ok bool) {
	if len(data) > MaxConfigBytes {
		d.fail(&yaml.Node{}, "", "%d bytes, a configuration has at most %d", len(data), MaxConfigBytes)
		return nil, false
	}
	decode := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	switch err := decode.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, false
	case err != nil:
		d.syntax(err)
		return nil, false
	}
	if err := decode.Decode(&second); !errors.Is(err, io.EOF) {
		d.fail(&second, "leave out what follows ---", "a second document")
		return nil, false
	}
	root = first.Content[0]
	d.plain(root)
	return root, len(d.problems) == 0 && root.Tag != "!!null"
}

// syntax reports what the YAML parser says: "yaml: line 3: message".
func (d *decoder) syntax(err error) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			line, _ = strconv.Atoi(number) // 0 says the same as no line
			message = text
		}
	}
	d.fail(&yaml.Node{Line: line, Column: 1}, "", "not YAML: %s", finding.Printable(message))
}

// plain refuses what lets one place of a file change the meaning of another.
func (d *decoder) plain(n *yaml.Node) {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		d.fail(n, "write the value out", "anchors and aliases are not supported")
		return
	case n.Style&yaml.TaggedStyle != 0:
		d.fail(n, "leave it out", "the tag %s is not supported", finding.Printable(n.Tag))
		return
	}
	for _, child := range n.Content {
		d.plain(child)
	}
}

// pairs calls f with every key and value of a mapping, each key once.
func (d *decoder) pairs(v value, f func(key *yaml.Node, v value)) {
	if v.Kind != yaml.MappingNode {
		d.fail(v.Node, "", "%s has to be a mapping of keys to values", v.key)
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(v.Content); i += 2 {
		key := v.Content[i]
		if key.Kind != yaml.ScalarNode {
			d.fail(key, "", "a key of %s has to be a text", v.key)
			continue
		}
		if seen[key.Value] {
			d.fail(key, "", "%s is there twice", finding.Printable(key.Value))
			continue
		}
		seen[key.Value] = true
		f(key, value{v.Content[i+1], key.Value})
	}
}

func (d *decoder) mapping(root *yaml.Node) {
	keys := Keys()
	d.pairs(value{root, "a configuration"}, func(name *yaml.Node, v value) {
		i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name.Value })
		switch {
		case i < 0:
			d.unknown(name, "key", keyNames(d.operator))
		case keys[i].Operator && !d.operator:
			d.fail(name, "set it by flag or in the user's configuration", "%s is not for the repository to decide", name.Value)
		default:
			keys[i].decode(d, v)
		}
	})
}

func (d *decoder) unknown(n *yaml.Node, what string, known []string) {
	hint := "one of: " + strings.Join(known, ", ")
	if near := Nearest(n.Value, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	d.fail(n, hint, "unknown %s %q", what, finding.Printable(n.Value))
}

// text is a scalar as a string; ok is false for anything else.
func (d *decoder) text(v value) (string, bool) {
	if v.Kind != yaml.ScalarNode || v.Tag != "!!str" || v.Value == "" {
		d.fail(v.Node, "", "%s has to be a text", v.key)
		return "", false
	}
	return v.Value, true
}

func (d *decoder) list(v value) []value {
	if v.Kind != yaml.SequenceNode {
		d.fail(v.Node, "write it as [a, b]", "%s has to be a list", v.key)
		return nil
	}
	var items []value
	for _, n := range v.Content {
		items = append(items, value{n, "an entry of " + v.key})
	}
	return items
}

func (d *decoder) names(v value, known []string, what string) []string {
	var names []string
	for _, item := range d.list(v) {
		if name, ok := d.text(item); !ok {
			continue
		} else if !slices.Contains(known, name) {
			d.unknown(item.Node, what, known)
		} else {
			names = append(names, name)
		}
	}
	return names
}

func (d *decoder) patterns(v value) []string {
	var patterns []string
	for _, item := range d.list(v) {
		p, ok := d.text(item)
		switch {
		case !ok:
		case path.Clean(p) == "." || !doublestar.ValidatePattern(p) || path.IsAbs(p) || slices.Contains(strings.Split(p, "/"), ".."):
			d.fail(item.Node, "write it from the top of the repository, such as vendor/**", "%q is not a pattern of paths", finding.Printable(p))
		default:
			patterns = append(patterns, path.Clean(p))
		}
	}
	return patterns
}

func (d *decoder) choice(v value, choices []string) string {
	if v.Kind == yaml.ScalarNode && slices.Contains(choices, v.Value) {
		return v.Value
	}
	d.unknown(v.Node, "value for "+v.key, choices)
	return ""
}

func (d *decoder) boolean(v value) *bool {
	var b bool
	if v.Kind != yaml.ScalarNode || v.Tag != "!!bool" || v.Decode(&b) != nil {
		d.fail(v.Node, "", "%s has to be true or false", v.key)
		return nil
	}
	return &b
}

func (d *decoder) levels(v value, choices []string) map[string]finding.Level {
	levels := map[string]finding.Level{}
	d.pairs(v, func(name *yaml.Node, v value) {
		if !slices.Contains(d.known.Rules, name.Value) {
			d.unknown(name, "rule", d.known.Rules)
			return
		}
		levels[name.Value] = finding.Level(d.choice(v, choices))
	})
	return levels
}

// path is a path inside the repository.
func (d *decoder) path(v value) string {
	p, ok := d.text(v)
	if !ok {
		return ""
	}
	clean := path.Clean(p)
	if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(clean, ".git/") {
		d.fail(v.Node, "write it from the top of the repository", "%q is not a path inside the repository", finding.Printable(p))
		return ""
	}
	return clean
}
