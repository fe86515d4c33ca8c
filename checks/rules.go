package checks

import (
	"io/fs"
	"path"
	"strings"

	"golang.org/x/tools/txtar"

	"sentinel/internal/finding"
)

// A rule is documented by one file, rules/NAME.txtar in the check's folder: the comment on top is the
// rule's prose in Markdown, the files below it are its examples. A file named bad/PATH must give the rule's
// finding at PATH, one named good/PATH must not. What `sentinel explain` prints is thus what is tested.
const (
	rulesDir   = "rules"
	badPrefix  = "bad/"
	goodPrefix = "good/"
)

// Documented completes rules with prose and examples from their files. What is missing stays empty
// and what has no place is passed over: Validate and checktest.Run are what complain.
func Documented(files fs.FS, rules []finding.Rule) []finding.Rule {
	documented := make([]finding.Rule, len(rules))
	for i, r := range rules {
		_, name, _ := strings.Cut(r.ID, "/")
		if data, err := fs.ReadFile(files, path.Join(rulesDir, name+".txtar")); err == nil {
			document(&r, txtar.Parse(data))
		}
		documented[i] = r
	}
	return documented
}

func document(r *finding.Rule, doc *txtar.Archive) {
	r.Help = strings.TrimSpace(string(doc.Comment))
	for _, f := range doc.Files {
		if name, ok := strings.CutPrefix(f.Name, badPrefix); ok {
			r.Bad = append(r.Bad, finding.Example{Path: name, Text: string(f.Data)})
		}
		if name, ok := strings.CutPrefix(f.Name, goodPrefix); ok {
			r.Good = append(r.Good, finding.Example{Path: name, Text: string(f.Data)})
		}
	}
}
