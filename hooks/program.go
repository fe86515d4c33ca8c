package hooks

import (
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
)

// Program is the absolute path by which hooks are to start the sentinel that is running: the one in PATH if it is the
// same file, because that stays the same when a package manager updates what it links to.
func Program() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if named, err := lookPath(); err == nil && sameFile(named, self) {
		return named, nil
	}
	return self, nil
}

// lookPath is the sentinel in PATH. A relative entry of PATH does not count: it is another one in every folder.
func lookPath() (string, error) {
	path, err := exec.LookPath("sentinel")
	if err == nil && !filepath.IsAbs(path) {
		err = exec.ErrDot
	}
	return path, err
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Runs is the program that a hook of ours starts, and that program's version as far as it can be read without
// starting it; own says that it is the one that is running now.
func (h Hook) Runs() (program, version string, own bool) {
	program = h.Program
	if !IsExecutable(program) {
		program, _ = lookPath()
	}
	if program == "" {
		return "", "", false
	}
	if info, err := buildinfo.ReadFile(program); err == nil {
		version = info.Main.Version
	}
	self, err := os.Executable()
	return program, version, err == nil && sameFile(self, program)
}
