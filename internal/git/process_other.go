//go:build !unix

package git

import (
	"io/fs"
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(p *os.Process) error { return p.Kill() }

func foreignOwner(fs.FileInfo, environ) string { return "" }

const openWithoutWaiting = 0
