package checks

import (
	"encoding/json"
	"fmt"

	"sentinel/internal/change"
	"sentinel/internal/finding"
	"sentinel/internal/syntax"
)

// File is all that a File check sees of one side of one file.
type File struct {
	Path string
	Kind change.Kind
	// Text is the content as UTF-8, without a byte order mark, never over the size limit. It holds a NUL byte only for
	// a check that wants binary content.
	Text []byte

	parse func() (*syntax.Tree, error)
	out   Output
}

// Output is what a check said of a file.
type Output struct {
	Reports    []Report
	Incomplete []Gap
	Document   json.RawMessage
}

// Gap is a place from which on a check did not understand the file. Offset is in bytes, -1 for no position.
type Gap struct {
	Offset int
	Reason string
}

// NewFile is for the engine. parse is called at most once for all the checks of a file.
func NewFile(path string, kind change.Kind, text []byte, parse func() (*syntax.Tree, error)) *File {
	return &File{Path: path, Kind: kind, Text: text, parse: parse}
}

// Tree is the file's syntax tree, shared between checks. It must not be kept after the check returns.
// The error is syntax.ErrUnsupported for a language without a grammar, syntax.ErrTimeout over the time limit.
func (f *File) Tree() (*syntax.Tree, error) { return f.parse() }

// Report adds a finding.
func (f *File) Report(r Report) { f.out.Reports = append(f.out.Reports, r) }

// Incomplete says that the file was not understood from offset on (-1: no position).
func (f *File) Incomplete(offset int, reason string) {
	f.out.Incomplete = append(f.out.Incomplete, Gap{Offset: offset, Reason: reason})
}

// Document sets the machine-readable result for this file. It must not depend on anything but the file.
func (f *File) Document(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode document: %w", err)
	}
	f.out.Document = data
	return nil
}

// Output is for the engine.
func (f *File) Output() Output { return f.out }

// Change is all that a Change check sees.
type Change struct {
	*change.Change
	// Directives are the sentinel:ignore comments of the files that a File check read, in path order.
	Directives []finding.Directive
	// PolicyFiles are the paths that the configuration in force is read from.
	PolicyFiles []string

	reports     []Located
	diagnostics []finding.Diagnostic
	faults      []finding.Fault
	doc         any
}

// Located is a Report about a file, or about the change as a whole when Path is empty.
type Located struct {
	Report
	Path string
	// Region is where it is, if the check knows it in place of the Span.
	Region *finding.Region
}

// NewChange is for the engine.
func NewChange(c *change.Change, directives []finding.Directive, policyFiles []string) *Change {
	return &Change{Change: c, Directives: directives, PolicyFiles: policyFiles}
}

// Report adds a finding about a file of the change.
func (c *Change) Report(path string, r Report) {
	c.reports = append(c.reports, Located{Report: r, Path: path})
}

// ReportAt adds a finding about a file at a place that is known by lines and columns.
func (c *Change) ReportAt(path string, at finding.Region, r Report) {
	c.reports = append(c.reports, Located{Report: r, Path: path, Region: &at})
}

// Diagnose adds what is no finding about the code, and has to be known all the same.
func (c *Change) Diagnose(d finding.Diagnostic) { c.diagnostics = append(c.diagnostics, d) }

// Fault adds something that was tried and not finished, where the rest of the check holds. The check's name is put in.
func (c *Change) Fault(f finding.Fault) { c.faults = append(c.faults, f) }

// Document sets the check's machine-readable result.
func (c *Change) Document(v any) { c.doc = v }

// Output is for the engine.
func (c *Change) Output() ([]Located, []finding.Diagnostic, any) {
	return c.reports, c.diagnostics, c.doc
}

// Faults is for the engine.
func (c *Change) Faults() []finding.Fault { return c.faults }
