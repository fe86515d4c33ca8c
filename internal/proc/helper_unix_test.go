//go:build unix

package proc

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestMain lets the test program be the programs that the tests run: "helper ROLE ARGUMENT...".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "helper" {
		os.Exit(helper(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

// helper plays a role. Those that stay report their process id in the FIFO that their first argument names.
func helper(role string, args []string) int {
	switch role {
	case "exit":
		code, _ := strconv.Atoi(args[0])
		return code
	case "print":
		fmt.Print(args[0])
		fmt.Fprint(os.Stderr, args[1])
	case "env":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "stdin":
		n, err := io.Copy(io.Discard, os.Stdin)
		fmt.Println(n, err)
	case "session":
		session, _ := unix.Getsid(0)
		_, err := os.Open("/dev/tty")
		dir, _ := os.Getwd()
		fmt.Println(session == os.Getpid(), err != nil, dir)
	case "spew":
		spew(args[0], args[1])
	case "kill-self":
		_ = unix.Kill(os.Getpid(), unix.SIGKILL)
		stay()
	case "sleep":
		report(args[0])
		stay()
	case "stopped":
		report(args[0])
		_ = unix.Kill(os.Getpid(), unix.SIGSTOP)
		stay()
	case "deaf":
		signal.Ignore(syscall.SIGTERM)
		report(args[0])
		stay()
	case "polite":
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		report(args[0])
		fmt.Println("got", <-asked)
	case "hop":
		// Always somebody else: each starts the next one, in a session of its own, and exits.
		report(args[0])
		begin(true, "hop", args[0])
	case "sentinel":
		fmt.Println(NewRunner().Run(context.Background(), Command{Argv: []string{os.Args[0], "helper", "deaf", args[0]}, Dir: "/", Env: os.Environ()}))
	default:
		return parent(role, args[0])
	}
	return 0
}

// parent plays the roles that start others and then stay, or exit once those have started.
func parent(role, fifo string) int {
	role, exits := strings.CutSuffix(role, "-exits")
	switch role {
	case "deaf-child":
		begin(false, "deaf", fifo)
	case "session-child":
		begin(true, "deaf", fifo)
	case "double-fork":
		cmd := begin(true, "session-child-exits", fifo)
		_ = cmd.Wait()
	case "storm":
		for range 3 {
			begin(true, "hop", fifo)
		}
	default:
		fmt.Fprintln(os.Stderr, "no such role:", role)
		return 99
	}
	if exits {
		return 0
	}
	report(fifo)
	stay()
	return 0
}

// begin starts a helper without an environment and waits until it has reported.
func begin(session bool, role, fifo string) *exec.Cmd {
	read, write, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(os.Args[0], "helper", role, fifo)
	cmd.Env = []string{}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.ExtraFiles = []*os.File{write}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	write.Close()
	_, _ = io.Copy(io.Discard, read)
	return cmd
}

// report says that the process is where it will stay: in the FIFO, and by closing what begin reads.
func report(fifo string) {
	f, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, os.Getpid())
	f.Close()
	_ = unix.Close(3)
}

// stay waits for ever, whatever signals come.
func stay() {
	for {
		time.Sleep(time.Hour)
	}
}

// spew writes a number of bytes and a last line, on one line or on many.
func spew(size, shape string) {
	n, _ := strconv.Atoi(size)
	text := strings.Repeat("0123456789abcdef", 1024)
	if shape == "lines" {
		text = strings.Repeat("0123456789abcde\n", 1024)
	}
	for ; n > 0; n -= len(text) {
		os.Stdout.WriteString(text[:min(n, len(text))])
	}
	fmt.Print("\nFAILED x\n")
}
