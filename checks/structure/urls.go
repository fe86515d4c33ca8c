package structure

import (
	"net/url"
	"slices"
	"strings"

	"sentinel/checks"
	"sentinel/internal/syntax"
)

// schemeOf is the scheme of a URL in lower case and what follows its colon. As where URLs are loaded, blanks and
// control characters around it, and tabs and line ends in it, do not count.
func schemeOf(s string) (scheme, rest string) {
	colon := strings.IndexByte(s, ':')
	if colon < 0 {
		return "", s
	}
	scheme = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s[:colon])
	scheme = strings.TrimLeftFunc(scheme, func(r rune) bool { return r <= ' ' })
	return strings.ToLower(scheme), s[colon+1:]
}

// isRemote reports whether a name is, or begins, the address of something on another machine. "//host/path" has
// the scheme of the page that it is on.
func isRemote(s string) bool {
	scheme, _ := schemeOf(s)
	return scheme == "https" || scheme == "http" || strings.HasPrefix(strings.ReplaceAll(s, `\`, "/"), "//")
}

// isTextURL reports whether a name is the module's text itself, or a text that the program made.
func isTextURL(s string) bool {
	scheme, _ := schemeOf(s)
	return scheme == "data" || scheme == "blob"
}

// host is what messages say of an address: neither path nor query, which may hold secrets.
func host(s string) string {
	if u, err := url.Parse(s); err == nil && u.Host != "" {
		return checks.Clip(u.Hostname())
	}
	return "a URL"
}

// addressOf is the text of an expression, or what it begins with.
func (a *analysis) addressOf(node int32) string {
	if s, ok := a.fold(node); ok {
		return s
	}
	return a.beginning(node)
}

// beginningLength is how much of an address is worked out: enough for its scheme and a host, in bytes.
const beginningLength = 128

// beginning is the text that the value of an expression begins with, as far as that is constant.
func (a *analysis) beginning(node int32) string {
	var later []int32 // what is appended to node, the last part first
	text := ""
	for range maxBeginningSteps {
		if !a.spend(1) {
			break
		}
		node = a.unwrapped(node)
		first := a.firstPart(node, &later)
		if first == node {
			return textOfProgram
		}
		if first >= 0 {
			node = first
			continue
		}
		part, ok := a.constantPart(node)
		if text += part; !ok || len(later) == 0 || len(text) >= beginningLength {
			break
		}
		node = later[len(later)-1]
		later = later[:len(later)-1]
	}
	return text
}

// maxBeginningSteps bounds the way to the beginning: names may go in circles.
const maxBeginningSteps = 1024

// textOfProgram stands for the address of a text that the program made: URL.createObjectURL(new Blob([text])).
const textOfProgram = "blob:"

// constantPart is the text of a part that does not begin with another.
func (a *analysis) constantPart(node int32) (string, bool) {
	if a.nodes[node].Kind == syntax.KindStringFragment {
		return string(a.tree.NodeText(int(node))), true
	}
	return a.tree.StringValue(int(node))
}

// firstPart is the expression that the value of another begins with, -1 where there is none. What comes after it
// is added to later. It is the node itself where the value is the address of a text of the program.
func (a *analysis) firstPart(node int32, later *[]int32) int32 {
	switch a.nodes[node].Kind {
	case syntax.KindTemplateString:
		if _, ok := a.tree.StringValue(int(node)); ok {
			return -1
		}
		return a.firstOfTemplate(node, later)
	case syntax.KindTemplateSubstitution:
		return int32(a.tree.FirstChild(int(node)))
	case syntax.KindBinaryExpression:
		if a.operatorOf(node) == syntax.KindTokenPlus {
			*later = append(*later, int32(a.tree.Child(int(node), syntax.FieldRight)))
			return int32(a.tree.Child(int(node), syntax.FieldLeft))
		}
	case syntax.KindIdentifier:
		if id := a.bindingAt(node); id >= 0 {
			return a.bindings[id].value
		}
	case syntax.KindMemberExpression: // new URL(...).href
		if a.lastName(node) == "href" {
			return int32(a.tree.Child(int(node), syntax.FieldObject))
		}
	case syntax.KindNewExpression, syntax.KindCallExpression:
		return a.beginningOfCall(node)
	}
	return -1
}

// maxTemplateParts is how many parts of a template are looked at for its beginning.
const maxTemplateParts = 16

func (a *analysis) firstOfTemplate(node int32, later *[]int32) int32 {
	var parts []int32
	for c := range a.tree.Children(int(node)) {
		if len(parts) == maxTemplateParts {
			break
		}
		parts = append(parts, int32(c))
	}
	if len(parts) == 0 {
		return -1
	}
	for _, part := range slices.Backward(parts[1:]) {
		*later = append(*later, part)
	}
	return parts[0]
}

// beginningOfCall is where the beginning of what a call gives is written: that of new URL(address) in the first
// argument, that of URL.createObjectURL(new Blob(...)), which is an address for a text, in the call itself.
func (a *analysis) beginningOfCall(call int32) int32 {
	callee := a.callee(call)
	args, _ := a.arguments(call)
	if callee < 0 || len(args) == 0 {
		return -1
	}
	switch a.lastName(callee) {
	case "createObjectURL":
		return call
	case "URL", "String":
		return args[0]
	}
	return -1
}
