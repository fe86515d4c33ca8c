package git

import "path/filepath"

// Contains reports whether a path lies in the repository: in its work tree or its git directory. The path need not
// exist; links in what exists of it are followed.
func (i Info) Contains(path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	for parent := abs; ; parent = filepath.Dir(parent) {
		real, err := filepath.EvalSymlinks(parent)
		if err == nil {
			return inside(real, i.Top) || inside(real, i.CommonDir) || inside(real, i.GitDir)
		}
		if parent == filepath.Dir(parent) {
			return false
		}
	}
}
