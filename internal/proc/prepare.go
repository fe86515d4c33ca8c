package proc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// prepare finds the program and makes its environment. An error says why the command cannot be started.
func prepare(c Command) (program string, env []string, err error) {
	if len(c.Argv) == 0 {
		return "", nil, errors.New("the command is empty")
	}
	for i, arg := range c.Argv {
		if strings.ContainsRune(arg, 0) {
			return "", nil, fmt.Errorf("argument %d holds a NUL character, which no argument can", i)
		}
	}
	if err := checkFolder(c.Dir); err != nil {
		return "", nil, err
	}
	avoid, err := openFolders(c.Avoid)
	if err != nil {
		return "", nil, err
	}
	env, path := withSafePath(c.Env, avoid)
	program, err = avoid.find(c.Argv[0], path)
	return program, env, err
}

func checkFolder(dir string) error {
	if !filepath.IsAbs(dir) {
		return fmt.Errorf("the folder to run in, %q, is not absolute", dir)
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the folder to run in, %s, does not exist", dir)
	case err != nil:
		return fmt.Errorf("the folder to run in cannot be looked at: %w", err)
	case !info.IsDir():
		return fmt.Errorf("the folder to run in, %s, is not a folder", dir)
	}
	return nil
}

// explain says why the system would not start a program that is there.
func explain(err error, program string) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s needs %s, which is not there", program, interpreter(program))
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be executed: permission denied", program)
	case errors.Is(err, syscall.ENOEXEC):
		return fmt.Errorf("%s is neither a program for this system nor a script that names its interpreter (#!)", program)
	}
	return err
}

// interpreter names what a program needs to be run by.
func interpreter(program string) string {
	const unknown = "an interpreter or a loader"
	f, err := os.Open(program)
	if err != nil {
		return unknown
	}
	defer f.Close()
	start := make([]byte, 256) // Linux reads no more of the line
	n, _ := io.ReadFull(f, start)
	line, _, _ := bytes.Cut(start[:n], []byte{'\n'})
	script, ok := bytes.CutPrefix(line, []byte("#!"))
	if words := bytes.Fields(script); ok && len(words) > 0 {
		return fmt.Sprintf("the interpreter %q", words[0])
	}
	return unknown
}
