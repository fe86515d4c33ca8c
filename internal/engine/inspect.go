package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"sentinel/checks"
	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// view is what one check made of one side of one file. It is what the cache keeps, so it holds no path:
// JSON would not keep one that is not UTF-8.
type view struct {
	Spots      []spot             `json:"s,omitempty"`
	Gaps       []gap              `json:"g,omitempty"`
	Skip       finding.SkipReason `json:"k,omitempty"`
	SkipDetail string             `json:"kd,omitempty"`
	Document   json.RawMessage    `json:"d,omitempty"`
	Directives []directive        `json:"x,omitempty"`
	Bytes      int64              `json:"b,omitempty"`
	Fault      *finding.Fault     `json:"-"`
}

// gap is a checks.Gap with its line, 0 for none.
type gap struct {
	Line   int    `json:"l,omitempty"`
	Reason string `json:"r"`
}

// spot is a located finding without what depends on the other side.
type spot struct {
	Rule    string         `json:"r"`
	Message string         `json:"m"`
	Region  finding.Region `json:"p"`
	ID      identity       `json:"f"`
}

// inspect runs the checks on one side of a file: the cached view where there is one, else the content is read and
// parsed once for all of them. Content on disk without an object id has to be read to know whether it is the same. The
// answer is in the order of list.
func (r *run) inspect(ctx context.Context, side change.Side, kind change.Kind, list []*checks.Check) []view {
	views := make([]view, len(list))
	id := string(side.OID)
	var in content
	if id == "" {
		in = read(ctx, r.change, side)
	}
	if side.Memory == nil { // what is proposed is not asked about again: to keep the answer costs more than to find it
		id = cmp.Or(id, in.id)
	}
	var missing []int
	for i, c := range list {
		if k, ok := cacheKey(c, id, side.Path); !r.cache.get(k, ok, &views[i]) {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return views
	}
	if side.OID != "" {
		in = read(ctx, r.change, side)
	}
	parse := parser(side.Path, in.text)
	if side.Memory != nil && r.ahead != nil {
		parse = r.ahead
	}
	for _, i := range missing {
		views[i] = r.view(ctx, list[i], side, kind, in, parse)
		if views[i].Fault == nil {
			k, ok := cacheKey(list[i], id, side.Path)
			r.cache.put(k, ok, &views[i])
		}
	}
	return views
}

// parser parses a text when first asked, and gives the same tree from then on.
func parser(path string, text []byte) func() (*syntax.Tree, error) {
	var tree *syntax.Tree
	err := errors.New("not parsed")
	done := false
	return func() (*syntax.Tree, error) {
		if !done {
			done = true
			lang, ok := syntax.LanguageOf(path)
			if !ok {
				tree, err = nil, syntax.ErrUnsupported
			} else {
				tree, err = syntax.Parse(lang, text)
			}
		}
		return tree, err
	}
}

func (r *run) view(ctx context.Context, c *checks.Check, side change.Side, kind change.Kind, in content, parse func() (*syntax.Tree, error)) view {
	at := finding.ArtifactOf(side.Path)
	switch {
	case in.fault != nil:
		fault := *in.fault
		fault.Check = c.Name
		return view{Fault: &fault}
	case in.skip != "":
		return view{Skip: in.skip, SkipDetail: in.detail}
	case in.binary && !c.Binary:
		return view{Skip: finding.SkipBinary}
	}
	file := checks.NewFile(side.Path, kind, in.text, parse)
	if err := call(c.Name, func() error { return c.File(ctx, file) }); err != nil {
		return view{Fault: faultOf(c.Name, at, err)}
	}
	out := file.Output()
	v := view{Document: out.Document, Directives: directives(in.text), Bytes: int64(len(in.text))}
	if in.invalidAt >= 0 {
		out.Incomplete = append(out.Incomplete, checks.Gap{Offset: in.invalidAt, Reason: "the text is not valid UTF-8 from here on"})
	}
	if err := v.locate(c, in.text, out); err != nil {
		return view{Fault: faultOf(c.Name, at, err)}
	}
	return v
}

// locate turns byte offsets into lines and columns.
func (v *view) locate(c *checks.Check, text []byte, out checks.Output) error {
	slices.SortStableFunc(out.Reports, func(a, b checks.Report) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
	locator := finding.NewLocator(text)
	for _, report := range out.Reports {
		if _, known := c.Rule(report.Rule); !known {
			return fmt.Errorf("reported rule %q, which is not one of the check's", report.Rule)
		}
		v.Spots = append(v.Spots, spot{
			Rule: report.Rule, Message: report.Message, Region: locator.Region(report.Span), ID: identify(report, text),
		})
	}
	for _, g := range out.Incomplete {
		line := 0
		if g.Offset >= 0 {
			line = locator.Region(finding.Span{Start: g.Offset, End: g.Offset}).StartLine
		}
		v.Gaps = append(v.Gaps, gap{Line: line, Reason: g.Reason})
	}
	return nil
}

// panicError is a check's panic, as an error.
type panicError struct {
	value any
	where string
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v (%s)", e.value, e.where) }

// call runs a check's function and turns its panic into an error.
func call(check string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{value: v, where: panicSite(string(debug.Stack()), check)}
		}
	}()
	return f()
}

// panicSite is the innermost function of the check on a stack trace: enough to report the bug, without paths.
func panicSite(stack, check string) string {
	for line := range strings.Lines(stack) {
		if strings.HasPrefix(line, "sentinel/checks/"+check+".") {
			name, _, _ := strings.Cut(strings.TrimSpace(line), "(")
			return name
		}
	}
	return check
}

func faultOf(check string, at finding.Artifact, err error) *finding.Fault {
	code := finding.FaultCheck
	var p *panicError
	switch {
	case errors.As(err, &p):
		code = finding.FaultPanic
	case errors.Is(err, syntax.ErrTimeout):
		code = finding.FaultTimeout
	case errors.Is(err, syntax.ErrUnsupported):
		code = finding.FaultParse
	}
	return &finding.Fault{Check: check, Artifact: at, Code: code, Message: finding.Printable(err.Error())}
}
