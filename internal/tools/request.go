package tools

import (
	"os"
	"time"

	"sentinel/checks"
	"sentinel/internal/engine"
	"sentinel/internal/finding"
)

// requestFor is what the engine is asked for: what the operator has decided, and what the caller chose from it. Every
// path that the caller said is in one of the roots from here on.
func (d *door) requestFor(t tool, ask checks.Ask, roots folders) (engine.Request, error) {
	req := d.request
	req.Roots = d.gitRoots(roots)
	req.Policy.Today = d.today()
	if ask.FailOn != "" {
		req.Policy.FailOn = ask.FailOn
	}
	req.Scope, req.Limits = ask.Spec, ask.Limits
	req.Checks = d.choose(t, ask)
	req.Validations.Names = ask.Validations
	var err error
	switch ask.Spec.Kind {
	case finding.ScopeFiles:
		err = filesOf(&req, ask, roots)
	case finding.ScopeOverlay:
		err = overlayOf(&req, ask, roots)
	default:
		err = changeOf(&req, ask, roots)
	}
	return req, err
}

// choose are the names of the checks to run: those that are asked for, or the tool's own, or the operator's. A tool that
// only looks runs none that acts, whatever an operator's default is.
func (d *door) choose(t tool, ask checks.Ask) []string {
	names := ask.Checks
	if len(names) == 0 {
		names = t.checks
	}
	if len(names) == 0 {
		names = d.request.Checks
	}
	if t.acts {
		return names
	}
	var kept []string
	for _, name := range names {
		if d.looks(name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// looks reports whether a check only looks.
func (d *door) looks(name string) bool {
	for _, c := range d.list {
		if c.Name == name {
			return c.Gate == nil
		}
	}
	return true // the engine says that there is no such check
}

// changeOf sets where a change is looked for, and what it is limited to.
func changeOf(req *engine.Request, ask checks.Ask, roots folders) error {
	dir, err := roots.folder(ask.Path)
	if err != nil {
		return err
	}
	req.Dir, req.Scope.Paths = dir.real, nil
	inDir := append(folders{dir.real}, roots...) // paths are relative to the folder
	for _, path := range ask.Spec.Paths {
		at, err := inDir.locate(path)
		if err != nil {
			return err
		}
		req.Scope.Paths = append(req.Scope.Paths, at.path)
	}
	return nil
}

// filesOf sets the files and folders to look at, all in one root. What is in memory has a label for a path, which is
// never opened.
func filesOf(req *engine.Request, ask checks.Ask, roots folders) error {
	req.Dir, req.Scope.Root = roots[0], roots[0]
	if ask.Spec.OverlayText != nil {
		return nil
	}
	base, err := roots.start(ask.Path)
	if err != nil {
		return err
	}
	req.Dir, req.Scope.Root = base.root, base.root
	req.Scope.Paths = nil
	if len(ask.Spec.Paths) == 0 {
		req.Scope.Paths = []string{base.relative()}
		return nil
	}
	inDir := append(folders{base.real}, roots...)
	for _, path := range ask.Spec.Paths {
		at, err := inDir.locate(path)
		if err != nil {
			return err
		}
		if at.root != base.root && at.root != base.real {
			return refusef(finding.ErrorArguments, "ask for each root by itself", "%q is in another root", path)
		}
		at.root = base.root
		req.Scope.Paths = append(req.Scope.Paths, at.relative())
	}
	return nil
}

// overlayOf sets the file that a content is proposed for. The repository is the one that the file would be in.
func overlayOf(req *engine.Request, ask checks.Ask, roots folders) error {
	path := ask.Spec.OverlayPath
	if path != "" && os.IsPathSeparator(path[len(path)-1]) {
		return refusef(finding.ErrorArguments, "name the file itself", "%q names a folder", path)
	}
	at, err := roots.start(path)
	if err != nil {
		return err
	}
	if info, err := os.Lstat(at.path); err == nil && info.IsDir() {
		return refusef(finding.ErrorArguments, "name the file itself", "%q is a folder", path)
	}
	req.Dir, req.Scope.OverlayPath, req.Scope.Root = at.existing(), at.path, at.root
	return nil
}

// totalOf is how long the validations of a call may take together.
func totalOf(v engine.Validations) time.Duration {
	total := validationTime
	for _, name := range v.Names {
		total = max(total, v.Known[name].Timeout)
	}
	return total
}
